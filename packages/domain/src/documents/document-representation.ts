import type { DocumentRecord } from '@onboarding/contract';
import type { DocumentRow } from './document-store.ts';

export function toDocumentRecord(row: DocumentRow): DocumentRecord {
  return {
    documentId: row.documentId,
    documentCategory: row.category,
    contentType: row.contentType,
    sizeBytes: row.sizeBytes,
    // Hidden for a refused file: it would reveal the content of another file to anyone who can make that file part of an
    // upload.
    sha256: row.status === 'Confirmed' ? row.sha256 : null,
    status: row.status,
    refusal: row.refusal,
    uboId: row.uboId,
    uploadedAt: row.uploadedAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  };
}
