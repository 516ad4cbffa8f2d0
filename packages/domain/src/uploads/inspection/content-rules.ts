// Whether bytes are of the declared type, and of no other type at the same time. Polyglot files have two types at once, such
// as a PDF for programs that read the beginning and an archive for programs that read the end. Pure, one chunk at a time:
// only both ends are kept in memory, or all of a PDF.
import type { DocumentContentType, DocumentFinding, DocumentRefusal } from '@onboarding/contract';
import { IMAGE_MEGAPIXELS } from '@onboarding/contract/limits';
import { mediaTypeOf, TELLING_BYTES } from '@onboarding/platform/media-type';
import { searchFindings } from './pdf-findings.ts';
import { type PictureWalk, walkJpeg, walkPng } from './picture-walk.ts';

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
function areCameraNotes(bytes: Buffer): boolean {
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

// Imports only the limits of the contract, so that a box starts quickly.

/** The inspected parts. `end` is as long as the search for an archive's directory requires. */
interface Content {
  beginning: Buffer;
  end: Buffer;
  sizeBytes: number;
}

/** How far from the beginning, and from the end, readers search for the markers of a PDF. */
const KIB = 1024;
const BEGINNING_BYTES = TELLING_BYTES;
const ZIP_END_BYTES = 22;
const END_BYTES = ZIP_END_BYTES + 0xffff;
/** A few bytes can declare an image so large that a browser or thumbnailer runs out of memory. */
const PIXELS_MOST = IMAGE_MEGAPIXELS * 1_000_000;

type Refusal = Extract<DocumentRefusal, 'ContentMismatch' | 'TooLarge'> | null;

export interface Judgement {
  /** Null if it is only of the declared type, and not too large. */
  refusal: Refusal;
  /** What an analyst should know even if it is accepted. */
  findings: DocumentFinding[];
}

export interface Judge {
  look(chunk: Uint8Array): void;
  /** Call after the last byte. Fast, so that it is known even if searching the document takes too long. */
  refusal(): Promise<Refusal>;
  /** Call after `refusal`. */
  findings(): DocumentFinding[];
}

/** Parses a file of each type from its first byte to its last. */
interface Follower {
  look(chunk: Uint8Array): void;
  refusal(content: Content): Promise<Refusal>;
  findings(): DocumentFinding[];
}

const FOLLOWERS: Record<DocumentContentType, () => Follower> = {
  'application/pdf': () => ({
    ...searchFindings(),
    refusal: async (content) => ((await isDocument(content)) ? null : 'ContentMismatch'),
  }),
  'image/jpeg': () => picture('image/jpeg', walkJpeg(), areCameraNotes),
  'image/png': () => picture('image/png', walkPng(), () => false),
};

export const isContentType = (name: string): name is DocumentContentType => Object.hasOwn(FOLLOWERS, name);

function picture(type: DocumentContentType, walk: PictureWalk, mayFollow: (behind: Buffer) => boolean): Follower {
  const markup = searchMarkup();
  return {
    look(chunk) {
      walk.look(chunk);
      markup.look(chunk);
    },
    async refusal(content) {
      const { ended, foreign, bytesBehind, pixels } = walk.outcome();
      const behind = bytesBehind > content.end.length ? undefined : content.end.subarray(-bytesBehind);
      const alone = !foreign || (behind !== undefined && mayFollow(behind));
      const whole = ended && alone && !markup.found();
      if (!whole || (await mediaTypeOf(content.beginning)) !== type) return 'ContentMismatch';
      return pixels > PIXELS_MOST ? 'TooLarge' : null;
    },
    findings: () => [],
  };
}

/**
 * The header must be within the first KiB, where readers search for it, and must not be preceded by a file of another type.
 * The last line must be within the last KiB; programs and mails append bytes after it, which must not be HTML.
 */
async function isDocument({ beginning, end }: Content): Promise<boolean> {
  const first = beginning.subarray(0, KIB).indexOf('%PDF-', 0, 'latin1');
  if (first === -1) return false;
  const itself = await mediaTypeOf(beginning.subarray(first));
  const whole = first === 0 ? itself : await mediaTypeOf(beginning);
  if (itself !== PDF || (whole !== undefined && whole !== PDF)) return false;
  const last = end.subarray(-KIB);
  const eof = last.lastIndexOf('%%EOF', undefined, 'latin1');
  return eof !== -1 && !hasMarkup(last.subarray(eof)) && !startsWith(beginning, '#!');
}

const PDF = 'application/pdf';
const startsWith = (bytes: Buffer, text: string) => bytes.subarray(0, text.length).toString('latin1') === text;

export function createJudge(contentType: DocumentContentType): Judge {
  const follower = FOLLOWERS[contentType]();
  let beginning: Buffer = Buffer.alloc(0);
  /** The last chunks, as many as `end` needs. */
  const last: Uint8Array[] = [];
  let lastBytes = 0;
  let sizeBytes = 0;

  return {
    look(chunk) {
      sizeBytes += chunk.byteLength;
      if (beginning.length < BEGINNING_BYTES) {
        beginning = Buffer.concat([beginning, chunk.subarray(0, BEGINNING_BYTES - beginning.length)]);
      }
      last.push(chunk);
      lastBytes += chunk.byteLength;
      for (let [first] = last; first !== undefined && lastBytes - first.byteLength >= END_BYTES; [first] = last) {
        last.shift();
        lastBytes -= first.byteLength;
      }
      follower.look(chunk);
    },
    async refusal() {
      const content = { beginning, end: Buffer.concat(last).subarray(-END_BYTES), sizeBytes };
      const refusal = await follower.refusal(content);
      const alone = !hasMarkup(beginning.subarray(0, KIB)) && !hasArchiveDirectory(content);
      return alone ? refusal : 'ContentMismatch';
    },
    findings: follower.findings,
  };
}

/**
 * Programs find an archive by its end: a record that points to the directory, followed by up to 64 KiB of arbitrary data. The
 * four magic bytes also occur by chance in compressed images, so the record must be plausible.
 */
function hasArchiveDirectory({ end, sizeBytes }: Content): boolean {
  for (let at = end.indexOf('PK\x05\x06', 0, 'latin1'); at !== -1; at = end.indexOf('PK\x05\x06', at + 1, 'latin1')) {
    if (at + ZIP_END_BYTES <= end.length && isDirectoryEnd(end, at, sizeBytes - end.length)) return true;
  }
  return false;
}

/** `before`: the number of bytes of the file before `end`. */
function isDirectoryEnd(end: Buffer, at: number, before: number): boolean {
  const entriesHere = end.readUInt16LE(at + 8);
  const entries = end.readUInt16LE(at + 10);
  const directoryBytes = end.readUInt32LE(at + 12);
  const offset = end.readUInt32LE(at + 16);
  // The marker of a large archive, which has its values in an earlier record.
  const locator = at >= 20 && end.subarray(at - 20, at - 16).toString('latin1') === 'PK\x06\x07';
  if (locator) return true;
  if (entriesHere !== entries || offset + directoryBytes > before + at) return false;
  if (entries === 0) return directoryBytes === 0;
  const directory = at - directoryBytes;
  if (directory < 0) return directoryBytes >= entries * 46;
  return end.subarray(directory, directory + 4).toString('latin1') === 'PK\x01\x02';
}

// Markup hidden in images. A program that guesses types by the first bytes would treat such a file as HTML; others can be
// tricked into it by requesting the file under another name.

const TAG = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|\?php)\b/i;
/** Four letters occur by chance in a large image; a tag with text after it does not. */
const TAG_IN_USE = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|\?php)[\s/>][\t\n\r\x20-\x7e]{8}/i;
const LONGEST = 32;
/** In UTF-16, a zero follows each letter. */
const ZEROS = /\0/g;

/** For short input, in which no tag occurs by chance. */
function hasMarkup(bytes: Buffer): boolean {
  return TAG.test(bytes.toString('latin1').replace(ZEROS, ''));
}

interface MarkupSearch {
  look(chunk: Uint8Array): void;
  found(): boolean;
}

/** For input of any length, chunk by chunk. */
function searchMarkup(): MarkupSearch {
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
