/** What the button says to whoever cannot see what stands beside it. */
export function copyLabel(what: string, label: string, copied: boolean): string {
  if (copied) return `Copied: ${what}`;
  return label === 'Copy' ? `Copy ${what}` : `${label}: ${what}`;
}
