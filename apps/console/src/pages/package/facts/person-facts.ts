// What is worked out about the people of a business: shares, expired identities, verdicts, comparisons.
import type { BusinessPersonRecord, ComparisonAnswer } from '@onboarding/contract';
import type { Standing } from '../standing.ts';

/** On the day of its expiry an identity document is still good. Days are those of UTC. */
export const isExpired = (expiryDate: string | null, now: number = Date.now()): expiryDate is string =>
  expiryDate !== null && expiryDate < new Date(now).toISOString().slice(0, 10);

/** Of one bar of a hundred; of more, if more than that was declared. */
export function sharesOf(people: readonly Pick<BusinessPersonRecord, 'percentageShare'>[]) {
  const sum = people.reduce((total, { percentageShare }) => total + (percentageShare ?? 0), 0);
  const whole = Math.max(100, sum);
  return {
    title: sum > 100 ? `Ownership: shares add up to ${sum}%` : `Ownership: ${sum}%`,
    widthOf: (share: number) => (share / whole) * 100,
  };
}

/** Whether a share is wide enough for its figure. */
export const isLabelled = (share: number): boolean => share >= 8;

/** What the partner has changed since is not covered by the verdict. */
export const verdictPrefix = ({ verificationStatus }: Pick<BusinessPersonRecord, 'verificationStatus'>): string =>
  verificationStatus === 'NotStarted' ? 'Changed since the last verdict: ' : '';

/** Said where there is no verdict and the reader gives none; undefined where they can. */
export function noVerdictWords(isGiven: boolean, standing: Standing): string | undefined {
  if (isGiven || standing === 'mine') return undefined;
  return `No verdict yet${standing === 'waiting' ? '. Claim the package to give one.' : ''}`;
}

export const matchWords = ({ matches }: Pick<ComparisonAnswer, 'matches'>): string =>
  matches ? 'Matches' : 'Does not match';

export const triesWords = ({ triesLeft }: Pick<ComparisonAnswer, 'triesLeft'>): string =>
  `${triesLeft === 0 ? 'No tries' : triesLeft === 1 ? '1 try' : `${triesLeft} tries`} left until`;

/** Whom the key for the next person opens. Somebody whom a document or a link has opened comes first: the key has not led there yet. */
export function nextPerson(
  ids: readonly string[],
  open: string | undefined,
  reached: string | undefined,
): string | undefined {
  const at = ids.indexOf(open ?? '');
  return at !== -1 && open !== reached ? open : ids[(at + 1) % ids.length];
}
