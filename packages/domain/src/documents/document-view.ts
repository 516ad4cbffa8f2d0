// A link with which someone views a document, valid for one minute.
import type { DocumentView, ErrorCode } from '@onboarding/contract';
import type { ObjectStore } from '@onboarding/platform/s3';
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
  const url = await storage.readLink({
    key: document.object_key,
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
