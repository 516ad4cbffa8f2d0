// Finds the relevant names of a PDF with a state table, so that each byte is read only once, regardless of its context. Pure.

export const [REGULAR, BLANK] = [0, 1];
const DELIMITER = 2;
/** The class of each byte in the PDF format. */
export const CLASSES = new Uint8Array(256).fill(REGULAR);
for (const byte of Buffer.from('\0\t\n\f\r ')) CLASSES[byte] = BLANK;
for (const byte of Buffer.from('()<>[]{}/%')) CLASSES[byte] = DELIMITER;

const NAMES = [
  'JavaScript',
  'OnInstantiate',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'EF',
  'RichMedia',
  'GoToE',
  'SubmitForm',
  'XFA',
  'Encrypt',
  'N',
  'First',
  'ObjStm',
  'Filter',
  'F',
  'DecodeParms',
  'DP',
  'Length',
  'FlateDecode',
  'Fl',
  'Predictor',
] as const;
export type PdfName = (typeof NAMES)[number];

const HASH = '#'.charCodeAt(0);
const HEX = new Int8Array(256).fill(-1);
for (let digit = 0; digit < 16; digit++) {
  HEX[digit.toString(16).charCodeAt(0)] = digit;
  HEX[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

/** The next state by current state and byte: 0 is a dead end, and reading starts in 1. */
const STEPS = new Uint8Array(256 * 256);
const ENDS: (PdfName | undefined)[] = [];
let states = 2;
for (const name of NAMES) {
  let state = 1;
  for (const letter of Buffer.from(name)) {
    const step = 256 * state + letter;
    if (STEPS[step] === 0) STEPS[step] = states++;
    state = STEPS[step] ?? 0;
  }
  ENDS[state] = name;
}
if (states > 256) throw new Error('There are more names than the table has room for');

export interface NameReader {
  /** The relevant name that starts here, if any. Any letter may be escaped. */
  read(at: number): PdfName | undefined;
  /** Where the name ended. */
  end(): number;
}

export function nameReaderOf(bytes: Uint8Array, limit: () => number): NameReader {
  let at = 0;
  return {
    read(from) {
      const to = limit();
      let state = 1;
      for (at = from; at < to; at++) {
        let letter = bytes[at] ?? 0;
        if (CLASSES[letter] !== REGULAR) break;
        if (letter === HASH && at + 2 < bytes.length) {
          const [high = -1, low = -1] = [HEX[bytes[at + 1] ?? 0], HEX[bytes[at + 2] ?? 0]];
          if (high >= 0 && low >= 0) {
            letter = 16 * high + low;
            at += 2;
          }
        }
        state = STEPS[256 * state + letter] ?? 0;
      }
      return ENDS[state];
    },
    end: () => at,
  };
}
