// Whether bytes are what they are said to be, and nothing else at the same time. Some files are two things at once, such as a
// document for those who look at its beginning and an archive for those who look at its end. Pure.
import type { DocumentContentType } from '@onboarding/contract';
import { mediaTypeOf, TELLING_BYTES } from '@onboarding/platform/media-type';

/** What is looked at. `end` reaches as far back as an archive's directory may have to be looked for. */
export interface Content {
  beginning: Buffer;
  end: Buffer;
  sizeBytes: number;
}

export const BEGINNING_BYTES = TELLING_BYTES;
const ZIP_END_BYTES = 22;
export const END_BYTES = ZIP_END_BYTES + 0xffff;

export async function isPlainly(contentType: DocumentContentType, content: Content): Promise<boolean> {
  return (
    (await mediaTypeOf(content.beginning)) === contentType &&
    WHOLE[contentType](content) &&
    !hasMarkup(content.beginning) &&
    !hasArchiveDirectory(content)
  );
}

const WHOLE: Record<DocumentContentType, (content: Content) => boolean> = {
  // Readers look for the first line anywhere in the first KiB, which is room for something else before it.
  'application/pdf': ({ beginning, end }) => startsWith(beginning, '%PDF-') && /%%EOF\s*$/.test(lastKib(end)),
  // Cameras fill up with zeros, and those of one large maker add a block of their own, which ends with these letters.
  'image/jpeg': ({ end }) => /(?:\xff\xd9|SEFT)\0*$/.test(end.subarray(-1024).toString('latin1')),
  'image/png': ({ end }) => end.subarray(-PNG_END.length).equals(PNG_END),
};

const PNG_END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

const startsWith = (bytes: Buffer, text: string) => bytes.subarray(0, text.length).toString('latin1') === text;
/** Zeros count as white space, as in the format itself. */
const lastKib = (bytes: Buffer) => bytes.subarray(-1024).toString('latin1').replaceAll('\0', ' ');

const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|\?php)\b/i;

/** Whoever guesses a type by its beginning would take it for a page, or run it. */
function hasMarkup(beginning: Buffer): boolean {
  // Without zeros, so that it is found in two-byte letters as well.
  return MARKUP.test(beginning.subarray(0, 1024).toString('latin1').replaceAll('\0', ''));
}

/**
 * Programs find an archive by its end: a record that says where the directory is, behind which there may be up to 64 KiB of
 * anything. The four letters alone also occur by chance in compressed pictures, so the record must make sense.
 */
function hasArchiveDirectory({ end, sizeBytes }: Content): boolean {
  for (let at = end.indexOf('PK\x05\x06', 0, 'latin1'); at !== -1; at = end.indexOf('PK\x05\x06', at + 1, 'latin1')) {
    if (at + ZIP_END_BYTES <= end.length && isDirectoryEnd(end, at, sizeBytes - end.length)) return true;
  }
  return false;
}

/** `before`: how many bytes of the file come before `end`. */
function isDirectoryEnd(end: Buffer, at: number, before: number): boolean {
  const entriesHere = end.readUInt16LE(at + 8);
  const entries = end.readUInt16LE(at + 10);
  const directoryBytes = end.readUInt32LE(at + 12);
  const offset = end.readUInt32LE(at + 16);
  // A large archive says so here, and the rest in a record before.
  const locator = at >= 20 && end.subarray(at - 20, at - 16).toString('latin1') === 'PK\x06\x07';
  if (locator) return true;
  if (entriesHere !== entries || offset + directoryBytes > before + at) return false;
  if (entries === 0) return directoryBytes === 0;
  const directory = at - directoryBytes;
  if (directory < 0) return directoryBytes >= entries * 46;
  return end.subarray(directory, directory + 4).toString('latin1') === 'PK\x01\x02';
}
