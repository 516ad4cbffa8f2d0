// Reads what follows the word "obj" in a document: a dictionary or an array, and whether a stream begins behind it. A reader
// starts wherever the document's table of objects points, even into a string or a stream, so every such word is a start.
// Pure; whatever readers may understand differently is unreadable.
import { type Lexer, lexerOf } from './pdf-tokens.ts';

export interface PdfStream {
  /** Where its content begins. */
  at: number;
  /** Of its dictionary, each name and value in turn: names as "/Name", strings as "()". */
  entries: readonly Entry[];
}
interface Entry {
  name: string;
  value: readonly string[];
}
interface PdfObject {
  /** All names, at any depth, without their escapes. */
  names: ReadonlySet<string>;
  /** A stream that may contain objects. */
  stream: PdfStream | undefined;
}

/** Readers give up somewhere, and then read what comes next as if it were outside. */
const DEPTH_MOST = 64;
/** Readers differ when anything else is on the line of the word. */
const FIRST_LINE = /^[ \t]*(?:\r\n|\n|\r)/;
const FIRST_LINE_MOST = 80;

/** `object` is undefined if it cannot be read, which must end before `to`. `end`: where reading ended. */
export function readObject(bytes: Buffer, from: number, to: number): { object: PdfObject | undefined; end: number } {
  const lexer = lexerOf(bytes, from, to);
  const names = readNames(lexer);
  const end = lexer.end();
  if (names === undefined) return { object: undefined, end };
  const isStream = lexer.next() === 'stream';
  // The next word, or the lack of one, may be behind what was read.
  if (!isStream && lexer.end() >= to && to < bytes.length) return { object: undefined, end };
  if (!isStream || !HOLDING.some((name) => names.has(name))) return { object: { names, stream: undefined }, end };
  const after = lexer.end();
  const line = FIRST_LINE.exec(bytes.toString('latin1', after, after + FIRST_LINE_MOST));
  if (line === null) return { object: undefined, end };
  const at = after + line[0].length;
  return { object: { names, stream: { at, entries: entriesOf(lexerOf(bytes, from, end)) } }, end };
}

/** Streams that contain objects have the first two, whatever their type is. */
const HOLDING = ['/N', '/First', '/ObjStm'];

/** Undefined unless it is whole. */
function readNames(lexer: Lexer): Set<string> | undefined {
  const names = new Set<string>();
  /** The brackets that are open. */
  const open: string[] = [];
  do {
    const token = lexer.next();
    if (token === 'name') names.add(lexer.text());
    else if (token === '<<' || token === '[') open.push(token);
    else if (token === '>>' || token === ']') {
      if (open.pop() !== (token === '>>' ? '<<' : '[')) return undefined;
    } else if (token === undefined || token === 'stream') return undefined;
    if (open.length > DEPTH_MOST) return undefined;
  } while (open.length > 0);
  return names;
}

/** Of a dictionary that is whole. */
function entriesOf(lexer: Lexer): Entry[] {
  const entries: Entry[] = [];
  let value: string[] = [];
  let depth = 0;
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (token === '>>' || token === ']') depth--;
    if (depth === 1 && token === 'name' && (entries.length === 0 || value.length > 0)) {
      value = [];
      entries.push({ name: lexer.text(), value });
    } else if (depth > 0) value.push(lexer.text());
    if (token === '<<' || token === '[') depth++;
  }
  return entries;
}

/** None: its objects are there to read. Other: a filter that is hardly used except to hide something. */
type Packing = 'None' | 'Flate' | 'Other';

export function packingOf({ entries }: PdfStream): Packing {
  // Some readers take the short names, which are those of pictures in a page, everywhere.
  const filter = onlyValueOf(entries, ['/Filter', '/F']);
  const parameters = onlyValueOf(entries, ['/DecodeParms', '/DP']);
  if (filter === undefined || parameters === undefined || !leavesAsItIs(parameters)) return 'Other';
  const chain = filter
    .join(' ')
    .replace(/^\[ (.*)\]$/, '$1')
    .trim();
  if (['', 'null'].includes(chain)) return 'None';
  return chain === '/FlateDecode' || chain === '/Fl' ? 'Flate' : 'Other';
}

/** Empty if there is none; undefined if the names are there more than once, or elsewhere in the dictionary. */
function onlyValueOf(entries: readonly Entry[], names: readonly string[]): readonly string[] | undefined {
  const [found, ...more] = entries.filter(({ name }) => names.includes(name));
  const elsewhere = entries.some(({ value }) => value.some((one) => names.includes(one)));
  return more.length > 0 || elsewhere ? undefined : (found?.value ?? []);
}

function leavesAsItIs(parameters: readonly string[]): boolean {
  const predictors = parameters.flatMap((one, index) => (one === '/Predictor' ? [parameters[index + 1]] : []));
  return !parameters.includes('R') && predictors.every((predictor) => predictor === '1');
}

/** The length, if it is there to read. */
export function lengthOf({ entries }: PdfStream): number | undefined {
  const [digits = '', ...rest] = onlyValueOf(entries, ['/Length']) ?? [];
  return rest.length === 0 && /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}
