import { VERIFICATION_STATUSES, type VerificationStatus } from '@onboarding/contract';
import { type Standing, stageOf } from '../reviews/index.ts';
import { canUpdate } from './profile.ts';
import type { CustomerRow } from './profile-store.ts';
import type { LockedCustomer } from './update-store.ts';

/** Where a locked customer stands; what the database holds as text has the contract's type again from here on. */
export function standingOf(customer: LockedCustomer): Standing {
  const verificationStatus = statusOf(customer);
  return {
    customerId: customer.customer_id,
    verificationStatus,
    stage: stageOf(verificationStatus, customer.monitoring),
    attempt: customer.attempt,
  };
}

/** Whether an update would be accepted as things stand. */
export function takesUpdates(customer: CustomerRow): boolean {
  return !customer.erased && canUpdate(statusOf(customer), customer.monitoring);
}

function statusOf(customer: Pick<CustomerRow, 'verification_status'>): VerificationStatus {
  const status = VERIFICATION_STATUSES.find((one) => one === customer.verification_status);
  if (status === undefined) throw new Error(`The database holds an unknown status ${customer.verification_status}`);
  return status;
}
