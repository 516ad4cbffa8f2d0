import { sql } from '@onboarding/platform/postgres';
import { movingReview, voidingProposal } from '../../review-state/index.ts';
import { changingCustomer, MOVING_CUSTOMER } from './customer-change-store.ts';

/** A change of state voids any open proposal. */
export const TRANSIT = changingCustomer('verification_transit', {
  set: MOVING_CUSTOMER,
  parts: sql`${movingReview('customer')}, ${voidingProposal('customer', 'Transition')}`,
});

/**
 * For processes that cannot change decisions. Used only while no analyst has the package, so there is no proposal to void.
 */
export const TRANSIT_UNREVIEWED = changingCustomer('verification_transit_unreviewed', {
  set: MOVING_CUSTOMER,
  parts: movingReview('customer'),
});

/** Only writes an audit entry. */
export const WRITE_ENTRY = changingCustomer('verification_audit', {});
