// The state of screening, who reviews its hits, and how an entry of a list is named.

import type {
  HitFinding,
  PackageHit,
  PackageRecord,
  PackageScreening,
  ReviewedBusiness,
  ReviewedPerson,
} from '@onboarding/contract';
import { countryName } from '@onboarding/ui/countries';
import type { Tone } from '@onboarding/ui/tones';

export const hitsOf = (screenings: readonly PackageScreening[]) =>
  screenings.flatMap((screening) => (screening.hits ?? []).map((hit) => ({ screening, hit })));

/** The hits that an analyst found to be the screened business or person. */
export const confirmedMatches = (screenings: readonly PackageScreening[]) =>
  hitsOf(screenings).filter(({ hit }) => hit.finding?.finding === 'Same');

const matchesWords = (matches: number): string =>
  matches === 1 ? '1 confirmed match' : `${matches} confirmed matches`;

/** Open hits take precedence, but never hide a confirmed match. While screening is pending, hits are not mentioned. */
export function summaryOf({ screenings, screeningPending }: Pick<PackageRecord, 'screenings' | 'screeningPending'>): {
  words: string;
  color: Tone;
} {
  const hits = hitsOf(screenings);
  const open = hits.filter(({ hit }) => hit.finding === null).length;
  const matches = confirmedMatches(screenings).length;
  if (screeningPending) return { words: 'Pending', color: 'progress' };
  if (matches > 0) {
    return {
      words: open === 0 ? matchesWords(matches) : `${matchesWords(matches)}, ${open} to review`,
      color: 'danger',
    };
  }
  if (open > 0) return { words: open === 1 ? '1 hit to review' : `${open} hits to review`, color: 'danger' };
  if (hits.length > 0) {
    return { words: hits.length === 1 ? '1 hit, reviewed' : `${hits.length} hits, all reviewed`, color: 'success' };
  }
  return screenings.length === 0
    ? { words: 'Not screened yet', color: 'neutral' }
    : { words: 'No hits', color: 'success' };
}

export const lastScreened = (screenings: readonly PackageScreening[]): string | undefined =>
  screenings
    .map(({ screenedAt }) => screenedAt)
    .toSorted()
    .at(-1);

/** Only the analyst with the claim reviews hits and changes findings. */
export function findingPart(
  { finding }: Pick<PackageHit, 'finding'>,
  isMine: boolean,
  isChanging: boolean,
): 'form' | 'closed' | 'finding' {
  if (finding !== null && !isChanging) return 'finding';
  return isMine ? 'form' : 'closed';
}

export const findingBody = (listName: string, finding: HitFinding, note: string) => ({
  listName,
  finding,
  note: note.trim() === '' ? null : note,
});

/** A confirmed match as the decision repeats it: who it is, and where they are listed for what. */
export function matchWords(
  found: Pick<PackageRecord, 'business'>,
  { screening, hit }: ReturnType<typeof hitsOf>[number],
) {
  const person = found.business.businessPersonList.find(({ uboId }) => uboId === screening.uboId);
  const who = person === undefined ? found.business.companyName : `${person.firstName} ${person.lastName}`;
  const topics = hit.topics.map(topicWords).join(', ');
  return `${who} is ${hit.name} on the list ${hit.listName}${topics === '' ? '' : ` (${topics})`}.`;
}

const ALIASES_SHOWN = 5;

/** "A, B and 3 more". */
export function aliasWords(aliases: readonly string[]): string {
  const more = aliases.length - ALIASES_SHOWN;
  return `${aliases.slice(0, ALIASES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

// Whether an entry of a list matches the screened business or person: name, birth date, country. Pure.

export type Agreement = 'agrees' | 'partly' | 'differs' | 'unknown';

/** The data of the subject, in the form of the list. */
export interface Subject {
  names: string[];
  birthDates: string[];
  countries: string[];
}

export interface Compared {
  field: 'Name' | 'Born' | 'Country';
  ours: string[];
  theirs: string[];
  agreement: Agreement;
}

export function subjectOf(business: ReviewedBusiness, person: ReviewedPerson | undefined): Subject {
  if (person !== undefined) {
    return {
      names: [`${person.firstName} ${person.lastName}`],
      birthDates: person.birthDate === null ? [] : [person.birthDate],
      countries: [...new Set([person.nationality, person.address.countryCode])],
    };
  }
  const { companyName, tradingName, incorporationCountryIso3Code: country, addresses } = business;
  return {
    names: [...new Set([companyName, tradingName ?? ''])].filter((name) => name !== ''),
    birthDates: [],
    countries: [...new Set([country, ...addresses.map(({ countryCode }) => countryCode)])],
  };
}

export function compare(subject: Subject, hit: PackageHit, isPerson: boolean): Compared[] {
  const { names, birthDates, countries } = subject;
  const name: Compared = {
    field: 'Name',
    ours: names,
    theirs: [hit.name],
    agreement: compareNames(names, [hit.name, ...hit.aliases]),
  };
  const born: Compared = {
    field: 'Born',
    ours: birthDates,
    theirs: hit.birthDates,
    agreement: compareDates(birthDates, hit.birthDates),
  };
  const country: Compared = {
    field: 'Country',
    ours: countries,
    theirs: hit.countries,
    agreement: compareCountries(countries, hit.countries),
  };
  return isPerson ? [name, born, country] : [name, country];
}

/** The same words in any order, ignoring case and accents; partly if only some are the same. */
function compareNames(ours: readonly string[], theirs: readonly string[]): Agreement {
  const [mine, listed] = [ours.map(wordsOf), theirs.map(wordsOf)];
  const pairs = mine.flatMap((one) => listed.map((other) => [one, other] as const));
  if (pairs.some(([one, other]) => one.length > 0 && one.join(' ') === other.join(' '))) return 'agrees';
  return pairs.some(([one, other]) => one.some((word) => word.length > 2 && other.includes(word)))
    ? 'partly'
    : 'differs';
}

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted();
}

/** Lists often have only the year, which matches partly. */
function compareDates(ours: readonly string[], theirs: readonly string[]): Agreement {
  if (ours.length === 0 || theirs.length === 0) return 'unknown';
  if (theirs.some((date) => ours.includes(date))) return 'agrees';
  const short = theirs.filter((date) => date.length < 10);
  return short.some((date) => ours.some((one) => one.startsWith(date))) ? 'partly' : 'differs';
}

function compareCountries(ours: readonly string[], theirs: readonly string[]): Agreement {
  if (ours.length === 0 || theirs.length === 0) return 'unknown';
  if (theirs.some((country) => ours.includes(country))) return 'agrees';
  // A country name instead of a code cannot be compared here.
  return theirs.every((country) => /^[A-Z]{3}$/.test(country)) ? 'differs' : 'unknown';
}

// Texts about a hit.

/** The providers' names for the reasons of a listing. */
const TOPICS: Record<string, string> = {
  sanction: 'Sanctioned',
  'sanction.linked': 'Linked to a sanctioned entity',
  'role.pep': 'Politically exposed',
  'role.rca': 'Close to a politically exposed person',
  crime: 'Crime',
  debarment: 'Debarred',
  wanted: 'Wanted',
};

export const topicWords = (topic: string): string => TOPICS[topic] ?? topic;

export const similarWords = (score: number): string => `${Math.round(score * 100)}% similar`;

/** Shows countries by name. */
export const valueWords = (field: Compared['field'], values: readonly string[]): string =>
  (field === 'Country' ? values.map(countryName) : values).join(', ') || '–';
