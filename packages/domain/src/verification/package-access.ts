// How an analyst reaches a package: by the customer alone, whoever's it is.
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { StaffActor, StaffPerson } from '../context.ts';
import { DomainError } from '../failure.ts';
import { type LockedCustomer, lockCustomer } from '../profiles/index.ts';
import { findReview, type ReviewRow } from '../reviews/index.ts';

export interface LockedPackage {
  customer: LockedCustomer;
  review: ReviewRow;
  actor: StaffActor;
}

/** From here on nobody else changes the customer or its package. */
export async function lockPackage(tx: Tx, person: StaffPerson, customerId: string): Promise<LockedPackage> {
  const { partner_id: partnerId } = await getReview(tx, customerId);
  const customer = await lockCustomer(tx, partnerId, customerId);
  // Read again: what was seen before the lock may be gone.
  const review = await getReview(tx, customerId);
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  if (customer.data_key === null) throw erased();
  return { customer, review, actor: { ...person, partnerId } };
}

function erased(): DomainError {
  return new DomainError('Customer.Closed', {
    message: 'The data of this customer were erased, so there is nothing left to review. Go on with another package.',
  });
}

export async function getReview(tx: Tx, customerId: string): Promise<ReviewRow> {
  const review = isUuid(customerId) ? await findReview(tx, customerId) : undefined;
  if (review === undefined) throw new DomainError('Customer.NotFound');
  return review;
}
