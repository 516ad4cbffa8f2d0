import type { DocumentRecord } from '@onboarding/contract';
import type { DocumentRow } from './document-store.ts';

export function toDocumentRecord(row: DocumentRow): DocumentRecord {
  return {
    documentId: row.document_id,
    documentCategory: row.category,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    // Of a file that was refused it would say what is in it, to whoever can make it a piece of another.
    sha256: row.status === 'Confirmed' ? row.sha256 : null,
    status: row.status,
    refusal: row.refusal,
    uboId: row.ubo_id,
    uploadedAt: row.uploaded_at?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
}
