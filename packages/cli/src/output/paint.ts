// Colours, for terminals only.
import { styleText } from 'node:util';

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
export type Paint = (colour: Colour, text: string) => string;

const plain: Paint = (_colour, text) => text;
// Not validated by Node, which would check standard output even for text on standard error.
const painted: Paint = (colour, text) => styleText(colour, text, { validateStream: false });

/** NO_COLOR: https://no-color.org */
export function createPaint(isTerminal: boolean, environment: Record<string, string | undefined>): Paint {
  const refused = (environment.NO_COLOR ?? '') !== '' || environment.TERM === 'dumb';
  return isTerminal && !refused ? painted : plain;
}

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
