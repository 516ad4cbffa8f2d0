// Decisions about a package: proposed by the analyst who has it, and confirmed by another; requesting changes needs only one
// analyst.
import type {
  Blocker,
  BodyCheck,
  Confirmation,
  Decision,
  DecisionAnswer,
  DecisionOutcome,
  DecisionPreview,
  DecisionState,
  Note,
} from '@onboarding/contract';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../../context.ts';
import { findNamedDocuments, type NamedRow } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { approvedUnjudged, approveUnjudged, listPersonStatuses, type PersonStatusRow } from '../../people/index.ts';
import {
  foreseeVerificationStatus,
  type LockedCustomer,
  performTransition,
  recordStep,
  reviewStateOf,
} from '../../profiles/index.ts';
import { SENT_BACK_QUEUE } from '../../review-mails/index.ts';
import {
  claimFor,
  type DecisionRow,
  findDecision,
  findOpenDecision,
  holdClaim,
  insertDecision,
  PROPOSAL_HOURS,
  settleDecision,
  stateConflict,
  stepFrom,
} from '../../review-state/index.ts';
import { type LockedPackage, lockPackage, refuseUnlessClaimant } from '../access/package-access.ts';
import { takeSnapshot } from '../changes/changes-service.ts';
import { addNote } from '../notes/note-service.ts';
import { countWork } from '../statistics/statistics-store.ts';
import { blocker, listBlockers } from './blockers.ts';
import { type CheckedDecision, checkDecision, subjectsNamed } from './decision-check.ts';
import { holdEvidence } from './evidence.ts';

type Recording = Pick<Context, 'clock' | 'keys'>;
/** The dependencies needed to decide about approvals too. */
type Deciding = Recording & Pick<Context, 'openedDocuments'>;

/** A decision about a locked package that has not been made yet. */
interface ReadyDecision {
  locked: LockedPackage;
  checked: CheckedDecision;
  people: PersonStatusRow[];
  /** Empty if the decision can be made. */
  blockers: Blocker[];
}

/**
 * For the analyst who has the package. Throws errors that no retry with the same body could avoid, and collects the others as
 * blockers.
 */
async function prepareDecision(
  tx: Tx,
  context: Deciding,
  person: StaffPerson,
  customerId: string,
  read: BodyCheck<Decision>,
): Promise<ReadyDecision> {
  const locked = await lockPackage(tx, person, customerId);
  const { customer, review, actor } = locked;
  const { stage } = reviewStateOf(customer);
  // Checked before the body, because no other body would help.
  const trigger = read.candidate.outcome ?? 'Reject';
  if (stepFrom(stage, trigger) === undefined) throw stateConflict(stage, trigger);
  refuseUnlessClaimant(review, person.accountId);
  const named = subjectsNamed(read);
  const [people, documents, open, evidenceVersion] = await settled<
    [PersonStatusRow[], NamedRow[], DecisionRow | undefined, string]
  >([
    listPersonStatuses(tx, actor.partnerId, customer.customerId),
    named.documentIds.length === 0 ? Promise.resolve([]) : findNamedDocuments(tx, actor.partnerId, named.documentIds),
    findOpenDecision(tx, actor.partnerId, customer.customerId),
    holdEvidence(tx, locked),
  ]);
  const checked = checkDecision(read, {
    uboIds: new Set(people.map(({ uboId }) => uboId)),
    documentIds: new Set(
      documents.filter((one) => one.customerId === customer.customerId).map((one) => one.documentId),
    ),
  });
  const { outcome, seenVersion } = checked;
  const blockers = [
    ...(open !== undefined && outcome !== 'RequestChanges' ? [blocker('Review.DecisionOpen')] : []),
    ...(seenVersion === evidenceVersion ? [] : [blocker('Review.EvidenceChanged')]),
    ...(outcome === 'Approve' ? await listBlockers(tx, context, locked, people) : []),
  ];
  return { locked, checked, people, blockers };
}

/** A request for changes takes effect immediately; any other decision waits for a second analyst. */
export async function decideOnPackage(
  tx: Tx,
  context: Deciding,
  person: StaffPerson,
  customerId: string,
  read: BodyCheck<Decision>,
): Promise<DecisionAnswer> {
  const { locked, checked, blockers } = await prepareDecision(tx, context, person, customerId, read);
  refuseBlocked(blockers);
  const { clock, keys } = context;
  const now = clock.now();
  return checked.outcome === 'RequestChanges'
    ? requestChanges(tx, keys, locked, checked, now)
    : propose(tx, keys, locked, checked, now);
}

