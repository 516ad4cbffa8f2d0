// The metadata that phones of one large manufacturer append to a JPEG: short entries, then a directory of them. Pure.

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
