// The tokens of a PDF, read byte by byte: a document may have millions of them. Pure.
import { BLANK, CLASSES, nameReaderOf, type PdfName, REGULAR } from './pdf-names.ts';

/** A string, including a hexadecimal one, is one token. Stream: that keyword. Other: a bracket without meaning. */
type Token = 'name' | 'word' | 'stream' | 'string' | '<<' | '>>' | '[' | ']' | 'other';

export interface Lexer {
  /** Continues at `at`, and ignores everything from `to` on. */
  seek(at: number, to: number): void;
  /** Skips white space and comments. Undefined if there is no further token, or it is incomplete. */
  next(): Token | undefined;
  /** The last token, if it is a relevant name, without its escapes. */
  name(): PdfName | undefined;
  /** The last token as written, up to this length; any string as "()". */
  text(most: number): string;
  end(): number;
}

const codeOf = (letter: string) => letter.charCodeAt(0);
const [SLASH, PERCENT, OPEN, CLOSE, ESCAPE] = [codeOf('/'), codeOf('%'), codeOf('('), codeOf(')'), codeOf('\\')];
const [LESS, MORE, LEFT, RIGHT, LINE, RETURN] = [codeOf('<'), codeOf('>'), codeOf('['), codeOf(']'), 10, 13];

const STREAM = Buffer.from('stream');

export function lexerOf(bytes: Buffer): Lexer {
  let limit = bytes.length;
  let at = 0;
  let start = 0;
  let token: Token | undefined;
  let name: PdfName | undefined;
  const names = nameReaderOf(bytes, () => limit);

  function skip(): void {
    for (; at < limit; at++) {
      if (bytes[at] === PERCENT) while (at < limit && bytes[at] !== LINE && bytes[at] !== RETURN) at++;
      else if (CLASSES[bytes[at] ?? 0] !== BLANK) return;
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
    at = limit;
    return undefined;
  }

  function hexadecimal(): Token | undefined {
    while (at < limit && bytes[at] !== MORE) at++;
    if (at >= limit) return undefined;
    at++;
    return 'string';
  }

  /** Consumes this number of bytes. */
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
      case SLASH:
        name = names.read(at + 1);
        at = names.end();
        return 'name';
    }
    if (CLASSES[bytes[at] ?? 0] !== REGULAR) return taken(1, 'other');
    while (at < limit && CLASSES[bytes[at] ?? 0] === REGULAR) at++;
    if (bytes[start] !== STREAM[0] || at - start !== STREAM.length) return 'word';
    return bytes.compare(STREAM, 0, STREAM.length, start, at) === 0 ? 'stream' : 'word';
  }

  return {
    seek(from, to) {
      at = from;
      limit = Math.min(to, bytes.length);
    },
    next() {
      name = undefined;
      token = read();
      return token;
    },
    name: () => name,
    text: (most) => (token === 'string' ? '()' : bytes.toString('latin1', start, Math.min(at, start + most))),
    end: () => at,
  };
}
