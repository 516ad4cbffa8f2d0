// Pages hidden in pictures. Whoever guesses a type by its first bytes would take such a file for a page; others are made to, by
// being asked for it under another name. Pure.

const TAGS = '(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|\\?php)';
const TAG = new RegExp(`<${TAGS}\\b`, 'i');
/** Four letters occur by chance in a large picture. Not so a tag with something written behind it. */
const TAG_IN_USE = new RegExp(`<${TAGS}[\\s/>][\\t\\n\\r\\x20-\\x7e]{8}`, 'i');
const LONGEST = 32;
/** Behind each letter a zero: the same in two-byte letters. */
const ZEROS = /\0/g;

/** Of few bytes, in which none occurs by chance. */
export function hasMarkup(bytes: Buffer): boolean {
  return TAG.test(bytes.toString('latin1').replace(ZEROS, ''));
}

export interface MarkupSearch {
  look(chunk: Uint8Array): void;
  found(): boolean;
}

/** Of however many bytes, as they come. */
export function searchMarkup(): MarkupSearch {
  let found = false;
  let before = '';
  return {
    look(chunk) {
      if (found) return;
      const text = before + latin1(chunk);
      found = TAG_IN_USE.test(text) || (text.includes('\0') && TAG_IN_USE.test(text.replace(ZEROS, '')));
      // Twice as much, because half of it may be zeros.
      before = text.slice(-2 * LONGEST);
    },
    found: () => found,
  };
}

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
