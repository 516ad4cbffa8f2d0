import type { DocumentFinding } from '@onboarding/contract';
import type { DocumentsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../customer-keys.ts';

const NOTE = statement<never, { partnerId: string; documentId: string; findings: readonly DocumentFinding[] }>(
  'document_note_findings',
  'update documents set findings = :findings where partner_id = :partnerId and document_id = :documentId',
);

/** Must run in the transaction that confirms the document. */
export async function noteFindings(
  tx: Tx,
  { partnerId, documentId }: Pick<DocumentsRow, 'partnerId' | 'documentId'>,
  findings: readonly DocumentFinding[],
): Promise<void> {
  await tx.rows(NOTE, { partnerId, documentId, findings });
}

export type FoundDocument = CustomerKey & Pick<DocumentsRow, 'documentId' | 'findings'>;

const LIST_FOUND = statement<FoundDocument, CustomerKeys & { limit: number }>(
  'documents_with_findings',
  `select w.partner_id, w.customer_id, d.document_id, d.findings
   from ${NAMED_CUSTOMERS}
   cross join lateral (
     select document_id, findings from documents
     where partner_id = w.partner_id and customer_id = w.customer_id and status = 'Confirmed' and findings <> '{}'
       and erased_at is null
     order by document_id desc limit :limit
   ) d
   order by w.customer_id, d.document_id desc`,
);

/** Confirmed documents with findings, of many businesses of all partners; the newest of each business. */
export function listFoundDocuments(
  tx: Tx,
  businesses: readonly CustomerKey[],
  limit: number,
): Promise<FoundDocument[]> {
  return tx.rows(LIST_FOUND, { ...keysOf(businesses), limit });
}
