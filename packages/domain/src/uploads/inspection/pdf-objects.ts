// Reads what follows the word "obj" in a document: a dictionary or an array, and whether a stream begins behind it. A reader
// starts wherever the document's table of objects points, even into a string or a stream, so every such word is a start.
// Pure; whatever readers may understand differently is unreadable.

const BLANK = '\\0\\t\\n\\f\\r ';
const REGULAR = `[^${BLANK}()<>[\\]{}/%]`;
/** Every character is part of one. */
const TOKEN = new RegExp(`[${BLANK}]+|%[^\\r\\n]*|<<|>>|/${REGULAR}*|${REGULAR}+|[()<>[\\]{}]`, 'y');
const IN_STRING = /[^()\\]+|\\.|[()\\]/sy;
const HEX_END = /[^>]*>/y;
const ESCAPED = /#([0-9A-Fa-f]{2})/g;
const unescaped = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
/** Readers differ when anything else is on the line of the word. */
const FIRST_LINE = /[ \t]*(?:\r\n|\n|\r)/y;

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
  stream: PdfStream | undefined;
  /** Where reading it ended. */
  end: number;
}
/** More: its end is not in the text. */
type Reading = PdfObject | 'More' | 'Unreadable';

/** `whole`: nothing comes after the text. */
export function readObject(text: string, whole: boolean): Reading {
  const tokens = tokensOf(text);
  const names = new Set<string>();
  const entries: Entry[] = [];
  /** The brackets that are open. */
  const open: string[] = [];
  let value: string[] = [];
  const outcome = (reading: Reading): Reading => (tokens.ended() ? (whole ? 'Unreadable' : 'More') : reading);

  do {
    const token = tokens.next();
    if (token === undefined) return outcome('Unreadable');
    if (token.startsWith('/')) names.add(token);
    if (open.length === 1 && token.startsWith('/') && (entries.length === 0 || value.length > 0)) {
      value = [];
      entries.push({ name: token, value });
    } else if (open.length > 0 && !(open.length === 1 && token === '>>')) value.push(token);
    if (open.length > DEPTH_MOST) return 'Unreadable';
    if (token === '<<' || token === '[') open.push(token);
    else if (token === '>>' || token === ']') {
      if (open.pop() !== (token === '>>' ? '<<' : '[')) return outcome('Unreadable');
    } else if (token === 'stream') return outcome('Unreadable');
  } while (open.length > 0);

  if (tokens.next() !== 'stream')
    return tokens.ended() && !whole ? 'More' : { names, stream: undefined, end: tokens.end() };
  FIRST_LINE.lastIndex = tokens.end();
  if (!FIRST_LINE.test(text)) return text.length - tokens.end() < FAR && !whole ? 'More' : 'Unreadable';
  // The second half of a line break may still come.
  if (FIRST_LINE.lastIndex === text.length && !whole) return 'More';
  const at = FIRST_LINE.lastIndex;
  return { names, stream: { at, entries }, end: at };
}

/** Readers give up somewhere, and then read what comes next as if it were outside. */
const DEPTH_MOST = 64;
/** How much may be missing of a line that should be empty. */
const FAR = 80;

interface Tokens {
  /** Without blanks and remarks; a string is "()" whatever is in it. Undefined if it does not end, or there is none. */
  next(): string | undefined;
  end(): number;
  /** The last one may go on behind the text. */
  ended(): boolean;
}

function tokensOf(text: string): Tokens {
  let at = 0;

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    at = found === undefined ? text.length : pattern.lastIndex;
    return found;
  }

  function takeString(): string | undefined {
    for (let depth = 1; depth > 0; ) {
      const part = take(IN_STRING);
      if (part === undefined) return undefined;
      depth += part === '(' ? 1 : part === ')' ? -1 : 0;
    }
    return '()';
  }

  return {
    next() {
      for (;;) {
        const token = take(TOKEN);
        if (token === undefined) return undefined;
        if (token === '(') return takeString();
        if (token === '<') return take(HEX_END) === undefined ? undefined : '()';
        if (token.startsWith('/')) return token.replace(ESCAPED, unescaped);
        if (!/^[\0\t\n\f\r %]/.test(token)) return token;
      }
    },
    end: () => at,
    ended: () => at >= text.length,
  };
}

/** Whether the stream may contain objects: readers need these entries, not the type. */
export const mayHoldObjects = ({ entries }: PdfStream): boolean =>
  entries.some(({ name, value }) => [name, ...value].some((one) => ['/N', '/First', '/ObjStm'].includes(one)));

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
  if (['', 'null', '[ ]'].includes(chain)) return 'None';
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
  const [found, ...more] = entries.filter(({ name }) => name === '/Length');
  const [digits = '', ...rest] = found?.value ?? [];
  return more.length === 0 && rest.length === 0 && /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}
