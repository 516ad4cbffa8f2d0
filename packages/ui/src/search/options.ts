export interface Option {
  value: string;
  label: string;
}

/** Adds the value from the URL if no option has it; otherwise the field would show a different one. */
export function withValue(options: readonly Option[], value: string | undefined, label = value): Option[] {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return isKnown ? [...options] : [...options, { value, label: label ?? value }];
}
