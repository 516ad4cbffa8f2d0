// Reads what follows the keyword "obj" in a PDF: a dictionary or an array, and whether a stream begins after it. A reader
// starts wherever the PDF's cross-reference table points, even inside a string or a stream, so every such keyword is a start.
// Pure. Content that readers may interpret differently counts as unreadable.
import { BLANK, CLASSES, type PdfName } from './pdf-names.ts';
import { type Lexer, lexerOf } from './pdf-tokens.ts';

/** None: its objects are uncompressed. Other: a filter that is rarely used except to hide content. */
type Packing = 'None' | 'Flate' | 'Other';

/** A stream that may contain objects. */
export interface PdfStream {
  /** The offset of its content. */
  at: number;
  packing: Packing;
  /** The length, if the dictionary contains it directly. */
  length: number | undefined;
}
interface PdfObject {
  /** Whether it could be read completely. */
  whole: boolean;
  /** The offset at which reading ended. */
  end: number;
  stream: PdfStream | undefined;
}

export interface ObjectReader {
  /** Reads the object at `from`, which must end before `to`. Calls `note` for all relevant names, at any depth. */
  read(from: number, to: number, note: (name: PdfName) => void): PdfObject;
}

/** Readers stop at some depth, and then read what follows as if it were outside. */
const DEPTH_MOST = 64;
/** Readers differ if anything but white space follows the keyword on its line. */
const FIRST_LINE_MOST = 80;
/** The maximum number of tokens in a value that describes the compression. */
const VALUE_MOST = 64;
const WORD_MOST = 12;

const [LINE, RETURN, TAB, SPACE] = [0x0a, 0x0d, 0x09, 0x20];

export function objectReaderOf(bytes: Buffer): ObjectReader {
  const lexer = lexerOf(bytes);
  /** The stack of open brackets. */
  const open = new Uint8Array(DEPTH_MOST + 1);
  let holds = false;
  let told: (name: PdfName) => void = () => {};
  const tell = (name: PdfName) => {
    holds ||= isHolding(name);
    told(name);
  };
  return {
    read(from, to, note) {
      lexer.seek(from, to);
      holds = false;
      told = note;
      const whole = readNames(lexer, open, tell);
      const end = lexer.end();
      if (!whole) return { whole, end, stream: undefined };
      const isStream = lexer.next() === 'stream';
      // The next keyword may be beyond the part that was read.
      if (!isStream && lexer.end() >= to && to < bytes.length) return { whole: false, end, stream: undefined };
      if (!isStream || !holds) return { whole, end, stream: undefined };
      const at = afterFirstLine(bytes, lexer.end());
      if (at === undefined) return { whole: false, end, stream: undefined };
      lexer.seek(from, end);
      return { whole, end, stream: { at, ...describe(lexer) } };
    },
  };
}

/** Object streams have the first two, regardless of their type. */
const isHolding = (name: PdfName) => name === 'N' || name === 'First' || name === 'ObjStm';

const [DICTIONARY, ARRAY] = [1, 2];

/** Returns whether the object is complete. */
function readNames(lexer: Lexer, open: Uint8Array, note: (name: PdfName) => void): boolean {
  let depth = 0;
  do {
    const token = lexer.next();
    if (token === 'name') {
      const name = lexer.name();
      if (name !== undefined) note(name);
    } else if (token === '<<' || token === '[') open[depth++] = token === '<<' ? DICTIONARY : ARRAY;
    else if (token === '>>' || token === ']') {
      if (depth === 0 || open[--depth] !== (token === '>>' ? DICTIONARY : ARRAY)) return false;
    } else if (token === undefined || token === 'stream') return false;
    if (depth > DEPTH_MOST) return false;
  } while (depth > 0);
  return true;
}

function afterFirstLine(bytes: Buffer, from: number): number | undefined {
  let at = from;
  while (at < from + FIRST_LINE_MOST && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  if (bytes[at] === RETURN && bytes[at + 1] === LINE) return at + 2;
  return bytes[at] === LINE || bytes[at] === RETURN ? at + 1 : undefined;
}

/** The value of one key in a dictionary. */
interface Facet {
  /** How often the key occurs, and whether its name occurs elsewhere. */
  entries: number;
  elsewhere: boolean;
  /** Names as "/Name", strings as "()". */
  value: string[];
}

type Facets = Record<'filter' | 'parameters' | 'length', Facet>;
// Some readers accept the abbreviations, which are meant for inline images, everywhere.
const FACETS: Partial<Record<PdfName, keyof Facets>> = {
  Filter: 'filter',
  F: 'filter',
  DecodeParms: 'parameters',
  DP: 'parameters',
  Length: 'length',
};
const facet = (): Facet => ({ entries: 0, elsewhere: false, value: [] });

/** Must be a complete dictionary. */
function describe(lexer: Lexer): Pick<PdfStream, 'packing' | 'length'> {
  const facets: Facets = { filter: facet(), parameters: facet(), length: facet() };
  let current: Facet | undefined;
  /** Whether the next name is a key. */
  let between = true;
  let depth = 0;
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    if (token === '>>' || token === ']') depth--;
    const name = lexer.name();
    const which = name === undefined ? undefined : FACETS[name];
    const known = which === undefined ? undefined : facets[which];
    if (depth === 1 && token === 'name' && between) {
      current = known;
      between = false;
      if (known !== undefined) known.entries++;
    } else if (depth > 0) {
      between = true;
      if (known !== undefined) known.elsewhere = true;
      if (current !== undefined && current.value.length < VALUE_MOST)
        current.value.push(token === 'name' ? `/${name ?? ''}` : lexer.text(WORD_MOST));
    }
    if (known !== undefined && known !== facets.length && onlyValueOf(known) === undefined) break;
    if (token === '<<' || token === '[') depth++;
  }
  return { packing: packingOf(facets), length: lengthOf(facets.length) };
}

/** Empty if there is no value; undefined if it occurs more than once or elsewhere in the dictionary, or is too long. */
const onlyValueOf = ({ entries, elsewhere, value }: Facet) =>
  entries > 1 || elsewhere || value.length === VALUE_MOST ? undefined : value;

function packingOf({ filter, parameters }: Facets): Packing {
  const chain = onlyValueOf(filter);
  const settings = onlyValueOf(parameters);
  if (chain === undefined || settings === undefined || !leavesAsItIs(settings)) return 'Other';
  const [only = 'null', ...more] = chain[0] === '[' && chain.at(-1) === ']' ? chain.slice(1, -1) : chain;
  if (more.length > 0) return 'Other';
  if (only === 'null') return 'None';
  return only === '/FlateDecode' || only === '/Fl' ? 'Flate' : 'Other';
}

function leavesAsItIs(settings: readonly string[]): boolean {
  const predictors = settings.flatMap((one, index) => (one === '/Predictor' ? [settings[index + 1]] : []));
  return !settings.includes('R') && predictors.every((predictor) => predictor === '1');
}

function lengthOf(facet: Facet): number | undefined {
  const [digits = '', ...more] = onlyValueOf(facet) ?? [];
  return more.length === 0 && /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

const END = Buffer.from('endstream');
const AFTER_MOST = 40;

/** Whether the keyword "endstream" follows, after white space. */
export function endsAt(bytes: Buffer, from: number): boolean {
  let at = from;
  while (at < from + AFTER_MOST - END.length && CLASSES[bytes[at] ?? -1] === BLANK) at++;
  return bytes.subarray(at, at + END.length).equals(END);
}
