import type { DocumentsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

const CATEGORIES = statement<
  Pick<DocumentsRow, 'documentId' | 'category'>,
  { partnerIds: readonly string[]; documentIds: readonly string[] }
>(
  'documents_categories',
  `select d.document_id, d.category from unnest(:partnerIds::uuid[], :documentIds::uuid[]) as w (partner_id, document_id)
   join documents d on d.partner_id = w.partner_id and d.document_id = w.document_id where d.erased_at is null`,
);

/** Categories by document id, of any partners; for callers that may see all partners. */
export async function listDocumentCategories(
  tx: Tx,
  documents: readonly { partnerId: string; documentId: string }[],
): Promise<Map<string, DocumentsRow['category']>> {
  const rows = await tx.rows(CATEGORIES, {
    partnerIds: documents.map((one) => one.partnerId),
    documentIds: documents.map((one) => one.documentId),
  });
  return new Map(rows.map(({ documentId, category }) => [documentId, category]));
}
