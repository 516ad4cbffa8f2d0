import { sql } from '@onboarding/platform/postgres';
import { submittingDocuments } from '../../documents/index.ts';
import { addingPeople, updatingPeople } from '../../people/index.ts';
import { movingReview } from '../../review-state/index.ts';
import { changingCustomer, MOVING_CUSTOMER } from '../change/customer-change-store.ts';
import { BUSINESS } from '../record/business-columns.ts';

/** A PUT or PATCH by the partner: uses create's parts with a different first CTE. */
export const UPDATE_PROFILE = changingCustomer('profile_update', {
  set: sql`${BUSINESS.assigned}, ${MOVING_CUSTOMER}`,
  parts: sql`${addingPeople('customer')}, ${updatingPeople('customer')}, ${submittingDocuments('customer')},
   ${movingReview('customer')}`,
});
