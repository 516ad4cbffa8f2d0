// Whose a package is, and for how long. Pure.
import { DomainError } from '../failure.ts';
import type { Claim, ReviewRow } from '../reviews/index.ts';

const HOUR_MS = 3_600_000;

/** A claim without any sign of its analyst ends after this, and the package goes back to the queue. */
export const CLAIM_HOURS = 8;
/** A proposal waits for a second analyst, who may be asleep. */
export const PROPOSAL_HOURS = 7 * 24;

export function claimFor(accountId: string, now: Date, hours = CLAIM_HOURS): Claim {
  return { by: accountId, endsAt: new Date(now.getTime() + hours * HOUR_MS) };
}

/** Only the analyst who has the package works on it. */
export function refuseUnlessClaimant(review: ReviewRow, accountId: string): void {
  if (review.claimed_by === accountId) return;
  throw new DomainError('Review.NotYours', {
    message:
      review.claimed_by === null
        ? 'Nobody has this package. Claim it first.'
        : 'Another analyst has this package. Leave it to them, or have a supervisor reassign it.',
  });
}
