import {
  type BodyCheck,
  DAY_MS,
  DOCUMENT_LIMITS,
  type DocumentCategory,
  type DocumentContentType,
  findDocumentCategory,
  PERSON_DOCUMENT_CATEGORIES,
  type Problem,
  problemAt,
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
  type LinkPurpose,
  linkExpiresAt,
  type NewDocument,
  objectKeyOf,
  readUploadedBytes,
} from '../documents/index.ts';
import { acceptBody, DomainError } from '../failure.ts';
import { isPersonOf } from '../people/index.ts';
import { type LockedCustomer, lockOwnCustomer, refuseClosed } from '../profiles/index.ts';

interface LinkOrder {
  customerId: string;
  body: BodyCheck<UploadLinkRequest>;
  /** Links whose files have arrived, which this one does not supersede. */
  used?: readonly string[] | undefined;
}

/** What the new link is for, if that is clear before the request is checked. */
export function purposeOf(customerId: string, body: BodyCheck<UploadLinkRequest>): LinkPurpose | undefined {
  const { check, person } = readLinkRequest(body);
  const category = findDocumentCategory(check.candidate.documentCategory ?? '');
  const uboId = person?.id ?? null;
  const clear = isUuid(customerId) && (uboId === null || isUuid(uboId));
  return category === undefined || !clear ? undefined : { customerId, category, uboId };
}

/**
 * Issues a link. Locks the customer, so that of two links for the same category and person one supersedes the other, and none
 * is issued during an erasure; does not change the customer. Allowed during a review: an upload is evidence, not an update.
 */
export async function giveUploadLink(
  tx: Tx,
  context: Pick<Context, 'clock' | 'storage' | 'uploadBytesPerDay'>,
  { partnerId }: ClientActor,
  { customerId, body, used = [] }: LinkOrder,
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
  await insertDocument(tx, document, used, now);
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

// Turns the body of a request for an upload link into its document, or into all its problems. In two steps, because the
// existence of the person is checked in the database in between.

const CODE = 'ValidationControl.Error';

interface ReadLinkRequest {
  check: BodyCheck<UploadLinkRequest>;
  /** The person to whom the document belongs, in lower case, and the field that the caller used. */
  person: { id: string; field: 'uboId' | 'ownershipDetailId' } | undefined;
  conflicts: Problem[];
}

interface WantedDocument {
  category: DocumentCategory;
  contentType: DocumentContentType;
  uboId: string | null;
}

function readLinkRequest(check: BodyCheck<UploadLinkRequest>): ReadLinkRequest {
  const { uboId, ownershipDetailId } = check.candidate;
  const [first, second] = (['uboId', 'ownershipDetailId'] as const).flatMap((field) => {
    const id = field === 'uboId' ? uboId : ownershipDetailId;
    return typeof id === 'string' ? [{ id: id.toLowerCase(), field }] : [];
  });
  const differ = second !== undefined && first?.id !== second.id;
  const text = 'and ownershipDetailId are two names for one field but have different values; send only uboId';
  return { check, person: first, conflicts: differ ? [problemAt(['uboId'], CODE, text)] : [] };
}

/** Throws all problems at once. `personKnown`: whether the named person, if any, belongs to the customer. */
function checkLinkRequest(
  { check, person, conflicts }: ReadLinkRequest,
  { personKnown }: { personKnown: boolean },
): WantedDocument {
  const category = findDocumentCategory(check.candidate.documentCategory ?? '');
  const problems = [...check.problems, ...conflicts];
  // An invalid id has already been reported, and does not count as missing.
  const personFaulty = problems.some(({ pointer }) => ['/uboId', '/ownershipDetailId'].includes(pointer));
  if (person === undefined && !personFaulty && PERSON_DOCUMENT_CATEGORIES.some((one) => one === category)) {
    problems.push(problemAt(['uboId'], CODE, `is required for ${category}: send the uboId of the person concerned`));
  }
  if (person !== undefined && conflicts.length === 0 && !personKnown) {
    const text = 'does not identify a person of this customer; use one from the businessPersonList of its profile';
    problems.push(problemAt([person.field], CODE, text));
  }
  const { contentType } = acceptBody(check, check.inFieldOrder(problems));
  if (category === undefined) throw new Error('The schema has accepted a category that does not exist');
  return { category, contentType, uboId: person?.id ?? null };
}
