// Derived facts about the people of a business: shares, expired identities, verdicts, comparisons.
import type { ComparisonAnswer, PackageRecord, ReviewedPerson } from '@onboarding/contract';
import type { Standing } from '../standing.ts';

/** An identity document is still valid on its expiry date, in UTC. */
export const isExpired = (expiryDate: string | null, now: number = Date.now()): expiryDate is string =>
  expiryDate !== null && expiryDate < new Date(now).toISOString().slice(0, 10);

/** Shares of 100%, or of their sum if more was declared. */
export function sharesOf(people: readonly Pick<ReviewedPerson, 'percentageShare'>[]) {
  const sum = people.reduce((total, { percentageShare }) => total + (percentageShare ?? 0), 0);
  const whole = Math.max(100, sum);
  return {
    title: sum > 100 ? `Ownership: shares add up to ${sum}%` : `Ownership: ${sum}%`,
    widthOf: (share: number) => (share / whole) * 100,
  };
}

/** Whether a share is wide enough for its label. */
export const isLabelled = (share: number): boolean => share >= 8;

/** Narrower sections of the bar could not be told apart. */
const LEAST_SECTION = 4;
const MOST_SECTIONS = 6;

/** The largest owners, each with a section of the bar, and the number and sum of the others. */
export function largestOwners<Owner extends Pick<ReviewedPerson, 'percentageShare'>>(
  people: readonly Owner[],
): { owners: (Owner & { percentageShare: number })[]; others: { count: number; share: number } } {
  const all = people.flatMap((one) => {
    const { percentageShare } = one;
    return percentageShare === null ? [] : [{ ...one, percentageShare }];
  });
  const sorted = all.toSorted((one, other) => other.percentageShare - one.percentageShare);
  const owners = sorted.slice(0, MOST_SECTIONS).filter(({ percentageShare }) => percentageShare >= LEAST_SECTION);
  const rest = sorted.slice(owners.length);
  return {
    owners,
    others: { count: rest.length, share: rest.reduce((sum, { percentageShare }) => sum + percentageShare, 0) },
  };
}

/** A verdict does not cover what the partner has changed since. */
export const verdictPrefix = ({ verificationStatus }: Pick<ReviewedPerson, 'verificationStatus'>): string =>
  verificationStatus === 'NotStarted' ? 'Changed since the last verdict: ' : '';

/** The text if there is no verdict and the reader cannot give one; otherwise undefined. */
export function noVerdictWords(isGiven: boolean, standing: Standing): string | undefined {
  if (isGiven || standing === 'mine') return undefined;
  return `No verdict yet${standing === 'waiting' ? '. Claim the package to give one.' : ''}`;
}

type Comparison = PackageRecord['comparisons'][number];

/**
 * Results of the review for one number, without those of the reader who sees a newer one. An API of the release before sends no
 * comparisons.
 */
export const comparisonsOf = (
  { comparisons = [] }: Partial<Pick<PackageRecord, 'comparisons'>>,
  identityId: string,
  except?: string,
): Comparison[] => comparisons.filter((one) => one.identityId === identityId && one.accountId !== except);

/** Updates a package after the reader has compared a number: the last result of each person counts. */
export function withComparison(
  { comparisons = [], ...found }: PackageRecord,
  { accountId, name }: Pick<Comparison, 'accountId' | 'name'>,
  { identityId, matches }: Pick<Comparison, 'identityId' | 'matches'>,
): PackageRecord {
  const others = comparisons.filter((one) => one.identityId !== identityId || one.accountId !== accountId);
  const own = { accountId, name, identityId, matches, comparedAt: new Date().toISOString() };
  return { ...found, comparisons: [...others, own] };
}

export const matchWords = ({ matches }: Pick<ComparisonAnswer, 'matches'>): string =>
  matches ? 'Matches' : 'Does not match';

export const triesWords = ({ triesLeft }: Pick<ComparisonAnswer, 'triesLeft'>): string =>
  `${triesLeft === 0 ? 'No tries' : triesLeft === 1 ? '1 try' : `${triesLeft} tries`} left until`;

/**
 * The person that the key for the next person opens. A person opened by a document or link is next, because the key has not
 * reached them yet.
 */
export function nextPerson(
  ids: readonly string[],
  open: string | undefined,
  reached: string | undefined,
): string | undefined {
  const at = ids.indexOf(open ?? '');
  return at !== -1 && open !== reached ? open : ids[(at + 1) % ids.length];
}
