// Finds where a text stops being valid JSON. The engine's own message quotes the text, which may contain personal data, and
// often has no position; this one has a position and quotes nothing.

export interface JsonFault {
  /** Both count from 1; columns count characters. */
  line: number;
  column: number;
  problem: string;
}

/** Undefined if the text is JSON. Nesting must be bounded before. */
export function findJsonFault(text: string): JsonFault | undefined {
  try {
    const end = skipBlank(text, endOfValue(text, skipBlank(text, 0)));
    if (end < text.length) throw new Unexpected(end, 'nothing may follow the JSON value');
    return undefined;
  } catch (error) {
    if (error instanceof Unexpected) return { ...placeOf(text, error.at), problem: error.problem };
    throw error;
  }
}

class Unexpected extends Error {
  readonly at: number;
  readonly problem: string;
  constructor(at: number, problem: string) {
    super(problem);
    this.at = at;
    this.problem = problem;
  }
}

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** The content of a string up to its closing quote. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON forbids.
const CHARACTERS = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/** The end of the match that starts at the position; the position itself if there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const skipBlank = (text: string, at: number) => endOf(BLANK, text, at);

function endOfValue(text: string, at: number): number {
  const first = text[at];
  if (first === '{') return endOfObject(text, at);
  if (first === '[') return endOfArray(text, at);
  if (first === '"') return endOfString(text, at);
  const end = Math.max(endOf(NUMBER, text, at), endOf(WORD, text, at));
  if (end > at) return end;
  if (first === undefined) throw new Unexpected(at, 'a value is missing: the JSON ends too early');
  if (first === "'") throw new Unexpected(at, 'strings must be in double quotes');
  if (first === '\ufeff') throw new Unexpected(at, 'there is a byte order mark: send UTF-8 without one');
  throw new Unexpected(
    at,
    'a value is expected: an object, an array, a string in double quotes, a number, true, false or null',
  );
}

function endOfObject(text: string, start: number): number {
  let at = skipBlank(text, start + 1);
  if (text[at] === '}') return at + 1;
  for (;;) {
    if (text[at] !== '"') throw new Unexpected(at, nameExpected(text[at]));
    at = skipBlank(text, endOfString(text, at));
    if (text[at] !== ':') throw new Unexpected(at, 'a colon is expected after the name of a field');
    at = skipBlank(text, endOfValue(text, skipBlank(text, at + 1)));
    if (text[at] === '}') return at + 1;
    if (text[at] !== ',') throw new Unexpected(at, `a comma or } is expected${earlyEnd(text, at)}`);
    at = skipBlank(text, at + 1);
  }
}

function endOfArray(text: string, start: number): number {
  let at = skipBlank(text, start + 1);
  if (text[at] === ']') return at + 1;
  for (;;) {
    if (text[at] === ']') throw new Unexpected(at, 'there is a comma before ]: remove it');
    at = skipBlank(text, endOfValue(text, at));
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') throw new Unexpected(at, `a comma or ] is expected${earlyEnd(text, at)}`);
    at = skipBlank(text, at + 1);
  }
}

function nameExpected(found: string | undefined): string {
  if (found === '}') return 'there is a comma before }: remove it';
  return 'the name of a field is expected, in double quotes';
}

const earlyEnd = (text: string, at: number) => (at < text.length ? '' : ': the JSON ends too early');

function endOfString(text: string, start: number): number {
  const at = endOf(CHARACTERS, text, start + 1);
  const found = text[at];
  if (found === '"') return at + 1;
  if (found === undefined) throw new Unexpected(start, 'the string that starts here is not closed');
  if (found === '\\') throw new Unexpected(at, 'this escape sequence is invalid: write \\\\ for a backslash');
  throw new Unexpected(at, 'line breaks and control characters in a string must be escaped, for example as \\n');
}

function placeOf(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}
