// What businesses are compared by: their registration number and name without what is written now this way, now that. Pure.
import { plainLetters } from '@onboarding/platform/names';

export interface Fingerprint {
  partnerId: string;
  customerId: string;
  country: string;
  /** Empty when nothing is left of the number; then nothing is compared. */
  registrationKey: string;
  /** Likewise. */
  nameKey: string;
}

/** Upper case, letters and digits only; zeros in front stay, because registers tell 0123 from 123. */
export function registrationKey(written: string): string {
  return plainLetters(written)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

// Dots and apostrophes stand within words ("S.A.", "L'Oréal"), everything else between them.
const WITHIN_WORDS = /[.'’`´]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;
// Those of European letters. In other scripts a mark is a vowel or another consonant, which is no accent.
const ACCENTS = /[\u0300-\u036f]/gu;

/** Lower case, without accents, punctuation and the legal form at the end; letters that look like Latin ones are those. */
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

/** "s a" is "sa" and "j p" is "jp", however they are written. */
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
/** Those of several words, of which the last means something else elsewhere. */
const LEGAL_PHRASES = [
  ['sp', 'z', 'oo'],
  ['sp', 'zoo'],
  ['fz', 'llc'],
];

/** Of a name that is nothing else, the legal form stays. */
function withoutLegalForm(words: readonly string[]): readonly string[] {
  for (const phrase of LEGAL_PHRASES) {
    const ends = phrase.every((word, index) => words[words.length - phrase.length + index] === word);
    if (ends && words.length > phrase.length) return withoutLegalForm(words.slice(0, -phrase.length));
  }
  const last = words.at(-1);
  if (words.length > 1 && last !== undefined && LEGAL_FORMS.has(last)) return withoutLegalForm(words.slice(0, -1));
  return words;
}

/** How many letters of a name's beginning and end count; of a short name fewer, so that a letter may differ. */
const ENDS = 7;
/** How many letters of a word stand for it, and how many words of a name are looked at. */
const STEM = 4;
const WORDS = 5;

/**
 * Parts of a name of which similar ones have at least one in common: how it begins and how it ends, and the same of any two of
 * its words. Two, because one word alone is often that of very many.
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
