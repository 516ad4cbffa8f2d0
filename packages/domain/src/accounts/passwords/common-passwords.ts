// Passwords that are guessed first: the most frequent ones in leaks, and those that anyone who knows the person would try. A
// password is compared as a whole, as NIST SP 800-63B requires, so a long one may contain anything. But a common one that is
// only repeated, or padded with digits and punctuation, is still common, unless the padding is longer than the password.
import { readFileSync } from 'node:fs';

/**
 * The 3,200 most frequent passwords of twelve characters or more, of which the package has few, and some others (see NOTICE).
 */
const LONG_ONES = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n');

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Loaded when someone first chooses a password: it takes a tenth of a second, and most processes never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...LONG_ONES].filter((one) => one !== '')),
  );
  return loaded;
}

export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await commonPasswords();
  return spellings(password.normalize('NFKC').toLowerCase()).some((one) => common.has(one));
}

/** Whether a password consists of these words, ignoring everything but letters. */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  const known = new Set(words.map(lettersOf).filter((one) => one.length >= 3));
  return unitsOf(lettersOf(password)).some((one) => known.has(one));
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/^\p{N}+|(?<!\p{N})\p{N}+$/gu, '');

function spellings(whole: string): string[] {
  const withoutSigns = whole.replaceAll(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
  const withoutDigits = whole.replaceAll(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '');
  return [whole, withoutSigns, withoutDigits].filter((one) => one.length * 2 >= whole.length).flatMap(unitsOf);
}

/** The text, and every shorter text of which it is a repetition. */
function unitsOf(text: string): string[] {
  const period = `${text}${text}`.indexOf(text, 1);
  const units = [text];
  for (let length = period; length > 0 && length <= text.length / 2; length += period) {
    if (text.length % length === 0) units.push(text.slice(0, length));
  }
  return units;
}
