// Passwords that are guessed first: those found most often in leaks, and those that anybody who knows the person would try.
// A password is compared whole, as NIST SP 800-63B has it, so a long one may contain whatever it likes. But a common one that
// was only typed twice, or filled up with digits and signs to be long enough, is still the same one, unless there is more filling
// than password.
import { readFileSync } from 'node:fs';

/** The 3,200 found most often among those of twelve characters and more, of which the package has few, and some more (see NOTICE). */
const LONG_ONES = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n');

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Read when somebody first chooses a password: it takes a tenth of a second, and most processes never need it. */
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

/** Whether a password is one of these words, whatever stands between its letters and around them. */
export function isMadeOf(password: string, words: readonly string[]): boolean {
  const known = new Set(words.map(lettersOf).filter((one) => one.length >= 3));
  return unitsOf(lettersOf(password)).some((one) => known.has(one));
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/^\p{N}+|\p{N}+$/gu, '');

function spellings(whole: string): string[] {
  const withoutSigns = whole.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const withoutDigits = whole.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
  return [whole, withoutSigns, withoutDigits].filter((one) => one.length * 2 >= whole.length).flatMap(unitsOf);
}

/** The text, and everything of which it is made by repeating it from end to end. */
function unitsOf(text: string): string[] {
  const period = `${text}${text}`.indexOf(text, 1);
  const units = [text];
  for (let length = period; length > 0 && length <= text.length / 2; length += period) {
    if (text.length % length === 0) units.push(text.slice(0, length));
  }
  return units;
}
