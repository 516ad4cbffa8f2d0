// What a name looks like, whatever characters it is written with: for comparing names, never for showing them.
import { CAPITALS, LOOKALIKES } from './lookalikes.ts';

// What is not seen at all, and what is seen as a blank.
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const BLANK = /[\p{Cc}\p{Z}\u2800]+/gu;

/** As it is seen: composed, without what nobody sees. */
export function visibleName(written: string): string {
  return written.replace(UNSEEN, '').replace(BLANK, ' ').trim().normalize('NFC');
}

const tableOf = (lookalikes: Record<string, string>) =>
  new Map(Object.entries(lookalikes).flatMap(([letters, written]) => [...written].map((one) => [one, letters])));
const SMALL = tableOf(LOOKALIKES);
const CAPITAL = tableOf(CAPITALS);

const LATIN = /\p{Script=Latin}/u;
// A symbol stands for a letter only beside one: "S⍺nctia", but not "Ada × Bo".
const MAY_STAND_FOR_A_LETTER = /[\p{L}\p{Nl}]|(?<=[\p{L}\p{M}])\p{S}|\p{S}(?=\p{L})/gu;

/**
 * With Latin letters for everything that looks like them, in usual width; other letters stay. A word that is written with
 * Latin letters as well is read as it looks; one that is not has the same letters in capitals as in small ones.
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
  // Decomposition may have brought blanks of its own.
  return read.join(' ').normalize('NFC').replace(BLANK, ' ').trim();
}

/** Letters that are taken for each other within the alphabet, one way or the other depending on how they are written. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/[l1|]/g, 'i'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** The same for all names that one may take for each other, and for some others too: whoever compares by it looks again. */
export function skeletonOf(written: string): string {
  const letters = plainLetters(written).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const alike = ALIKE.reduce((text, [taken, letter]) => text.replace(taken, letter), letters);
  return alike.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

const ONLY_LATIN = /^(?:[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])*$/u;

/**
 * As whom to ask for somebody where others compare: as seen, and in plain letters where that is another name. Only where
 * nothing but Latin letters is left: what is half of one script and half of another is nobody's name.
 */
export function askedNames(written: string): string[] {
  // Who has nothing but unseen letters is asked for all the same.
  const seen = visibleName(written) || written;
  const plain = plainLetters(written);
  const isOther = plain.toLowerCase() !== seen.toLowerCase() && ONLY_LATIN.test(plain) && plain !== '';
  return isOther ? [seen, plain] : [seen];
}
