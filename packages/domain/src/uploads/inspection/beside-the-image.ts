// What image files contain besides the image: markup, which is refused, and the notes of cameras, which are accepted. Pure.

// A program that guesses types by the first bytes would treat such a file as HTML; others can be
// tricked into it by requesting the file under another name.

const TAG = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|\?php)\b/i;
/** Four letters occur by chance in a large image; a tag with text after it does not. */
const TAG_IN_USE = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|\?php)[\s/>][\t\n\r\x20-\x7e]{8}/i;
const LONGEST = 32;
/** In UTF-16, a zero follows each letter. */
const ZEROS = /\0/g;

/** For short input, in which no tag occurs by chance. */
export function hasMarkup(bytes: Buffer): boolean {
  return TAG.test(bytes.toString('latin1').replace(ZEROS, ''));
}

export interface MarkupSearch {
  look(chunk: Uint8Array): void;
  found(): boolean;
}

/** For input of any length, chunk by chunk. */
export function searchMarkup(): MarkupSearch {
  let found = false;
  let before = '';
  return {
    look(chunk) {
      if (found) return;
      const text = before + latin1(chunk);
      found = TAG_IN_USE.test(text) || (text.includes('\0') && TAG_IN_USE.test(text.replace(ZEROS, '')));
      // Twice as long, because half of it may be zeros.
      before = text.slice(-2 * LONGEST);
    },
    found: () => found,
  };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

// The metadata that phones of one large manufacturer append to a JPEG: short entries, then a directory of them.

/** The maximum size of all entries together. Each has only a few words. */
const NOTES_MOST = 16 * 1024;
const WORDS = /^[\t\n\r\x20-\x7e]*$/;
const NAME = /^\w+$/;

const [BLOCK_HEAD, DIRECTORY_HEAD, ENTRY, FOOT] = [8, 12, 12, 8];

/**
 * Whether this is such a directory with exactly the entries that it lists, all of them text: any other data after a JPEG is
 * meant for another program. Zeros may follow.
 */
export function areCameraNotes(bytes: Buffer): boolean {
  const notes = bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
  const foot = notes.length - FOOT;
  if (foot < DIRECTORY_HEAD || notes.length > NOTES_MOST || notes.toString('latin1', foot + 4) !== 'SEFT') return false;
  const start = foot - notes.readUInt32LE(foot);
  if (start < 0 || foot - start < DIRECTORY_HEAD || notes.toString('latin1', start, start + 4) !== 'SEFH') return false;
  const count = notes.readUInt32LE(start + 8);
  if (start + DIRECTORY_HEAD + count * ENTRY !== foot) return false;
  const blocks = Array.from({ length: count }, (_, index) => {
    const entry = notes.subarray(start + DIRECTORY_HEAD + index * ENTRY);
    return { type: entry.readUInt32LE(0), from: start - entry.readUInt32LE(4), bytes: entry.readUInt32LE(8) };
  }).sort((one, other) => one.from - other.from);
  let at = 0;
  for (const { type, from, bytes: size } of blocks) {
    if (from !== at || !isNote(notes.subarray(at, Math.min(at + size, start)), type, size)) return false;
    at += size;
  }
  return count > 0 && at === start;
}

function isNote(block: Buffer, type: number, size: number): boolean {
  if (block.length < BLOCK_HEAD || block.length !== size || block.readUInt32LE(0) !== type) return false;
  const words = block.toString('latin1', BLOCK_HEAD);
  const nameLength = block.readUInt32LE(4);
  return NAME.test(words.slice(0, nameLength)) && WORDS.test(words) && nameLength <= words.length;
}
