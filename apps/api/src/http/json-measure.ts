// Counts the values of a JSON text from its bytes, before the expensive parsing.

export interface JsonMeasure {
  /** Members of objects, elements of arrays and the root. An empty object or array counts twice. */
  values: number;
  depth: number;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/** The result is meaningless for invalid JSON, which the parser refuses later. */
export function measureJson(bytes: Uint8Array): JsonMeasure {
  let values = 1;
  let level = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte === COMMA) values++;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      values++;
      level++;
      if (level > depth) depth = level;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) level--;
  }
  return { values, depth };
}

/** The position of the string's closing quote. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
