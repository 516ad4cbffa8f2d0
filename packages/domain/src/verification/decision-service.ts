// What is decided about a package: proposed by the analyst who has it, confirmed by another; changes are requested by one.
import {
  DECISION_OUTCOMES,
  type DecisionAnswer,
  type DecisionOutcome,
  type DecisionState,
  type Warning,
} from '@onboarding/contract';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../context.ts';
import { findNamedDocuments, type NamedRow } from '../documents/index.ts';
import { DomainError } from '../failure.ts';
import { approveUnjudged, listPersonStatuses, type PersonStatusRow } from '../people/index.ts';
import { type LockedCustomer, standingOf } from '../profiles/index.ts';
import {
  type DecisionRow,
  findDecision,
  findOpenDecision,
  holdClaim,
  insertDecision,
  settleDecision,
  stateConflict,
  stepFrom,
} from '../reviews/index.ts';
import { claimFor, PROPOSAL_HOURS, refuseUnlessClaimant } from './claim.ts';
import { type CheckedDecision, checkDecision, readDecision, subjectsNamed } from './decision-check.ts';
import { type LockedPackage, lockPackage } from './package-access.ts';
import { performTransition, recordStep } from './transition-service.ts';

type Recording = Pick<Context, 'clock' | 'keys'>;

export interface DecisionOutcomeAnswer {
  answer: DecisionAnswer;
  warnings: Warning[];
}

/** By the analyst who has the package. To request changes takes effect at once; anything else waits for a second analyst. */
export async function decideOnPackage(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  customerId: string,
  body: unknown,
): Promise<DecisionOutcomeAnswer> {
  const read = readDecision(body);
  const locked = await lockPackage(tx, person, customerId);
  const { customer, review, actor } = locked;
  const { stage } = standingOf(customer);
  // Told before what is wrong with the body, since no other body would help.
  const trigger = read.candidate.outcome ?? 'Reject';
  if (stepFrom(stage, trigger) === undefined) throw stateConflict(stage, trigger);
  refuseUnlessClaimant(review, person.accountId);
  const named = subjectsNamed(read);
  const [people, documents, open] = await settled<[PersonStatusRow[], NamedRow[], DecisionRow | undefined]>([
    listPersonStatuses(tx, actor.partnerId, customer.customer_id),
    named.documentIds.length === 0 ? Promise.resolve([]) : findNamedDocuments(tx, actor.partnerId, named.documentIds),
    findOpenDecision(tx, actor.partnerId, customer.customer_id),
  ]);
  const checked = checkDecision(read, {
    uboIds: new Set(people.map(({ ubo_id }) => ubo_id)),
    documentIds: new Set(
      documents.filter((one) => one.customer_id === customer.customer_id).map((one) => one.document_id),
    ),
  });
  const now = clock.now();
  if (checked.outcome === 'RequestChanges') return requestChanges(tx, keys, locked, checked, now);
  if (open !== undefined) throw new DomainError('Review.DecisionOpen');
  if (checked.outcome === 'Approve') refuseUnapprovable(locked, people);
  return propose(tx, keys, locked, checked, now);
}

async function requestChanges(
  tx: Tx,
  keys: Context['keys'],
  { customer, actor }: LockedPackage,
  checked: CheckedDecision,
  now: Date,
): Promise<DecisionOutcomeAnswer> {
  const settledBy = { state: 'Confirmed', settled_by: actor.accountId, settled_at: now } as const;
  const decision = { ...toDecision(customer, actor.accountId, checked, now), ...settledBy };
  await insertDecision(tx, actor.partnerId, customer.customer_id, decision);
  const moved = await performTransition(tx, keys, actor, customer, effectOf('RequestChanges', decision, now));
  return { answer: toAnswer(decision.decision_id, 'Confirmed', moved), warnings: checked.warnings };
}

async function propose(
  tx: Tx,
  keys: Context['keys'],
  { customer, actor }: LockedPackage,
  checked: CheckedDecision,
  now: Date,
): Promise<DecisionOutcomeAnswer> {
  const decision = toDecision(customer, actor.accountId, checked, now);
  const { decision_id: decisionId, outcome, reasons } = decision;
  await insertDecision(tx, actor.partnerId, customer.customer_id, decision);
  await holdClaim(tx, actor.partnerId, customer.customer_id, claimFor(actor.accountId, now, PROPOSAL_HOURS));
  const facts = { decisionId, outcome, reasons: reasons.map(({ code }) => code) };
  await recordStep(tx, keys, actor, customer, { action: 'review.decision.proposed', facts, now });
  return { answer: toAnswer(decisionId, 'Proposed', customer), warnings: checked.warnings };
}

