// What bytes are, whatever they are called.
import { fileTypeFromBuffer } from 'file-type';

/** How many of the first bytes are enough to tell. */
export const TELLING_BYTES = 4_100;

/** The media type that the first bytes of a file tell; undefined when they tell none. */
export async function mediaTypeOf(beginning: Uint8Array): Promise<string | undefined> {
  return (await fileTypeFromBuffer(beginning))?.mime;
}
