// A link with which someone views a document, valid for one minute.
import type { DocumentView, ErrorCode } from '@onboarding/contract';
import type { ObjectStore, Objects } from '@onboarding/platform/s3';
import { DomainError } from '../failure.ts';
import { viewNameOf } from './document.ts';
import type { CheckedDocument } from './document-check-store.ts';

const VALID_SECONDS = 60;

/** To exactly the version that was checked: later uploads over it were not. `refusal` if there is none. */
export async function issueViewLink(
  storage: ObjectStore,
  document: CheckedDocument,
  refusal: ErrorCode,
  now: Date,
): Promise<DocumentView> {
  const { status, version_id: versionId, content_type: contentType } = document;
  if (status !== 'Confirmed' || versionId === null) throw new DomainError(refusal);
  const { objects, key } = placeOf(storage, document);
  const url = await objects.readLink({
    key,
    versionId,
    contentType,
    fileName: viewNameOf(document),
    at: now,
    validSeconds: VALID_SECONDS,
  });
  // Links are signed to the second.
  const expiresAt = new Date((Math.floor(now.getTime() / 1000) + VALID_SECONDS) * 1000).toISOString();
  return { url, expiresAt, contentType };
}

/** Where the version of a confirmed document is. */
function placeOf(
  storage: ObjectStore,
  { object_key: uploaded, kept_key: kept }: Pick<CheckedDocument, 'object_key' | 'kept_key'>,
): { objects: Objects; key: string } {
  // One that was confirmed before there was a bucket for it, and was not moved yet.
  return kept === null ? { objects: storage, key: uploaded } : { objects: storage.kept, key: kept };
}