/** Returns what the decision would cause; writes nothing. */
export async function previewDecision(
  tx: Tx,
  context: Deciding,
  person: StaffPerson,
  customerId: string,
  read: BodyCheck<Decision>,
): Promise<DecisionPreview> {
  const { locked, checked, people, blockers } = await prepareDecision(tx, context, person, customerId, read);
  const { customer, actor } = locked;
  const now = context.clock.now();
  const decision = toDecision(customer, actor.accountId, checked, now);
  const move = effectOf(checked.outcome, decision, now);
  const effect = { move, decision, people: checked.outcome === 'Approve' ? people.map(approvedUnjudged) : people };
  return { blockers, verificationStatus: await foreseeVerificationStatus(tx, actor.partnerId, customer, effect) };
}

async function requestChanges(
  tx: Tx,
  keys: Context['keys'],
  locked: LockedPackage,
  checked: CheckedDecision,
  now: Date,
): Promise<DecisionAnswer> {
  const { customer, actor } = locked;
  const settledBy = { state: 'Confirmed', settledBy: actor.accountId, settledAt: now } as const;
  const decision = { ...toDecision(customer, actor.accountId, checked, now), ...settledBy };
  await insertDecision(tx, actor.partnerId, customer.customerId, decision);
  await takeSnapshot(tx, keys, locked, decision.decisionId, now);
  const moved = await performTransition(tx, keys, actor, customer, effectOf('RequestChanges', decision, now));
  await countWork(tx, actor.accountId, 'changesRequested', now);
  return toAnswer(decision.decisionId, 'Confirmed', moved);
}

async function propose(
  tx: Tx,
  keys: Context['keys'],
  { customer, actor }: LockedPackage,
  checked: CheckedDecision,
  now: Date,
): Promise<DecisionAnswer> {
  const decision = toDecision(customer, actor.accountId, checked, now);
  const { decisionId, outcome, reasons } = decision;
  await insertDecision(tx, actor.partnerId, customer.customerId, decision);
  await holdClaim(tx, actor.partnerId, customer.customerId, claimFor(actor.accountId, now, PROPOSAL_HOURS));
  const facts = { decisionId, outcome, reasons: reasons.map(({ code }) => code), version: customer.version };
  await recordStep(tx, keys, actor, customer, { action: 'review.decision.proposed', facts, now });
  await countWork(tx, actor.accountId, 'proposals', now);
  return toAnswer(decisionId, 'Proposed', customer);
}

/** For any reviewer except the proposer; the claim is not required. */
export async function confirmDecision(
  tx: Tx,
  context: Deciding,
  person: StaffPerson,
  customerId: string,
  { decisionId, seenVersion }: Confirmation & { decisionId: string },
): Promise<DecisionAnswer> {
  const locked = await lockPackage(tx, person, customerId);
  const { customer, actor } = locked;
  const decision = await getProposal(tx, locked, decisionId);
  if (decision.proposedBy === person.accountId) throw new DomainError('Review.FourEyes');
  const { outcome } = decision;
  if ((await holdEvidence(tx, locked)) !== seenVersion) throw new DomainError('Review.EvidenceChanged');
  // Checked again: time has passed since the proposal.
  if (outcome === 'Approve') {
    const people = await listPersonStatuses(tx, actor.partnerId, customer.customerId);
    refuseBlocked(await listBlockers(tx, context, locked, people));
  }
  const { clock, keys } = context;
  const now = clock.now();
  const confirmed = { state: 'Confirmed', by: person.accountId, at: now, noteId: null } as const;
  await settleDecision(tx, actor.partnerId, customer.customerId, decision.decisionId, confirmed);
  await takeSnapshot(tx, keys, locked, decision.decisionId, now);
  if (outcome === 'Approve') await approveUnjudged(tx, actor.partnerId, customer.customerId, now);
  const moved = await performTransition(tx, keys, actor, customer, effectOf(outcome, decision, now));
  await countWork(tx, person.accountId, 'confirmations', now);
  return toAnswer(decision.decisionId, 'Confirmed', moved);
}

