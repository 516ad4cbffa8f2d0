import {
  type BodyCheck,
  DAY_MS,
  DOCUMENT_LIMITS,
  STORAGE_ERRORS,
  type UploadLinkAnswer,
  type UploadLinkRequest,
} from '@onboarding/contract';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { ClientActor, Context } from '../context.ts';
import {
  fileNameOf,
  insertDocument,
  linkExpiresAt,
  type NewDocument,
  objectKeyOf,
  readUploadedBytes,
} from '../documents/index.ts';
import { DomainError } from '../failure.ts';
import { isPersonOf } from '../people/index.ts';
import { type LockedCustomer, lockOwnCustomer, refuseClosed } from '../profiles/index.ts';
import { checkLinkRequest, readLinkRequest } from './upload-link.ts';

/**
 * Issues a link. Locks the customer, so that of two links for the same category and person one supersedes the other, and none
 * is issued during an erasure; does not change the customer. Allowed during a review: an upload is evidence, not an update.
 */
export async function giveUploadLink(
  tx: Tx,
  context: Pick<Context, 'clock' | 'storage' | 'uploadBytesPerDay'>,
  { partnerId }: ClientActor,
  customerId: string,
  body: BodyCheck<UploadLinkRequest>,
): Promise<UploadLinkAnswer> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  const read = readLinkRequest(body);
  const now = context.clock.now();
  const [customer, uploadedBytes, personKnown] = await settled<[LockedCustomer, number, boolean]>([
    lockOwnCustomer(tx, partnerId, customerId),
    readUploadedBytes(tx, partnerId, now),
    read.person === undefined ? Promise.resolve(false) : isPersonOf(tx, partnerId, customerId, read.person.id),
  ]);
  refuseClosed(customer);
  const { category, contentType, uboId } = checkLinkRequest(read, { personKnown });
  if (uploadedBytes >= context.uploadBytesPerDay) throw dailyLimit(now);
  const document: NewDocument = {
    partnerId,
    customerId: customer.customerId,
    documentId: uuidv7(now),
    uboId,
    category,
    contentType,
  };
  const uploadUrl = await signedLink(context, document, now);
  await insertDocument(tx, document, now);
  return toAnswer(document, uploadUrl, now);
}

function dailyLimit(now: Date): DomainError {
  const left = DAY_MS - (now.getTime() % DAY_MS);
  return new DomainError('Document.DailyLimit', { retryAfterSeconds: Math.ceil(left / 1000) });
}

/** Signed locally: the storage need not be reachable. */
function signedLink({ storage }: Pick<Context, 'storage'>, document: NewDocument, now: Date): Promise<string> {
  const { contentType } = document;
  return storage.uploadLink({
    key: objectKeyOf(document),
    contentType,
    at: now,
    validSeconds: DOCUMENT_LIMITS.linkSeconds,
  });
}

function toAnswer(document: NewDocument, uploadUrl: string, now: Date): UploadLinkAnswer {
  const { documentId, category, contentType, uboId } = document;
  return {
    documentId,
    documentUploadId: documentId,
    uploadUrl,
    method: 'PUT',
    headers: { 'Content-Type': contentType },
    expiresAt: linkExpiresAt(now).toISOString(),
    maxSizeBytes: DOCUMENT_LIMITS.maxSizeBytes,
    documentCategory: category,
    fileName: fileNameOf(category, contentType),
    uboId,
    storageErrors: STORAGE_ERRORS,
  };
}
