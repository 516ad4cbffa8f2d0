/** The accessible name of the button, which says what it copies. */
export function copyLabel(what: string, label: string, copied: boolean): string {
  if (copied) return `Copied: ${what}`;
  return label === 'Copy' ? `Copy ${what}` : `${label}: ${what}`;
}
