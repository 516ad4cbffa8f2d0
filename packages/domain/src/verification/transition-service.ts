// How a verification moves on, and how what was done about it gets on the trail. Every transition that is not an update of
// the profile itself is performed here; an update prepares its own with the same table and the same function.

import type { KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import { prepareAudit } from '../audit/index.ts';
import type { ServiceActor, StaffActor } from '../context.ts';
import { recordedEvents } from '../events/index.ts';
import { type LockedCustomer, standingOf } from '../profiles/index.ts';
import { type Move, prepareMove, type Trigger } from '../reviews/index.ts';
import { writeEntry, writeTransition } from './transition-store.ts';

/** Who works on a package: a person of ours, or the service itself. */
export type Reviewer = StaffActor | ServiceActor;

/** `further` goes into the audit entry, which the partner can read: no name, no note, nothing of a screening. */
export interface Transition extends Move {
  further?: Record<string, unknown>;
}

/** What becomes of an approved business that is looked at again is for our own people, as long as it stays Approved. */
const MONITORING: Partial<Record<Trigger, InternalAction>> = {
  Monitor: 'review.monitoring.opened',
  Claim: 'review.monitoring.claimed',
  Release: 'review.monitoring.released',
  Approve: 'review.monitoring.closed',
};

/** Takes a customer that is locked, and answers it as it is afterwards, still locked. */
export async function performTransition(
  tx: Tx,
  keys: KeyRing,
  actor: Reviewer,
  customer: LockedCustomer,
  { further = {}, ...transition }: Transition,
): Promise<LockedCustomer> {
  const { now } = transition;
  const move = prepareMove(standingOf(customer), transition);
  const subject = { customerId: customer.customer_id, partnerCustomerId: customer.partner_customer_id };
  const version = customer.version + (move.visible ? 1 : 0);
  const facts = { version, ...move.facts, ...further };
  const action = move.changesStatus ? 'business.verification.updated' : MONITORING[transition.trigger];
  if (action === undefined) throw new Error(`Nothing is recorded of ${transition.trigger}`);
  const audit = prepareAudit(keys, actor, subject.customerId, headOf(customer), action, facts, now);
  const events = recordedEvents(actor, subject, customer.event_sequence + 1, move.events, now);
  await writeTransition(tx, actor.partnerId, customer, { move, events, audit }, now);
  return {
    ...customer,
    version,
    verification_status: move.verificationStatus,
    monitoring: move.monitoring,
    attempt: move.attempt,
    event_sequence: customer.event_sequence + move.events.length,
    audit_sequence: audit.head.sequence,
    audit_hash: audit.head.hash,
    updated_at: move.visible ? now : customer.updated_at,
  };
}

/** What only our own people read of the trail begins with `review.`; what the partner reads as well, with `business.`. */
export type InternalAction = `review.${string}`;

/** Puts what changes nothing for the partner on the trail. Takes and answers a locked customer like a transition. */
export async function recordStep(
  tx: Tx,
  keys: KeyRing,
  actor: Reviewer,
  customer: LockedCustomer,
  { action, facts, now }: { action: InternalAction; facts: Record<string, unknown>; now: Date },
): Promise<LockedCustomer> {
  const audit = prepareAudit(keys, actor, customer.customer_id, headOf(customer), action, facts, now);
  await writeEntry(tx, actor.partnerId, customer, audit, now);
  return { ...customer, audit_sequence: audit.head.sequence, audit_hash: audit.head.hash };
}

function headOf(customer: LockedCustomer) {
  return { sequence: customer.audit_sequence, hash: customer.audit_hash };
}
