import { statement, type Tx } from '@onboarding/platform/postgres';
import { type PreparedAudit, writingAudit } from '../audit/index.ts';
import { erasingDocuments } from '../documents/index.ts';
import { appendingEvents } from '../events/index.ts';
import { erasingFingerprint } from '../flags/index.ts';
import { erasingIdentities } from '../people/index.ts';
import { advancedValues, erasingCustomer, type LockedCustomer } from '../profiles/index.ts';
import { closingReview, voidingProposal } from '../reviews/index.ts';

// One statement: key, identities, documents and what was found by comparing go together or not at all, and the trail says so.
// Nobody reviews what is left.
const ERASE = statement<{ customer_id: string }>(
  'customer_erase',
  `with ${erasingCustomer(1)}, ${erasingIdentities('customer')}, ${erasingDocuments('customer', 8)},
   ${appendingEvents('customer', 9)}, ${writingAudit('customer', 11)}, ${closingReview('customer')},
   ${voidingProposal('customer', 21)}, ${erasingFingerprint('customer')}
   select customer_id from customer`,
);

export interface ErasureParts {
  audit: PreparedAudit;
  /** Values of the statement's part that records events, and how many there are. */
  events: { values: unknown[]; count: number };
}

export async function writeErasure(
  tx: Tx,
  partnerId: string,
  before: LockedCustomer,
  { audit, events }: ErasureParts,
  now: Date,
): Promise<void> {
  const advance = { events: events.count, auditHead: audit.head, now };
  const rows = await tx.rows(ERASE, [
    ...advancedValues(partnerId, before, advance),
    now,
    ...events.values,
    ...audit.values,
    now,
  ]);
  if (rows.length !== 1) throw new Error('A locked customer has changed');
}
