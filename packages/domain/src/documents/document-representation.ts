import type { DocumentRecord } from '@onboarding/contract';
import type { DocumentRow } from './document-store.ts';

export function toDocumentRecord(row: DocumentRow): DocumentRecord {
  return {
    documentId: row.document_id,
    documentCategory: row.category,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    // Hidden for a refused file: it would reveal the content of another file to anyone who can make that file part of an
    // upload.
    sha256: row.status === 'Confirmed' ? row.sha256 : null,
    status: row.status,
    refusal: row.refusal,
    uboId: row.ubo_id,
    uploadedAt: row.uploaded_at?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
}
