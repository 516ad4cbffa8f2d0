// How alike two values are: names and numbers as people write them, dates, codes, lists. Pure.

export type Likeness = 'same' | 'similar' | 'different';

/** Compares two values that are both given. */
export type Compare<Value> = (ours: Value, theirs: Value) => Likeness;

const orDifferent = (isSimilar: boolean): Likeness => (isSimilar ? 'similar' : 'different');

/** For codes, dates and figures. */
export const exactly: Compare<string | number> = (ours, theirs) => (ours === theirs ? 'same' : 'different');

/** The words of a text, ignoring case, accents and punctuation. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export const folded = (text: string): string => wordsOf(text).join(' ');

/** Similar from this share of common pairs of letters: "Kadoma Textiles Ltd" and "Kadomah Textile Limited". */
const SIMILAR_FROM = 0.5;

export const texts: Compare<string> = (ours, theirs) => {
  const [one, other] = [folded(ours), folded(theirs)];
  return one === other ? 'same' : orDifferent(commonPairs(one, other) >= SIMILAR_FROM);
};

/** The Sørensen-Dice coefficient of the pairs of neighbouring letters. */
function commonPairs(one: string, other: string): number {
  const [ours, theirs] = [pairsOf(one), pairsOf(other)];
  const all = ours.length + theirs.length;
  const left = [...theirs];
  const common = ours.filter((pair) => {
    const at = left.indexOf(pair);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
  return all === 0 ? 0 : (2 * common.length) / all;
}

const pairsOf = (text: string) =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));

/** A shorter part of a number may also be in another one. */
const TELLING_LENGTH = 5;

/** Registration and phone numbers: RC 104-882 is the same as RC104882, and similar to 104882. */
export const numbers: Compare<string> = (ours, theirs) => {
  const [one = '', other = ''] = [ours, theirs]
    .map((text) => wordsOf(text).join(''))
    .toSorted((a, b) => a.length - b.length);
  if (one === other) return 'same';
  return orDifferent(one.length >= TELLING_LENGTH && other.includes(one));
};

/** Many unrelated people have an address there. */
const PUBLIC_MAIL = new Set([
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'proton.me',
  'live.com',
]);

export const mails: Compare<string> = (ours, theirs) => {
  const [one = '', other = ''] = [ours, theirs].map((text) => text.toLowerCase());
  const domain = one.split('@')[1] ?? '';
  return one === other ? 'same' : orDifferent(other.endsWith(`@${domain}`) && !PUBLIC_MAIL.has(domain));
};

/** Similar if only the path differs. */
export const sites: Compare<string> = (ours, theirs) => {
  const [one = '', other = ''] = [ours, theirs].map((text) =>
    text
      .toLowerCase()
      .replace(/^https?:\/\/(www\.)?/, '')
      .replace(/\/$/, ''),
  );
  return one === other ? 'same' : orDifferent(one.split('/')[0] === other.split('/')[0]);
};

/** Lists without an order: similar if they have something in common. */
export const lists: Compare<readonly string[]> = (ours, theirs) => {
  const common = ours.filter((one) => theirs.includes(one)).length;
  return common === ours.length && common === theirs.length ? 'same' : orDifferent(common > 0);
};
