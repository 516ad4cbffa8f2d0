import { type DocumentRecord, type DocumentStatus, documentRecordSchema } from '@onboarding/contract';
import type { DocumentRow } from './document-store.ts';

const words = documentRecordSchema.pick({ documentCategory: true, contentType: true, status: true, refusal: true });

export function documentStatusOf({ status }: Pick<DocumentRow, 'status'>): DocumentStatus {
  return words.shape.status.parse(status);
}

/** How far a document got, and why it was refused. */
export function documentOutcomeOf({ status, refusal }: Pick<DocumentRow, 'status' | 'refusal'>) {
  return { status: words.shape.status.parse(status), refusal: words.shape.refusal.parse(refusal) };
}

export function toDocumentRecord(row: DocumentRow): DocumentRecord {
  // What the database holds as text has the contract's types again from here on.
  const { documentCategory, contentType, status, refusal } = words.parse({
    documentCategory: row.category,
    contentType: row.content_type,
    status: row.status,
    refusal: row.refusal,
  });
  return {
    documentId: row.document_id,
    documentCategory,
    contentType,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    status,
    refusal,
    uboId: row.ubo_id,
    uploadedAt: row.uploaded_at?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
}
