// The data by which businesses are compared: their registration number and name, normalised. Pure.
import { plainLetters } from '@onboarding/platform/names';

export interface Fingerprint {
  partnerId: string;
  customerId: string;
  country: string;
  /** Empty if normalisation leaves nothing; then it is not compared. */
  registrationKey: string;
  /** Also empty and not compared if normalisation leaves nothing. */
  nameKey: string;
}

/** Upper case, only letters and digits; keeps leading zeros, because registers distinguish 0123 from 123. */
export function registrationKey(written: string): string {
  return plainLetters(written)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

// Dots and apostrophes occur inside words ("S.A.", "L'Oréal"); everything else separates words.
const WITHIN_WORDS = /[.'’`´]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;
// Accents of European letters. In other scripts, a mark may be a vowel or another consonant.
const ACCENTS = /[\u0300-\u036f]/gu;

/**
 * Lower case, without accents, punctuation and the legal form at the end; Latin lookalikes are replaced with Latin letters.
 */
export function nameKey(written: string): string {
  const plain = plainLetters(written)
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(WITHIN_WORDS, '');
  const words = joinInitials(plain.split(BETWEEN_WORDS).filter((word) => word !== ''));
  return withoutLegalForm(words).join(' ');
}

/** "s a" becomes "sa" and "j p" becomes "jp". */
function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = [];
  let initials = false;
  for (const word of words) {
    const initial = [...word].length === 1;
    if (initial && initials) joined.push(`${joined.pop() ?? ''}${word}`);
    else joined.push(word);
    initials = initial;
  }
  return joined;
}

const LEGAL_FORMS = new Set(
  `ltd limited llc llp lp plc inc incorporated corp corporation co company cic pty pte pvt private public
   gmbh mbh ag kg kgaa ohg ug gbr ev eg se sa sas sasu sarl eurl snc sca srl sl slu sau spa bv nv vof cv bvba sprl
   ab as asa aps oy oyj hf ehf kft bt zrt nyrt doo dd ad ood eood sro spol ou uab sia ooo oao zao pao ltda eireli
   cia sac sdn bhd tbk pt kk gk fze fzc fzco fzllc dmcc psc pjsc jsc wll saog saoc gie`.split(/\s+/),
);
/** Legal forms of several words, whose last word has another meaning elsewhere. */
const LEGAL_PHRASES = [
  ['sp', 'z', 'oo'],
  ['sp', 'zoo'],
  ['fz', 'llc'],
];

/** A name that consists only of a legal form keeps it. */
function withoutLegalForm(words: readonly string[]): readonly string[] {
  for (const phrase of LEGAL_PHRASES) {
    const ends = phrase.every((word, index) => words[words.length - phrase.length + index] === word);
    if (ends && words.length > phrase.length) return withoutLegalForm(words.slice(0, -phrase.length));
  }
  const last = words.at(-1);
  if (words.length > 1 && last !== undefined && LEGAL_FORMS.has(last)) return withoutLegalForm(words.slice(0, -1));
  return words;
}

/** The number of letters compared at the start and end of a name; fewer for a short name, so that one letter may differ. */
const ENDS = 7;
/** The number of letters of a word, and of words of a name, that are compared. */
const STEM = 4;
const WORDS = 5;

/**
 * The blocks of a name, of which similar names share at least one: its start and end, and those of any two of its words. Two,
 * because many businesses share a single word.
 */
export function nameBlocks(key: string): string[] {
  const letters = [...key.replaceAll(' ', '')];
  if (letters.length === 0) return [];
  const length = Math.min(ENDS, Math.max(1, letters.length - 2));
  const words = key.split(' ').slice(0, WORDS);
  return [
    ...new Set([
      `^${letters.slice(0, length).join('')}`,
      `$${letters.slice(-length).join('')}`,
      ...pairs(words.map((word) => [...word].slice(0, STEM).join(''))).map((pair) => `^${pair}`),
      ...pairs(words.map((word) => [...word].slice(-STEM).join(''))).map((pair) => `$${pair}`),
    ]),
  ];
}

function pairs(stems: readonly string[]): string[] {
  return stems.flatMap((one, index) => stems.slice(index + 1).map((other) => [one, other].sort().join('+')));
}