/** For the proposer or a supervisor. The package stays with the analyst who has it. */
export async function withdrawDecision(
  tx: Tx,
  { clock, keys }: Recording,
  person: StaffPerson,
  customerId: string,
  decisionId: string,
): Promise<DecisionAnswer> {
  const locked = await lockPackage(tx, person, customerId);
  const decision = await getProposal(tx, locked, decisionId);
  if (decision.proposedBy !== person.accountId && person.role !== 'supervisor') {
    throw new DomainError('Review.NotYours', {
      message:
        'Another analyst proposed this decision. Only they or a supervisor can withdraw it. If you disagree, send it back with a note.',
    });
  }
  return endProposal(tx, keys, locked, decision, { noteId: null, now: clock.now() });
}

/**
 * For any reviewer except the proposer, who learns why from the note and from a mail. The package stays with the analyst who
 * has it.
 */
export async function sendDecisionBack(
  tx: Tx,
  { clock, keys, jobs }: Recording & Pick<Context, 'jobs'>,
  person: StaffPerson,
  customerId: string,
  { decisionId, text, link }: Note & { decisionId: string; link: string },
): Promise<DecisionAnswer> {
  const locked = await lockPackage(tx, person, customerId);
  const decision = await getProposal(tx, locked, decisionId);
  if (decision.proposedBy === person.accountId) {
    throw new DomainError('Review.FourEyes', {
      message: 'You proposed this decision yourself. To take it back, withdraw it.',
    });
  }
  const now = clock.now();
  const noteId = await addNote(tx, keys, locked, text, now);
  await jobs.send(tx, SENT_BACK_QUEUE, { accountId: decision.proposedBy, link });
  return endProposal(tx, keys, locked, decision, { noteId, now });
}

/** Withdraws it; with a note, it was sent back by a colleague. */
async function endProposal(
  tx: Tx,
  keys: Context['keys'],
  { customer, review, actor }: LockedPackage,
  { decisionId, outcome }: DecisionRow,
  { noteId, now }: { noteId: string | null; now: Date },
): Promise<DecisionAnswer> {
  const withdrawn = { state: 'Withdrawn', by: actor.accountId, at: now, noteId } as const;
  await settleDecision(tx, actor.partnerId, customer.customerId, decisionId, withdrawn);
  // The claim no longer waits for a second analyst.
  if (review.claimedBy !== null) {
    await holdClaim(tx, actor.partnerId, customer.customerId, claimFor(review.claimedBy, now));
  }
  const [action, facts] =
    noteId === null
      ? (['review.decision.withdrawn', { decisionId, outcome }] as const)
      : (['review.decision.returned', { decisionId, outcome, noteId }] as const);
  await recordStep(tx, keys, actor, customer, { action, facts, now });
  return toAnswer(decisionId, 'Withdrawn', customer);
}

async function getProposal(tx: Tx, { customer, actor }: LockedPackage, decisionId: string): Promise<DecisionRow> {
  const decision = isUuid(decisionId)
    ? await findDecision(tx, actor.partnerId, customer.customerId, decisionId)
    : undefined;
  if (decision === undefined) throw new DomainError('Review.DecisionNotFound');
  if (decision.state === 'Proposed') return decision;
  throw new DomainError('Review.DecisionSettled', {
    message: `The decision is ${decision.state}, so it is no longer a proposal. Read the package again; a Voided or Withdrawn decision can be proposed again.`,
  });
}

function refuseBlocked([first]: readonly Blocker[]): void {
  if (first !== undefined) throw new DomainError(first.code, { message: first.message });
}

function toDecision(
  { attempt }: LockedCustomer,
  proposedBy: string,
  { outcome, reasons, seenVersion }: CheckedDecision,
  now: Date,
): DecisionRow {
  return {
    decisionId: uuidv7(now),
    outcome,
    state: 'Proposed',
    attempt,
    proposedBy,
    proposedAt: now,
    settledBy: null,
    settledAt: null,
    voidedBy: null,
    noteId: null,
    evidenceVersion: seenVersion,
    reasons: reasons.map((reason) => ({
      ...reason,
      // Ids generated in sequence sort in that order, so the reasons keep their order.
      reasonId: uuidv7(now),
    })),
  };
}

function effectOf(trigger: DecisionOutcome, { decisionId, reasons }: DecisionRow, now: Date) {
  return { trigger, claim: null, reasons: reasons.map(({ code }) => code), now, further: { decisionId } };
}

function toAnswer(decisionId: string, state: DecisionState, customer: LockedCustomer): DecisionAnswer {
  return {
    decisionId,
    state,
    verificationStatus: reviewStateOf(customer).verificationStatus,
    version: customer.version,
  };
}
