// What a command prints: tables and facts for people, one JSON document for programs.
import { Help } from 'commander';

/** Text that is laid out once the width of the terminal is known. */
export type Laid = (width: number) => string;

const GAP = 2;
/** Narrower than this, a column is hard to read. */
const NARROWEST = 30;

/**
 * Columns as wide as their widest cell. If the table is too wide, the last column wraps; if that leaves too little width for
 * it, each row is a list of facts.
 */
export function toTable(headings: readonly string[], rows: readonly (readonly string[])[]): Laid {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const last = headings.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP, 0);
  return (width) => {
    const room = width - before;
    if (room < Math.min(NARROWEST, widths[last] ?? 0)) {
      return rows.map((row) => toFacts(headings.map((heading, at) => [heading, row[at] ?? '']))(width)).join('\n\n');
    }
    return all
      .map((row) =>
        row
          .map((cell, column) =>
            column === last ? wrapped(cell, room, before) : cell.padEnd((widths[column] ?? 0) + GAP),
          )
          .join('')
          .trimEnd(),
      )
      .join('\n');
  };
}

/** One fact per line, after its name; long values wrap below their start. */
export function toFacts(facts: readonly (readonly [name: string, value: string])[]): Laid {
  const before = Math.max(...facts.map(([name]) => name.length)) + GAP;
  return (width) =>
    facts
      .map(([name, value]) => `${name.padEnd(before)}${wrapped(value, width - before, before)}`.trimEnd())
      .join('\n');
}

/** Breaks only between words, never within an id or an address. */
function wrapped(text: string, width: number, indent: number): string {
  return new Wrapping().boxWrap(text, width).replaceAll('\n', `\n${' '.repeat(indent)}`);
}

class Wrapping extends Help {
  override minWidthToWrap = 1;
}

export const joined =
  (between: string, ...parts: readonly (string | Laid)[]): Laid =>
  (width) =>
    parts.map((part) => (typeof part === 'string' ? part : part(width))).join(between);

/** A time to the second, in UTC; a dash for none. */
export function toTime(at: Date | string | null | undefined): string {
  if (at === null || at === undefined) return '-';
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export function toCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
