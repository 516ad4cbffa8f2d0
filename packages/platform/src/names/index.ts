// Reduces names to what they look like, only for comparison, never for display.
import { CAPITALS, LETTERS, LOOKALIKES } from './letters.ts';

// Invisible characters, and characters that look like a space.
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const BLANK = /[\p{Cc}\p{Z}\u2800]+/gu;

/** As people see it: composed, without invisible characters. */
export function visibleName(written: string): string {
  return written.replace(UNSEEN, '').replace(BLANK, ' ').trim().normalize('NFC');
}

const tableOf = (lookalikes: Record<string, string>) =>
  new Map(Object.entries(lookalikes).flatMap(([letters, written]) => [...written].map((one) => [one, letters])));
const SMALL = tableOf(LOOKALIKES);
const CAPITAL = tableOf(CAPITALS);
const NAMED = tableOf(LETTERS);

const LATIN = /\p{Script=Latin}/u;
// A symbol is read as a letter only next to a letter: "S⍺nctia", but not "Ada × Bo".
const MAY_STAND_FOR_A_LETTER = /[\p{L}\p{Nl}]|(?<=[\p{L}\p{M}])\p{S}|\p{S}(?=\p{L})/gu;

// Marks around or across a letter, of combining class 1. Marks above and below are accents, which are kept.
const ACROSS = /\p{Me}|[\u0334-\u0338]|[\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/gu;
const BEYOND_ASCII = /[^\p{ASCII}]/gu;
const byName = (text: string) => text.replace(BEYOND_ASCII, (one) => NAMED.get(one) ?? one);

/**
 * Replaces every variant or lookalike of a Latin letter with that letter, in normal width; other letters are kept. A word with
 * some Latin letters is read as it looks; in any other word, capitals map to the same letters as small ones.
 */
export function plainLetters(written: string): string {
  // By name also before decomposition, which would keep the brackets of bracketed letters.
  const decomposed = byName(visibleName(written)).normalize('NFKD').replace(ACROSS, '');
  const words = byName(decomposed).split(' ');
  const read = words.map((word) => {
    const asItLooks = LATIN.test(word);
    return word.replace(MAY_STAND_FOR_A_LETTER, (one) => {
      const capital = asItLooks ? CAPITAL.get(one) : undefined;
      return capital ?? SMALL.get(one.toLowerCase()) ?? SMALL.get(one.toUpperCase().toLowerCase()) ?? one;
    });
  });
  // Decomposition may have added spaces.
  return read.join(' ').normalize('NFC').replace(BLANK, ' ').trim();
}

/** Letters and digits that are easily mistaken for each other. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[l1|]/g, 'i'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** Equal for all names that look alike, but also for some that do not, so a match must be verified. */
export function skeletonOf(written: string): string {
  const letters = plainLetters(written).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const alike = ALIKE.reduce((text, [taken, letter]) => text.replace(taken, letter), letters);
  return alike.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

const ONLY_LATIN = /^(?:[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])*$/u;

/**
 * The names to query a provider with: the visible name, and the name in plain letters if it differs. The latter only if it is
 * entirely Latin, because a mix of scripts is not a real name.
 */
export function askedNames(written: string): string[] {
  // A name of only invisible characters is queried as written.
  const seen = visibleName(written) || written;
  const plain = plainLetters(written);
  const isOther = plain.toLowerCase() !== seen.toLowerCase() && ONLY_LATIN.test(plain) && plain !== '';
  return isOther ? [seen, plain] : [seen];
}
