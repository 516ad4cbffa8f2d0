// Whether bytes are of the declared type, and of no other type at the same time. Polyglot files have two types at once, such
// as a PDF for programs that read the beginning and an archive for programs that read the end. Pure, one chunk at a time:
// only both ends are kept in memory, or all of a PDF.
import type { DocumentContentType, DocumentFinding, DocumentRefusal } from '@onboarding/contract';
// Imports only the limits of the contract, so that a box starts quickly.
import { IMAGE_MEGAPIXELS } from '@onboarding/contract/limits';
import { mediaTypeOf, TELLING_BYTES } from '@onboarding/platform/media-type';
import { areCameraNotes, hasMarkup, searchMarkup } from './beside-the-image.ts';
import { searchFindings } from './pdf-findings.ts';
import { type PictureWalk, walkJpeg, walkPng } from './picture-walk.ts';

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
