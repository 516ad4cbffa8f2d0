// Detects the media type from the bytes, whatever the file is called.
import { fileTypeFromBuffer } from 'file-type';

/** How many of the first bytes are enough. */
export const TELLING_BYTES = 4_100;

/** The media type according to the first bytes; undefined if unknown. */
export async function mediaTypeOf(beginning: Uint8Array): Promise<string | undefined> {
  return (await fileTypeFromBuffer(beginning))?.mime;
}
