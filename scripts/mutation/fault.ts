// A fault replaces one range of one file.

export interface Fault {
  file: string;
  /** Starts at 1. */
  line: number;
  start: number;
  end: number;
  replacement: string;
  kind: string;
}

export const planted = (text: string, { start, end, replacement }: Fault): string =>
  text.slice(0, start) + replacement + text.slice(end);

/** On one line. */
export function describe(text: string, { file, line, start, end, replacement, kind }: Fault): string {
  const short = (part: string) => part.replaceAll(/\s+/g, ' ').trim().slice(0, 90);
  return `${file}:${line} ${kind}: ${short(text.slice(start, end)) || '(nothing)'} -> ${short(replacement) || '(nothing)'}`;
}

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
