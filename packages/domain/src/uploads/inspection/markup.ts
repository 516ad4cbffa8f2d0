// Markup hidden in images. A program that guesses types by the first bytes would treat such a file as HTML; others can be
// tricked into it by requesting the file under another name. Pure.

const TAG = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|\?php)\b/i;
/** Four letters occur by chance in a large image; a tag with text after it does not. */
const TAG_IN_USE = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|meta|\?php)[\s/>][\t\n\r\x20-\x7e]{8}/i;
const LONGEST = 32;
/** In UTF-16, a zero follows each letter. */
const ZEROS = /\0/g;

/** For short input, in which no tag occurs by chance. */
export function hasMarkup(bytes: Buffer): boolean {
  return TAG.test(bytes.toString('latin1').replace(ZEROS, ''));
}

export interface MarkupSearch {
  look(chunk: Uint8Array): void;
  found(): boolean;
}

/** For input of any length, chunk by chunk. */
export function searchMarkup(): MarkupSearch {
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
