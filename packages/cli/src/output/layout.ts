// Output for people: tables, facts and wrapped text, at most as wide as the terminal.
import { stripVTControlCharacters as bare, styleText } from 'node:util';

export interface Page {
  /** Infinity if the output is not a terminal. */
  width: number;
  paint: Paint;
}

const GAP = 2;
const SMALLEST = 8;

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - bare(text).length));

/** Columns as wide as their widest cell. If the table is too wide, the last column is cut. */
export function toTable({ width, paint }: Page, headings: readonly string[], rows: readonly string[][]): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => bare(row[column] ?? '').length)));
  const last = headings.length - 1;
  const before = widths.slice(0, last).reduce((sum, one) => sum + one + GAP, 0);
  const room = Math.max(SMALLEST, width - before);
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === last ? cut(cell, room) : pad(cell, widths[column] ?? 0)))
      .join(' '.repeat(GAP))
      .trimEnd();
  return [paint('dim', line(headings)), ...rows.map(line)].join('\n');
}

/** Coloured cells are short, so only plain text is ever cut. */
function cut(cell: string, room: number): string {
  const text = bare(cell);
  return text.length <= room ? cell : `${text.slice(0, room - 1)}…`;
}

/** One fact per line, after its name; long values wrap below their start. */
export function toFacts(page: Page, facts: readonly (readonly [name: string, value: string])[]): string {
  const room = Math.max(...facts.map(([name]) => name.length)) + GAP;
  return facts
    .flatMap(([name, value]) => {
      const lines = wrap(value, page.width - room);
      return lines.map((text, index) => (index === 0 ? pad(page.paint('dim', name), room) : ' '.repeat(room)) + text);
    })
    .map((text) => text.trimEnd())
    .join('\n');
}

/** Breaks only between words, never within an id or an address. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [''];
    for (const word of paragraph.split(' ')) {
      const line = lines.at(-1) ?? '';
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && bare(longer).length > width) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines;
  });
}

/** A time to the second, in UTC; a dash for none. */
export function toTime(at: Date | string | null | undefined): string {
  if (at === null || at === undefined) return '-';
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export function toCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

// Colours, for terminals only.

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
type Paint = (colour: Colour, text: string) => string;

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
