import { statement, type Tx } from '@onboarding/platform/postgres';
import { type PreparedAudit, writingAudit } from '../audit/index.ts';
import { appendingEvents } from '../events/index.ts';
import {
  advancedValues,
  auditingCustomer,
  type LockedCustomer,
  movedValues,
  transitioningCustomer,
} from '../profiles/index.ts';
import { movingReview, movingValues, type PreparedMove, voidingProposal } from '../reviews/index.ts';

// One statement, like every change of a customer. Whatever is still proposed when the state changes is void.
const TRANSIT = statement<{ customer_id: string }>(
  'verification_transit',
  `with ${transitioningCustomer(1)}, ${movingReview('customer', 15)}, ${voidingProposal('customer', 25, 'Transition')},
   ${appendingEvents('customer', 26)}, ${writingAudit('customer', 28)}
   select customer_id from customer`,
);

export interface TransitionParts {
  move: PreparedMove;
  /** Values of the statement's part that records events. */
  events: unknown[];
  audit: PreparedAudit;
}

export async function writeTransition(
  tx: Tx,
  partnerId: string,
  before: LockedCustomer,
  { move, events, audit }: TransitionParts,
  now: Date,
): Promise<void> {
  const advance = { events: move.events.length, auditHead: audit.head, now };
  const rows = await tx.rows(TRANSIT, [
    ...advancedValues(partnerId, before, advance),
    ...movedValues(move),
    move.visible,
    ...movingValues(move, now),
    now,
    ...events,
    ...audit.values,
  ]);
  if (rows.length !== 1) throw new Error('A locked customer has changed');
}

const WRITE_ENTRY = statement<{ customer_id: string }>(
  'verification_audit',
  `with ${auditingCustomer(1)}, ${writingAudit('customer', 8)} select customer_id from customer`,
);

/** Puts something on the trail that changes nothing of what the partner reads. */
export async function writeEntry(
  tx: Tx,
  partnerId: string,
  before: LockedCustomer,
  audit: PreparedAudit,
  now: Date,
): Promise<void> {
  const advance = { events: 0, auditHead: audit.head, now };
  const rows = await tx.rows(WRITE_ENTRY, [...advancedValues(partnerId, before, advance), ...audit.values]);
  if (rows.length !== 1) throw new Error('A locked customer has changed');
}
