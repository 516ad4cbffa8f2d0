// Reduces names to what they look like, for comparing them, never for showing them.
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

const LATIN = /\p{Script=Latin}/u;
// A symbol is read as a letter only beside one: "S⍺nctia", but not "Ada × Bo".
const MAY_STAND_FOR_A_LETTER = /[\p{L}\p{Nl}]|(?<=[\p{L}\p{M}])\p{S}|\p{S}(?=\p{L})/gu;

/**
 * Replaces everything that looks like a Latin letter by that letter, in normal width; other letters stay. A word with
 * some Latin letters is read as it looks; in any other word capitals map to the same letters as small ones.
 */
export function plainLetters(written: string): string {
  const words = visibleName(written).normalize('NFKD').split(' ');
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
