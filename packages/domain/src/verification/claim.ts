// Whose a package is. Pure.
import { DomainError } from '../failure.ts';
import { isInReview, type ReviewRow, type Standing } from '../reviews/index.ts';

export { CLAIM_HOURS, claimFor, PROPOSAL_HOURS } from '../reviews/index.ts';

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

/** Verdicts are given while the package is being reviewed, and at no other time. */
export function refuseUnlessInReview({ stage, verificationStatus }: Standing): void {
  if (isInReview(stage)) return;
  throw new DomainError('Review.StateConflict', {
    message: `The package is ${verificationStatus} and nobody reviews it, so no verdict can be given. Read it again and go on from what it says.`,
  });
}
