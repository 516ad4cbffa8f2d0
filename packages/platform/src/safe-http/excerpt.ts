/** How much of an answer is kept. One more byte is read, to know whether there is more. */
export const EXCERPT_BYTES = 4096;

/** Control characters, and those that turn the direction of writing: they could make a log or a page lie. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
const LINES = /[\t\n\v\f\r]+/g;

/** The beginning of a body as text, cut between two characters; null if it is empty. */
export function excerptOf(chunks: readonly Uint8Array[]): string | null {
  if (chunks.length === 0) return null;
  const read = Buffer.concat(chunks);
  const text = decodeStart(read).replaceAll(LINES, ' ').replaceAll(CONTROLS, '');
  // Invalid bytes became replacement characters, which are longer.
  const kept = Buffer.byteLength(text) <= EXCERPT_BYTES ? text : decodeStart(Buffer.from(text));
  return kept === '' ? null : kept;
}

/** In streaming mode, so that an incomplete character at the end is omitted. */
function decodeStart(bytes: Buffer): string {
  const cut = bytes.length > EXCERPT_BYTES;
  return new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES), { stream: cut });
}