/** By anybody who reviews but the one who proposed; they need not have the package. */
export async function confirmDecision(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  customerId: string,
  decisionId: string,
): Promise<DecisionAnswer> {
  const locked = await lockPackage(tx, person, customerId);
  const { customer, actor } = locked;
  const decision = await getProposal(tx, locked, decisionId);
  if (decision.proposed_by === person.accountId) throw new DomainError('Review.FourEyes');
  const outcome = outcomeOf(decision);
  // Asked again: time has passed since it was proposed.
  if (outcome === 'Approve') {
    refuseUnapprovable(locked, await listPersonStatuses(tx, actor.partnerId, customer.customer_id));
  }
  const now = clock.now();
  const confirmed = { state: 'Confirmed', by: person.accountId, at: now } as const;
  await settleDecision(tx, actor.partnerId, customer.customer_id, decision.decision_id, confirmed);
  if (outcome === 'Approve') await approveUnjudged(tx, actor.partnerId, customer.customer_id, now);
  const moved = await performTransition(tx, keys, actor, customer, effectOf(outcome, decision, now));
  return toAnswer(decision.decision_id, 'Confirmed', moved);
}

/** By the one who proposed, or by a supervisor. The package stays with the analyst who has it. */
export async function withdrawDecision(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  customerId: string,
  decisionId: string,
): Promise<DecisionAnswer> {
  const locked = await lockPackage(tx, person, customerId);
  const { customer, review, actor } = locked;
  const decision = await getProposal(tx, locked, decisionId);
  if (decision.proposed_by !== person.accountId && person.role !== 'supervisor') {
    throw new DomainError('Review.NotYours', {
      message:
        'Another analyst has proposed this. Leave it to them or to a supervisor to withdraw it, or do not confirm it.',
    });
  }
  const now = clock.now();
  const withdrawn = { state: 'Withdrawn', by: person.accountId, at: now } as const;
  await settleDecision(tx, actor.partnerId, customer.customer_id, decision.decision_id, withdrawn);
  // From here on it does not wait for anybody else.
  if (review.claimed_by !== null) {
    await holdClaim(tx, actor.partnerId, customer.customer_id, claimFor(review.claimed_by, now));
  }
  const facts = { decisionId: decision.decision_id, outcome: decision.outcome };
  await recordStep(tx, keys, actor, customer, { action: 'review.decision.withdrawn', facts, now });
  return toAnswer(decision.decision_id, 'Withdrawn', customer);
}

async function getProposal(tx: Tx, { customer, actor }: LockedPackage, decisionId: string): Promise<DecisionRow> {
  const decision = isUuid(decisionId)
    ? await findDecision(tx, actor.partnerId, customer.customer_id, decisionId)
    : undefined;
  if (decision === undefined) throw new DomainError('Review.DecisionNotFound');
  if (decision.state === 'Proposed') return decision;
  throw new DomainError('Review.DecisionSettled', {
    message: `The decision is ${decision.state}, so it is no longer a proposal. Read the package again; what is Voided or Withdrawn can be proposed anew.`,
  });
}

function refuseUnapprovable({ review }: LockedPackage, people: readonly PersonStatusRow[]): void {
  const refused = people.find((one) => ['Rejected', 'ChangesRequested'].includes(one.verification_status));
  if (refused !== undefined) {
    throw new DomainError('Review.VerdictOpen', {
      message: `The person ${refused.ubo_id} is ${refused.verification_status}, so the business cannot be approved. Request changes or reject; or change the verdict on that person.`,
    });
  }
  if (review.screening_due_at !== null) throw new DomainError('Review.ScreeningPending');
}

function outcomeOf({ outcome: text }: DecisionRow): DecisionOutcome {
  const outcome = DECISION_OUTCOMES.find((one) => one === text);
  if (outcome === undefined) throw new Error(`The database holds an unknown outcome ${text}`);
  return outcome;
}

function toDecision(
  { attempt }: LockedCustomer,
  proposedBy: string,
  { outcome, reasons }: CheckedDecision,
  now: Date,
): DecisionRow {
  return {
    decision_id: uuidv7(now),
    outcome,
    state: 'Proposed',
    attempt,
    proposed_by: proposedBy,
    proposed_at: now,
    settled_by: null,
    settled_at: null,
    voided_by: null,
    reasons: reasons.map(({ code, message, pointer, uboId, documentId }) => ({
      // Ids made one after the other sort so: the reasons keep their order.
      reason_id: uuidv7(now),
      code,
      message,
      pointer,
      ubo_id: uboId,
      document_id: documentId,
    })),
  };
}

function effectOf(trigger: DecisionOutcome, { decision_id: decisionId, reasons }: DecisionRow, now: Date) {
  return { trigger, claim: null, reasons: reasons.map(({ code }) => code), now, further: { decisionId } };
}

function toAnswer(decisionId: string, state: DecisionState, customer: LockedCustomer): DecisionAnswer {
  return {
    decisionId,
    state,
    verificationStatus: standingOf(customer).verificationStatus,
    version: customer.version,
  };
}
