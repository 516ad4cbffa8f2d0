import type { VerificationStatusRecord } from '@onboarding/contract';
import type { DocumentRow } from '../../documents/index.ts';
import type { PersonStatusRow } from '../../people/index.ts';
import { type DecisionRow, type PreparedMove, toVerificationReasons } from '../../review-state/index.ts';
import { canUpdate } from '../record/profile.ts';
import { nextAction, tellsReasons } from './verification-status.ts';
import type { VerificationRow } from './verification-status-store.ts';

export function toVerificationStatus(
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
    documents: documentRows.map(({ documentId, status }) => ({ documentId, status })),
    sequence: row.eventSequence,
  };
}

/** The row after a transition: applies what MOVING_CUSTOMER writes. */
export function movedVerification(row: VerificationRow, move: PreparedMove): VerificationRow {
  return {
    ...row,
    verificationStatus: move.verificationStatus,
    monitoring: move.monitoring,
    attempt: move.attempt,
    submittedAt: move.submittedAt ?? row.submittedAt,
    statusChangedAt: move.statusChangedAt ?? row.statusChangedAt,
    decidedAt: move.statusChangedAt === null ? row.decidedAt : move.decidedAt,
    eventSequence: row.eventSequence + move.events.length,
  };
}
