// Access of analysts to packages: found only by the customer, of any partner, and with or without the claim.
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { StaffActor, StaffPerson } from '../../context.ts';
import { DomainError } from '../../failure.ts';
import { type LockedCustomer, lockCustomer, reviewStateOf } from '../../profiles/index.ts';
import { findReview, isInReview, type ReviewRow, type ReviewState } from '../../review-state/index.ts';

export interface LockedPackage {
  customer: LockedCustomer;
  review: ReviewRow;
  actor: StaffActor;
}

/** Afterwards no other transaction can change the customer or its package. */
export async function lockPackage(tx: Tx, person: StaffPerson, customerId: string): Promise<LockedPackage> {
  const { partnerId } = await getReview(tx, customerId);
  const customer = await lockCustomer(tx, partnerId, customerId);
  // Read again: the state read before the lock may be outdated.
  const review = await getReview(tx, customerId);
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  if (customer.dataKey === null) throw erased();
  return { customer, review, actor: { ...person, partnerId } };
}

export function erased(): DomainError {
  return new DomainError('Customer.Closed', {
    message:
      'The data of this customer has been erased, so there is nothing left to review. Continue with another package.',
  });
}

export async function getReview(tx: Tx, customerId: string): Promise<ReviewRow> {
  const review = isUuid(customerId) ? await findReview(tx, customerId) : undefined;
  if (review === undefined) throw new DomainError('Customer.NotFound');
  return review;
}

/** Only the analyst who has the package may work on it. */
export function refuseUnlessClaimant(review: ReviewRow, accountId: string): void {
  if (review.claimedBy === accountId) return;
  throw new DomainError('Review.NotYours', {
    message:
      review.claimedBy === null
        ? 'Nobody has claimed this package. Claim it first.'
        : 'Another analyst has claimed this package. Leave it to them, or ask a supervisor to reassign it.',
  });
}

/** For verdicts and findings: only while the package is in review, and only by the analyst who has it. */
export async function lockOwnPackage(tx: Tx, person: StaffPerson, customerId: string): Promise<LockedPackage> {
  const locked = await lockPackage(tx, person, customerId);
  refuseUnlessInReview(reviewStateOf(locked.customer));
  refuseUnlessClaimant(locked.review, person.accountId);
  return locked;
}

function refuseUnlessInReview({ stage, verificationStatus }: ReviewState): void {
  if (isInReview(stage)) return;
  throw new DomainError('Review.StateConflict', {
    message: `The package is ${verificationStatus} and not under review, so no finding or verdict can be recorded. Read it again and continue from its current state.`,
  });
}
