// Transitions of a verification, and their audit entries. Every transition is performed here, except that of a profile
// update, which prepares its own with the same table and function.

import type { KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import type { InternalAction } from '../../audit/index.ts';
import type { ServiceActor, StaffActor } from '../../context.ts';
import { isReviewOutcome, noteOutcome } from '../../review-mails/index.ts';
import { type Move, movedReview, prepareMove, type Trigger, wakeChecks } from '../../review-state/index.ts';
import { reviewStateOf } from '../access/customer-access.ts';
import type { LockedCustomer } from '../access/customer-lock-store.ts';
import { changeCustomer } from './customer-change-service.ts';
import { movedCustomer, TRANSIT, TRANSIT_UNREVIEWED, WRITE_ENTRY } from './customer-change-store.ts';

/** Who reviews a package: a member of our staff, or the service itself. */
export type Reviewer = StaffActor | ServiceActor;

/**
 * `further` is added to the audit entry, which the partner can read: it must not contain names, notes or anything about a
 * screening.
 */
export interface Transition extends Move {
  further?: Record<string, unknown>;
}

/** Transitions of an approved business under review again are internal as long as it remains Approved. */
const MONITORING: Partial<Record<Trigger, InternalAction>> = {
  Monitor: 'review.monitoring.opened',
  DocumentConfirmed: 'review.monitoring.opened',
  Claim: 'review.monitoring.claimed',
  Release: 'review.monitoring.released',
  Approve: 'review.monitoring.closed',
};

/** The API's database role cannot change decisions; it makes transitions only while no analyst has the package. */
const isApi = (actor: Reviewer) => actor.kind === 'Service' && actor.serviceName === 'api';

/** Takes a locked customer, and returns its new state, still locked. */
export async function performTransition(
  tx: Tx,
  keys: KeyRing,
  actor: Reviewer,
  customer: LockedCustomer,
  { further = {}, ...transition }: Transition,
): Promise<LockedCustomer> {
  const move = prepareMove(reviewStateOf(customer), transition);
  const { visible, events } = move;
  const action = move.changesStatus ? 'business.verification.updated' : MONITORING[transition.trigger];
  if (action === undefined) throw new Error(`Nothing is recorded of ${transition.trigger}`);
  const changed = await changeCustomer(tx, keys, actor, customer, {
    write: isApi(actor) ? TRANSIT_UNREVIEWED : TRANSIT,
    values: { ...movedCustomer(move), ...movedReview(move) },
    action,
    facts: { version: customer.version + (visible ? 1 : 0), ...move.facts, ...further },
    events,
    visible,
    now: transition.now,
  });
  wakeChecks(tx, move);
  const { verificationStatus, monitoring, attempt } = move;
  if (move.changesStatus && isReviewOutcome(verificationStatus)) {
    const { customerId, partnerCustomerId } = customer;
    const { partnerId } = actor;
    await noteOutcome(tx, { partnerId, customerId, partnerCustomerId, outcome: verificationStatus }, transition.now);
  }
  return { ...changed, verificationStatus, monitoring, attempt };
}

/**
 * Adds an entry to the trail for an action that changes nothing for the partner. Like a transition, takes and returns a
 * locked customer.
 */
export function recordStep(
  tx: Tx,
  keys: KeyRing,
  actor: Reviewer,
  customer: LockedCustomer,
  step: { action: InternalAction; facts: Record<string, unknown>; now: Date },
): Promise<LockedCustomer> {
  return changeCustomer(tx, keys, actor, customer, { ...step, write: WRITE_ENTRY, values: {}, visible: false });
}
