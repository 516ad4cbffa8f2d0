import type { DocumentFinding } from '@onboarding/contract';
import type { DocumentsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

type BusinessKey = Pick<DocumentsRow, 'partner_id' | 'customer_id'>;

const NOTE = statement<object>(
  'document_note_findings',
  'update documents set findings = $3 where partner_id = $1 and document_id = $2',
);

/** In the transaction that confirms it. */
export async function noteFindings(
  tx: Tx,
  document: Pick<DocumentsRow, 'partner_id' | 'document_id'>,
  findings: readonly DocumentFinding[],
): Promise<void> {
  await tx.rows(NOTE, [document.partner_id, document.document_id, findings]);
}

export type FoundDocument = BusinessKey & Pick<DocumentsRow, 'document_id'> & { findings: DocumentFinding[] };

const LIST_FOUND = statement<FoundDocument>(
  'documents_with_findings',
  `select w.partner_id, w.customer_id, d.document_id, d.findings
   from unnest($1::uuid[], $2::uuid[]) as w (partner_id, customer_id)
   cross join lateral (
     select document_id, findings from documents
     where partner_id = w.partner_id and customer_id = w.customer_id and status = 'Confirmed' and findings <> '{}'
       and erased_at is null
     order by document_id desc limit $3
   ) d
   order by w.customer_id, d.document_id desc`,
);

/** Of many businesses of all partners, the confirmed documents of which an analyst should know something; the newest of each. */
export function listFoundDocuments(
  tx: Tx,
  businesses: readonly BusinessKey[],
  limit: number,
): Promise<FoundDocument[]> {
  const keys = [businesses.map((one) => one.partner_id), businesses.map((one) => one.customer_id)];
  return tx.rows(LIST_FOUND, [...keys, limit]);
}
