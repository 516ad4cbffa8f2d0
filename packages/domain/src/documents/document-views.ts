// A document as its readers get it: its record, and the file of a confirmed one.
import type { DocumentContentType, DocumentRecord, ErrorCode } from '@onboarding/contract';
import type { BytePart, ObjectStore, OpenedVersion } from '@onboarding/platform/s3';
import { DomainError } from '../failure.ts';
import { viewNameOf } from './document.ts';
import type { CheckedDocument } from './document-check-store.ts';
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

/** The location of the checked version, and its metadata for a response. */
export interface DocumentFile {
  documentId: string;
  place: { isKept: boolean; key: string; versionId: string };
  sizeBytes: number;
  /** The hash of the checked version, so it never changes. */
  sha256: string;
  contentType: DocumentContentType;
  fileName: string;
}

/**
 * Refers exactly to the checked version, because later uploads over it were not checked. Throws `refusal` if there is none.
 */
export function fileOf(document: CheckedDocument, refusal: ErrorCode): DocumentFile {
  const { status, versionId, sizeBytes, sha256, keptKey } = document;
  if (status !== 'Confirmed' || versionId === null || sizeBytes === null || sha256 === null) {
    throw new DomainError(refusal);
  }
  // A document confirmed before the separate bucket existed, and not moved yet, is still where it was uploaded.
  const place = { isKept: keptKey !== null, key: keptKey ?? document.objectKey, versionId };
  const { documentId, contentType } = document;
  return { documentId, place, sizeBytes, sha256, contentType, fileName: viewNameOf(document) };
}

/** Call it outside any transaction. Returns undefined if the storage no longer has the file. */
export function openFile(
  storage: ObjectStore,
  { place: { isKept, key, versionId } }: DocumentFile,
  options: { part: BytePart | undefined; signal: AbortSignal },
): Promise<OpenedVersion | undefined> {
  return (isKept ? storage.kept : storage).openVersion(key, versionId, options);
}
