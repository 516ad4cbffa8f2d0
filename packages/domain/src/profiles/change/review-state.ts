import { type ReviewState, stageOf } from '../../review-state/index.ts';
import type { LockedCustomer } from '../access/customer-lock-store.ts';
import { canUpdate } from '../record/profile.ts';
import type { CustomerRow } from '../record/profile-store.ts';

/** The review state of a locked customer. */
export function reviewStateOf(customer: LockedCustomer): ReviewState {
  const { verificationStatus } = customer;
  return {
    customerId: customer.customerId,
    verificationStatus,
    stage: stageOf(verificationStatus, customer.monitoring),
    attempt: customer.attempt,
  };
}

/** Whether an update would be accepted in the current state. */
export function takesUpdates(customer: CustomerRow): boolean {
  return !customer.erased && canUpdate(customer.verificationStatus, customer.monitoring);
}
