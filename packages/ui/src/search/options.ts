export interface Option {
  value: string;
  label: string;
}

/** With the value of the URL, even if no option has it: else the field would show another one. */
export function withValue(options: readonly Option[], value: string | undefined, label = value): Option[] {
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return isKnown ? [...options] : [...options, { value, label: label ?? value }];
}
