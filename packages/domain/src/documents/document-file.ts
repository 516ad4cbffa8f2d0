// The file of a confirmed document, as it is sent to the people who may read it.
import type { DocumentContentType, ErrorCode } from '@onboarding/contract';
import type { BytePart, ObjectStore, OpenedVersion } from '@onboarding/platform/s3';
import { DomainError } from '../failure.ts';
import { viewNameOf } from './document.ts';
import type { CheckedDocument } from './document-check-store.ts';

/** Where exactly the version that was checked is, and what a response says about it. */
export interface DocumentFile {
  documentId: string;
  place: { isKept: boolean; key: string; versionId: string };
  sizeBytes: number;
  /** Of the version that was checked, so it never changes. */
  sha256: string;
  contentType: DocumentContentType;
  fileName: string;
}

/** Of exactly the version that was checked: later uploads over it were not. `refusal` if there is none. */
export function fileOf(document: CheckedDocument, refusal: ErrorCode): DocumentFile {
  const { status, version_id: versionId, size_bytes: sizeBytes, sha256, kept_key: keptKey } = document;
  if (status !== 'Confirmed' || versionId === null || sizeBytes === null || sha256 === null) {
    throw new DomainError(refusal);
  }
  // One that was confirmed before there was a bucket for it, and was not moved yet, is where it was uploaded.
  const place = { isKept: keptKey !== null, key: keptKey ?? document.object_key, versionId };
  const { document_id: documentId, content_type: contentType } = document;
  return { documentId, place, sizeBytes, sha256, contentType, fileName: viewNameOf(document) };
}

/** Outside any transaction. Undefined if the storage no longer has it. */
export function openFile(
  storage: ObjectStore,
  { place: { isKept, key, versionId } }: DocumentFile,
  options: { part: BytePart | undefined; signal: AbortSignal },
): Promise<OpenedVersion | undefined> {
  return (isKept ? storage.kept : storage).openVersion(key, versionId, options);
}
