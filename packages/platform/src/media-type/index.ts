// Detects the media type from the bytes, regardless of the file name.
import { fileTypeFromBuffer } from 'file-type';

/** How many of the first bytes are needed. */
export const TELLING_BYTES = 4_100;

/** Undefined if the type is unknown. */
export async function mediaTypeOf(beginning: Uint8Array): Promise<string | undefined> {
  return (await fileTypeFromBuffer(beginning))?.mime;
}
