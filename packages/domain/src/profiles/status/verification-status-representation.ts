import type { VerificationStatusRecord } from '@onboarding/contract';
import type { DocumentRow } from '../../documents/index.ts';
import type { PersonStatusRow } from '../../people/index.ts';
import { type DecisionRow, type PreparedMove, toVerificationReasons } from '../../review-state/index.ts';
import { canUpdate } from '../profile.ts';
import { nextAction, tellsReasons } from './verification-status.ts';
import type { VerificationRow } from './verification-status-store.ts';

export function toVerificationStatus(
  row: VerificationRow,
  personRows: readonly PersonStatusRow[],
  documentRows: readonly DocumentRow[],
  decision: DecisionRow | undefined,
): VerificationStatusRecord {
  const { verification_status: verificationStatus } = row;
  const told = decision !== undefined && tellsReasons(verificationStatus);
  const reasons = told ? toVerificationReasons(decision, documentRows) : [];
  return {
    customerId: row.customer_id,
    partnerCustomerId: row.partner_customer_id,
    verificationStatus,
    statusChangedAt: (row.status_changed_at ?? row.created_at).toISOString(),
    submittedAt: (row.submitted_at ?? row.created_at).toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    attempt: row.attempt,
    canUpdate: !row.erased && canUpdate(verificationStatus, row.monitoring),
    nextAction: nextAction(verificationStatus, reasons),
    reasons,
    people: personRows.map((person) => ({ uboId: person.ubo_id, verificationStatus: person.verification_status })),
    documents: documentRows.map((document) => ({
      documentId: document.document_id,
      status: document.status,
    })),
    sequence: row.event_sequence,
  };
}

/** The row after a transition: applies what MOVING_CUSTOMER writes. */
export function movedVerification(row: VerificationRow, move: PreparedMove): VerificationRow {
  return {
    ...row,
    verification_status: move.verificationStatus,
    monitoring: move.monitoring,
    attempt: move.attempt,
    submitted_at: move.submittedAt ?? row.submitted_at,
    status_changed_at: move.statusChangedAt ?? row.status_changed_at,
    decided_at: move.statusChangedAt === null ? row.decided_at : move.decidedAt,
    event_sequence: row.event_sequence + move.events.length,
  };
}
