import type {
  NextAction,
  VerificationReason,
  VerificationStatus,
  VerificationStatusRecord,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { PartnerReader } from '../../context.ts';
import { type DocumentRow, listDocuments } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { listPersonStatuses, type PersonStatusRow } from '../../people/index.ts';
import {
  type DecisionRow,
  findLastDecision,
  type Move,
  type PreparedMove,
  prepareMove,
  toVerificationReasons,
} from '../../review-state/index.ts';
import { reviewStateOf, unreadable } from '../access/customer-access.ts';
import type { LockedCustomer } from '../access/customer-lock-store.ts';
import { canUpdate } from '../record/profile.ts';
import { findVerification, type VerificationRow } from './verification-status-store.ts';

interface VerificationReading {
  record: VerificationStatusRecord;
  /** Changes whenever the record may: every change increases the version, and every event the sequence. */
  tag: string;
}

export async function getVerificationStatus(
  tx: Tx,
  actor: PartnerReader,
  customerId: string,
): Promise<VerificationReading> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  const [row, people, documents, decision] = await settled<
    [VerificationRow | undefined, PersonStatusRow[], DocumentRow[], DecisionRow | undefined]
  >([
    findVerification(tx, actor.partnerId, customerId),
    listPersonStatuses(tx, actor.partnerId, customerId),
    listDocuments(tx, actor.partnerId, customerId),
    findLastDecision(tx, actor.partnerId, customerId),
  ]);
  if (row !== undefined) {
    const record = toVerificationStatus(row, people, documents, decision);
    return { record, tag: `${row.version}-${row.eventSequence}` };
  }
  throw await unreadable(tx, actor, customerId);
}

/** What the last decision asks of the partner. */
export async function listLastReasons(tx: Tx, partnerId: string, customerId: string): Promise<VerificationReason[]> {
  const [documents, decision] = await settled<[DocumentRow[], DecisionRow | undefined]>([
    listDocuments(tx, partnerId, customerId),
    findLastDecision(tx, partnerId, customerId),
  ]);
  return decision === undefined ? [] : toVerificationReasons(decision, documents);
}

/** A transition, and what else its decision changes for the partner. */
interface Foreseen {
  move: Move;
  decision: DecisionRow;
  people: readonly PersonStatusRow[];
}

/** The status that would result from a transition, without performing it. Takes a locked customer. */
export async function foreseeVerificationStatus(
  tx: Tx,
  partnerId: string,
  customer: LockedCustomer,
  { move, decision, people }: Foreseen,
): Promise<VerificationStatusRecord> {
  const { customerId } = customer;
  const [row, documents] = await settled<[VerificationRow | undefined, DocumentRow[]]>([
    findVerification(tx, partnerId, customerId),
    listDocuments(tx, partnerId, customerId),
  ]);
  if (row === undefined) throw new Error('A locked customer is gone');
  const moved = movedVerification(row, prepareMove(reviewStateOf(customer), move));
  return toVerificationStatus(moved, people, documents, decision);
}

function toVerificationStatus(
  row: VerificationRow,
  personRows: readonly PersonStatusRow[],
  documentRows: readonly DocumentRow[],
  decision: DecisionRow | undefined,
): VerificationStatusRecord {
  const { verificationStatus } = row;
  const told = decision !== undefined && tellsReasons(verificationStatus);
  const reasons = told ? toVerificationReasons(decision, documentRows) : [];
  return {
    customerId: row.customerId,
    partnerCustomerId: row.partnerCustomerId,
    verificationStatus,
    statusChangedAt: (row.statusChangedAt ?? row.createdAt).toISOString(),
    submittedAt: (row.submittedAt ?? row.createdAt).toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    attempt: row.attempt,
    canUpdate: !row.erased && canUpdate(verificationStatus, row.monitoring),
    nextAction: nextAction(verificationStatus, reasons),
    reasons,
    people: personRows.map(({ uboId, verificationStatus }) => ({ uboId, verificationStatus })),
    documents: documentRows.map(({ documentId, category, status, refusal, uboId }) => ({
      documentId,
      documentCategory: category,
      status,
      refusal,
      uboId,
    })),
    version: row.version,
    sequence: row.eventSequence,
  };
}

/** The row after a transition: applies what `performTransition` writes. */
function movedVerification(row: VerificationRow, move: PreparedMove): VerificationRow {
  return {
    ...row,
    verificationStatus: move.verificationStatus,
    monitoring: move.monitoring,
    attempt: move.attempt,
    submittedAt: move.submittedAt ?? row.submittedAt,
    statusChangedAt: move.statusChangedAt ?? row.statusChangedAt,
    decidedAt: move.statusChangedAt === null ? row.decidedAt : move.decidedAt,
    version: row.version + (move.visible ? 1 : 0),
    eventSequence: row.eventSequence + move.events.length,
  };
}

// What a verification status requires of the partner.

/** Whether the partner sees the reasons in this status. */
function tellsReasons(status: VerificationStatus): boolean {
  return status === 'ChangesRequested' || status === 'Rejected';
}

/** The action of the first reason. A request for changes without reasons refers to the data as a whole. */
function nextAction(status: VerificationStatus, reasons: readonly VerificationReason[]): NextAction {
  if (status !== 'ChangesRequested') return 'None';
  return reasons[0]?.remediation.action ?? 'CorrectData';
}
