import { sql } from '@onboarding/platform/postgres';
import { movingReview, voidingProposal } from '../../review-state/index.ts';
import { changingCustomer, MOVING_CUSTOMER } from './customer-change-store.ts';

/** A change of state voids any open proposal. */
export const TRANSIT = changingCustomer('verification_transit', {
  set: MOVING_CUSTOMER,
  parts: sql`${movingReview('customer')}, ${voidingProposal('customer', 'Transition')}`,
});

/** Writes an audit entry and changes nothing else. */
export const WRITE_ENTRY = changingCustomer('verification_audit', {});
