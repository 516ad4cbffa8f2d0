// Reduces names to what they look like, for comparing them, never for showing them.
import { LETTERS } from './letters.ts';
import { CAPITALS, LOOKALIKES } from './lookalikes.ts';

// Invisible characters, and those that look like a blank.
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
// A symbol is read as a letter only beside one: "S⍺nctia", but not "Ada × Bo".
const MAY_STAND_FOR_A_LETTER = /[\p{L}\p{Nl}]|(?<=[\p{L}\p{M}])\p{S}|\p{S}(?=\p{L})/gu;

// Marks around a letter, or across it: the general ones of combining class 1. Those above and below are accents, which stay.
const ACROSS = /\p{Me}|[\u0334-\u0338]|[\u20d2\u20d3\u20d8-\u20da\u20e5\u20e6\u20ea\u20eb]/gu;
const BEYOND_ASCII = /[^\p{ASCII}]/gu;
const byName = (text: string) => text.replace(BEYOND_ASCII, (one) => NAMED.get(one) ?? one);

/**
 * Replaces everything that is a form of a Latin letter, or looks like one, by that letter, in normal width; other letters
 * stay. A word with some Latin letters is read as it looks; in any other word capitals map to the same letters as small ones.
 */
export function plainLetters(written: string): string {
  // By name before decomposition too, which would leave the brackets of letters in brackets.
  const decomposed = byName(visibleName(written)).normalize('NFKD').replace(ACROSS, '');
  const words = byName(decomposed).split(' ');
  const read = words.map((word) => {
    const asItLooks = LATIN.test(word);
    return word.replace(MAY_STAND_FOR_A_LETTER, (one) => {
      const capital = asItLooks ? CAPITAL.get(one) : undefined;
      return capital ?? SMALL.get(one.toLowerCase()) ?? SMALL.get(one.toUpperCase().toLowerCase()) ?? one;
    });
  });
  // Decomposition may have added blanks.
  return read.join(' ').normalize('NFC').replace(BLANK, ' ').trim();
}

/** Letters of the alphabet that are mistaken for each other, depending on how they are written. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[l1|]/g, 'i'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** The same for all names that look alike, and for some that do not, so a match must be checked again. */
export function skeletonOf(written: string): string {
  const letters = plainLetters(written).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const alike = ALIKE.reduce((text, [taken, letter]) => text.replace(taken, letter), letters);
  return alike.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

const ONLY_LATIN = /^(?:[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])*$/u;

/**
 * The names to search for where a provider compares: as seen, and in plain letters if they differ. Plain letters only if
 * all of them are Latin: a mix of scripts is no real name.
 */
export function askedNames(written: string): string[] {
  // A name of invisible characters only is searched for as written.
  const seen = visibleName(written) || written;
  const plain = plainLetters(written);
  const isOther = plain.toLowerCase() !== seen.toLowerCase() && ONLY_LATIN.test(plain) && plain !== '';
  return isOther ? [seen, plain] : [seen];
}
