import { type VerificationStatusRecord, verificationStatusSchema } from '@onboarding/contract';
import { type DocumentRow, documentStatusOf } from '../documents/index.ts';
import type { PersonStatusRow } from '../people/index.ts';
import { type DecisionRow, toVerificationReasons } from '../reviews/index.ts';
import { canUpdate } from './profile.ts';
import { nextAction, tellsReasons } from './verification-status.ts';
import type { VerificationRow } from './verification-status-store.ts';

const stored = verificationStatusSchema.pick({ verificationStatus: true, people: true });

export function toVerificationStatus(
  row: VerificationRow,
  personRows: readonly PersonStatusRow[],
  documentRows: readonly DocumentRow[],
  decision: DecisionRow | undefined,
): VerificationStatusRecord {
  // What the database holds as text has the contract's types again from here on.
  const { verificationStatus, people } = stored.parse({
    verificationStatus: row.verification_status,
    people: personRows.map((person) => ({ uboId: person.ubo_id, verificationStatus: person.verification_status })),
  });
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
    people,
    documents: documentRows.map((document) => ({
      documentId: document.document_id,
      status: documentStatusOf(document),
    })),
    sequence: row.event_sequence,
  };
}
