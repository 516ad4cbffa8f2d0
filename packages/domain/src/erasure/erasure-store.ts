import { sql, statement, type Tx, type ValuesOf } from '@onboarding/platform/postgres';
import { auditedMoments } from '../audit/index.ts';
import { erasingDocuments } from '../documents/index.ts';
import { eventsAt } from '../events/index.ts';
import { erasingFingerprint } from '../flags/index.ts';
import { forgettingAnswers } from '../idempotency/index.ts';
import { erasingMetadata } from '../metadata/index.ts';
import { erasingIdentities, erasingPeople } from '../people/index.ts';
import { changingCustomer, ERASING_CUSTOMER, FINDING_CUSTOMER } from '../profiles/index.ts';
import { closingReview, erasingReasons, voidingProposal } from '../review-state/index.ts';
import { erasingFindings, erasingNotes, erasingSnapshots } from '../review-work/index.ts';
import { erasingScreenings } from '../screening/index.ts';
import { erasingExcerpts } from '../webhooks/index.ts';

/** Copies that are kept for a while outside the customer's own rows; earlier events were dropped with their partitions. */
const TRACES = sql`${forgettingAnswers('customer')}, ${auditedMoments('customer')}, ${eventsAt('moments')},
   ${erasingExcerpts('events_then')}`;

/** Atomic, including the audit entry. Closes the package. */
export const ERASE = changingCustomer('customer_erase', {
  set: ERASING_CUSTOMER,
  parts: sql`${erasingPeople('customer')}, ${erasingIdentities('customer')}, ${erasingDocuments('customer')},
   ${erasingMetadata('customer')}, ${closingReview('customer')}, ${voidingProposal('customer', 'Erasure')}, ${erasingReasons('customer')},
   ${erasingNotes('customer')}, ${erasingSnapshots('customer')}, ${erasingFindings('customer')}, ${erasingScreenings('customer')}, ${erasingFingerprint('customer')}, ${TRACES}`,
});

const ERASING_TRACES = sql`with ${FINDING_CUSTOMER}, ${TRACES} select customer_id from customer`;
const ERASE_TRACES = statement<{ customerId: string }, ValuesOf<typeof ERASING_TRACES>>(
  'customer_erase_traces',
  ERASING_TRACES,
);

/**
 * Erases data that arrived after the erasure of a customer: receivers may respond late, even to the event of the erasure
 * itself.
 */
export async function eraseTraces(tx: Tx, partnerId: string, customerId: string, since: Date): Promise<void> {
  await tx.rows(ERASE_TRACES, { partnerId, customerId, since });
}
