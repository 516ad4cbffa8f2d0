import type { DocumentRecord } from '@onboarding/contract';
import type { DocumentRow } from './document-store.ts';

export function toDocumentRecord(row: DocumentRow): DocumentRecord {
  return {
    documentId: row.document_id,
    documentCategory: row.category,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    status: row.status,
    refusal: row.refusal,
    uboId: row.ubo_id,
    uploadedAt: row.uploaded_at?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
}
