/** How much of a response is kept. One more byte is read, to detect whether there is more. */
export const EXCERPT_BYTES = 4096;

/** Control and bidirectional characters, which could falsify what a log or a page shows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matching control characters is the purpose
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const LINES = /[\t\n\v\f\r]+/g;

/** The beginning of a body as text, truncated between two characters; null if it is empty. */
export function excerptOf(chunks: readonly Uint8Array[]): string | null {
  if (chunks.length === 0) return null;
  const read = Buffer.concat(chunks);
  const text = decodeStart(read).replaceAll(LINES, ' ').replaceAll(CONTROLS, '');
  // Invalid bytes became replacement characters, which take more bytes.
  const kept = Buffer.byteLength(text) <= EXCERPT_BYTES ? text : decodeStart(Buffer.from(text));
  return kept === '' ? null : kept;
}

/** In streaming mode, so that an incomplete character at the end is omitted. */
function decodeStart(bytes: Buffer): string {
  const cut = bytes.length > EXCERPT_BYTES;
  return new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES), { stream: cut });
}
