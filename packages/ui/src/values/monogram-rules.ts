/** Dark enough for white text. */
export const MONOGRAM_COLOURS = [
  '#2d6dd2',
  '#7057d3',
  '#a3478f',
  '#b8433b',
  '#9a5b12',
  '#4f7a1f',
  '#12804e',
  '#117a84',
] as const;

/** The same name has the same colour everywhere, and does not change its place. */
export function monogramColour(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return MONOGRAM_COLOURS[sum % MONOGRAM_COLOURS.length] ?? MONOGRAM_COLOURS[0];
}

/** For places without space for the name. */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
}
