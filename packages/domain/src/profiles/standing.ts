import { VERIFICATION_STATUSES } from '@onboarding/contract';
import { type Standing, stageOf } from '../reviews/index.ts';
import type { LockedCustomer } from './update-store.ts';

/** Where a locked customer stands; what the database holds as text has the contract's type again from here on. */
export function standingOf(customer: LockedCustomer): Standing {
  const verificationStatus = VERIFICATION_STATUSES.find((one) => one === customer.verification_status);
  if (verificationStatus === undefined) {
    throw new Error(`The database holds an unknown status ${customer.verification_status}`);
  }
  return {
    customerId: customer.customer_id,
    verificationStatus,
    stage: stageOf(verificationStatus, customer.monitoring),
    attempt: customer.attempt,
  };
}
