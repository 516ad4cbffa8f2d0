// Finds the names of active content in arbitrary bytes: an automaton that reads each byte once, because a name may be in a
// comment, the comment in a gap, and a gap of any length before a value. Pure.
import type { DocumentFinding } from '@onboarding/contract';
import { BLANK, CLASSES, nameReaderOf, type PdfName } from './pdf-names.ts';

/** The finding that each name indicates. */
export const FINDINGS: Partial<Record<PdfName, DocumentFinding>> = {
  JavaScript: 'JavaScript',
  OnInstantiate: 'JavaScript',
  JS: 'JavaScript',
  Launch: 'Launch',
  EmbeddedFile: 'EmbeddedFile',
  EmbeddedFiles: 'EmbeddedFile',
  FileAttachment: 'EmbeddedFile',
  EF: 'EmbeddedFile',
  // RichMedia contains a tree of embedded files; GoToE opens one of them.
  RichMedia: 'EmbeddedFile',
  GoToE: 'EmbeddedFile',
  SubmitForm: 'SubmitForm',
  XFA: 'Xfa',
  Encrypt: 'Encrypted',
};

/**
 * Three letters occur by chance in compressed images, so short names count only before a value. Each has one bit per stage:
 * after the name, after the first number of a reference, and after the second.
 */
const SHORT: Partial<Record<PdfName, number>> = { JS: 0b001, EF: 0b010, XFA: 0b100 };
const STAGE = 3;
const NAMED = 0b111;
const [ALL_JS, ALL_EF, ALL_XFA] = [SHORT.JS ?? 0, SHORT.EF ?? 0, SHORT.XFA ?? 0];

const codeOf = (letter: string) => letter.charCodeAt(0);
const [SLASH, PERCENT, OPEN, LESS, LEFT, LINE, RETURN] = [...'/%(<[\n\r'].map(codeOf) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const REFERENCE = codeOf('R');
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;

const NEAR = 32;

/**
 * The next occurrence of a byte, or the end. A call of indexOf costs as much as comparing many bytes, so the nearest ones are
 * compared first: fast where the byte is rare, and not slower in a file that contains it everywhere.
 */
export function nextOf(bytes: Buffer, byte: number, from: number): number {
  const near = Math.min(from + NEAR, bytes.length);
  for (let at = from; at < near; at++) if (bytes[at] === byte) return at;
  const next = bytes.indexOf(byte, near);
  return next === -1 ? bytes.length : next;
}

/** `sure`: the bytes are not compressed, so nothing occurs by chance, and the names are enough. */
export function searchSigns(bytes: Buffer, sure: boolean, note: (finding: DocumentFinding) => void): void {
  const names = nameReaderOf(bytes, () => bytes.length);
  /**
   * The short names whose value may come next; and those suspended until the end of the line, because a comment has begun.
   */
  let awaiting = 0;
  let remarked = 0;

  function noteShort(found: number): void {
    if (found & ALL_JS) note('JavaScript');
    if (found & ALL_EF) note('EmbeddedFile');
    if (found & ALL_XFA) note('Xfa');
  }

  /** Returns where to continue. */
  function readName(at: number): number {
    const name = names.read(at + 1);
    awaiting = 0;
    const short = name === undefined ? undefined : SHORT[name];
    if (short !== undefined && !sure) awaiting = short;
    else if (name !== undefined && FINDINGS[name] !== undefined) note(FINDINGS[name]);
    return names.end();
  }

  function readValue(at: number): number {
    const byte = bytes[at] ?? 0;
    if (isDigit(byte)) {
      let end = at + 1;
      while (isDigit(bytes[end])) end++;
      // There is no stage after the second number.
      awaiting = (awaiting << STAGE) & ((NAMED << STAGE) | (NAMED << (2 * STAGE)));
      return end;
    }
    if (byte === REFERENCE) noteShort(awaiting >> (2 * STAGE));
    noteShort(awaiting & valuesAt(bytes, at));
    awaiting = 0;
    return at + 1;
  }

  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte === SLASH) at = readName(at);
    else if ((awaiting | remarked) === 0) at = nextOf(bytes, SLASH, at + 1);
    else if (byte === LINE || byte === RETURN) {
      awaiting |= remarked;
      remarked = 0;
      at++;
    } else if (byte === PERCENT) {
      remarked |= awaiting;
      awaiting = 0;
      at++;
    } else if (awaiting === 0 || CLASSES[byte] === BLANK) at++;
    else at = readValue(at);
  }
}

/** The short names that accept a value that begins like this. */
function valuesAt(bytes: Buffer, at: number): number {
  if (bytes[at] === LEFT) return ALL_XFA;
  if (bytes[at] === OPEN) return ALL_XFA | (isText(bytes, at + 1) ? ALL_JS : 0);
  if (bytes[at] !== LESS) return 0;
  return bytes[at + 1] === LESS ? ALL_EF | ALL_XFA : isHexadecimal(bytes, at + 1) ? ALL_JS : 0;
}

const MARKS = [Buffer.from([0xfe, 0xff]), Buffer.from([0xff, 0xfe]), Buffer.from([0xef, 0xbb, 0xbf])];
const SAMPLE = 4;

/** Four printable characters, or a byte order mark. */
function isText(bytes: Buffer, at: number): boolean {
  if (MARKS.some((mark) => bytes.subarray(at, at + mark.length).equals(mark))) return true;
  const sample = bytes.subarray(at, at + SAMPLE);
  return (
    sample.length === SAMPLE && sample.every((byte) => (byte >= 0x20 && byte <= 0x7e) || (byte >= 9 && byte <= 13))
  );
}

function isHexadecimal(bytes: Buffer, at: number): boolean {
  return /^[0-9A-Fa-f\s]{4}$/.test(bytes.toString('latin1', at, at + SAMPLE));
}
