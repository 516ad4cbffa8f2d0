// Colours, for terminals only.

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Colour = keyof typeof CODES;
export type Paint = (colour: Colour, text: string) => string;

const plain: Paint = (_colour, text) => text;
const painted: Paint = (colour, text) => `\u001b[${CODES[colour]}m${text}\u001b[0m`;

/** NO_COLOR: https://no-color.org */
export function createPaint(isTerminal: boolean, environment: Record<string, string | undefined>): Paint {
  const refused = (environment.NO_COLOR ?? '') !== '' || environment.TERM === 'dumb';
  return isTerminal && !refused ? painted : plain;
}

/** The text of a cell without colour codes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes are control characters
const COLOURS = /\u001b\[\d+m/g;

export const bare = (text: string) => text.replaceAll(COLOURS, '');

const STATUS_COLOURS: Record<string, Colour> = {
  Approved: 'green',
  Confirmed: 'green',
  Rejected: 'red',
  Quarantined: 'red',
  ChangesRequested: 'yellow',
};

export function paintStatus(paint: Paint, status: string): string {
  const colour = STATUS_COLOURS[status];
  return colour === undefined ? status : paint(colour, status);
}
