// The tokens of a PDF, byte by byte: a document may have millions of them. Pure.

/** Strings, also in hexadecimal, are one token. Stream: that word. Other: a bracket without a meaning. */
type Token = 'name' | 'word' | 'stream' | 'string' | '<<' | '>>' | '[' | ']' | 'other';

export interface Lexer {
  /** Without blanks and remarks. Undefined if there is none, or it has no end. */
  next(): Token | undefined;
  /** The last one: a name as "/Name" without its escapes, a string as "()" whatever is in it. */
  text(): string;
  end(): number;
}

const [REGULAR, BLANK, DELIMITER] = [0, 1, 2];
const CLASSES = new Uint8Array(256).fill(REGULAR);
for (const byte of Buffer.from('\0\t\n\f\r ')) CLASSES[byte] = BLANK;
for (const byte of Buffer.from('()<>[]{}/%')) CLASSES[byte] = DELIMITER;
const isBlank = (byte: number | undefined) => byte !== undefined && CLASSES[byte] === BLANK;
const isRegular = (byte: number | undefined) => byte !== undefined && CLASSES[byte] === REGULAR;

const codeOf = (letter: string) => letter.charCodeAt(0);
const [SLASH, PERCENT, OPEN, CLOSE, ESCAPE] = [codeOf('/'), codeOf('%'), codeOf('('), codeOf(')'), codeOf('\\')];
const [LESS, MORE, LEFT, RIGHT, LINE, RETURN] = [codeOf('<'), codeOf('>'), codeOf('['), codeOf(']'), 10, 13];

const STREAM = Buffer.from('stream');

const ESCAPED = /#([0-9A-Fa-f]{2})/g;
const unescaped = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));

export function lexerOf(bytes: Buffer, from: number, to: number): Lexer {
  const limit = Math.min(to, bytes.length);
  let at = from;
  let start = from;
  let token: Token | undefined;

  function skip(): void {
    for (; at < limit; at++) {
      if (bytes[at] === PERCENT) while (at < limit && bytes[at] !== LINE && bytes[at] !== RETURN) at++;
      else if (!isBlank(bytes[at])) return;
    }
  }

  function string(): Token | undefined {
    for (let depth = 0; at < limit; at++) {
      if (bytes[at] === ESCAPE) at++;
      else if (bytes[at] === OPEN) depth++;
      else if (bytes[at] === CLOSE && --depth === 0) {
        at++;
        return 'string';
      }
    }
    return undefined;
  }

  function hexadecimal(): Token | undefined {
    const end = bytes.indexOf(MORE, at);
    at = end === -1 ? limit : Math.min(limit, end + 1);
    return end === -1 || end >= limit ? undefined : 'string';
  }

  /** As many bytes. */
  function taken(count: number, one: Token): Token {
    at += count;
    return one;
  }

  function read(): Token | undefined {
    skip();
    start = at;
    if (at >= limit) return undefined;
    switch (bytes[at]) {
      case OPEN:
        return string();
      case LESS:
        return bytes[at + 1] === LESS ? taken(2, '<<') : hexadecimal();
      case MORE:
        return bytes[at + 1] === MORE ? taken(2, '>>') : taken(1, 'other');
      case LEFT:
        return taken(1, '[');
      case RIGHT:
        return taken(1, ']');
    }
    const first = bytes[at++];
    if (first !== SLASH && !isRegular(first)) return 'other';
    while (at < limit && isRegular(bytes[at])) at++;
    if (first === SLASH) return 'name';
    return first === STREAM[0] && bytes.compare(STREAM, 0, STREAM.length, start, at) === 0 ? 'stream' : 'word';
  }

  return {
    next() {
      token = read();
      return token;
    },
    text() {
      if (token === 'string') return '()';
      const text = bytes.toString('latin1', start, at);
      return token === 'name' && text.includes('#') ? text.replace(ESCAPED, unescaped) : text;
    },
    end: () => at,
  };
}
