import { statement, type Tx } from '@onboarding/platform/postgres';
import { auditedMoments, type PreparedAudit, writingAudit } from '../audit/index.ts';
import { erasingDocuments } from '../documents/index.ts';
import { appendingEvents, eventsAt } from '../events/index.ts';
import { erasingFingerprint } from '../flags/index.ts';
import { forgettingAnswers } from '../idempotency/index.ts';
import { erasingIdentities, erasingPeople } from '../people/index.ts';
import { advancedValues, erasingCustomer, findingCustomer, type LockedCustomer } from '../profiles/index.ts';
import { closingReview, erasingReasons, voidingProposal } from '../reviews/index.ts';
import { erasingScreenings } from '../screening/index.ts';
import { erasingNotes } from '../verification/index.ts';
import { erasingExcerpts } from '../webhooks/index.ts';

/** What is kept for a while beside the customer's own rows; events of before that are gone with their partitions. */
const traces = (since: number) =>
  `${forgettingAnswers('customer')}, ${auditedMoments('customer', since)}, ${eventsAt('moments')}, ${erasingExcerpts('events_then')}`;

// One statement: everything goes together or not at all, and the trail says so. Nobody reviews what is left.
const ERASE = statement<{ customer_id: string }>(
  'customer_erase',
  `with ${erasingCustomer(1)}, ${erasingPeople('customer')}, ${erasingIdentities('customer')}, ${erasingDocuments('customer', 8)},
   ${appendingEvents('customer', 9)}, ${writingAudit('customer', 11)}, ${closingReview('customer')},
   ${voidingProposal('customer', 21, 'Erasure')}, ${erasingReasons('customer')}, ${erasingNotes('customer')},
   ${erasingScreenings('customer')}, ${erasingFingerprint('customer')}, ${traces(22)}
   select customer_id from customer`,
);

const ERASE_TRACES = statement<{ customer_id: string }>(
  'customer_erase_traces',
  `with ${findingCustomer(1)}, ${traces(3)} select customer_id from customer`,
);

export interface ErasureParts {
  audit: PreparedAudit;
  /** Values of the statement's part that records events, and how many there are. */
  events: { values: unknown[]; count: number };
  /** How far back events are kept. */
  since: Date;
}

export async function writeErasure(
  tx: Tx,
  partnerId: string,
  before: LockedCustomer,
  { audit, events, since }: ErasureParts,
  now: Date,
): Promise<void> {
  const advance = { events: events.count, auditHead: audit.head, now };
  const rows = await tx.rows(ERASE, [
    ...advancedValues(partnerId, before, advance),
    now,
    ...events.values,
    ...audit.values,
    now,
    since,
  ]);
  if (rows.length !== 1) throw new Error('A locked customer has changed');
}

/** What has come since about a customer that was erased before: receivers answer late, and to the erasure's own event too. */
export async function eraseTraces(tx: Tx, partnerId: string, customerId: string, since: Date): Promise<void> {
  await tx.rows(ERASE_TRACES, [partnerId, customerId, since]);
}
