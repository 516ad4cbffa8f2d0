// How our own people look at a document: by a link of a minute, and never without its being on the trail.
import { type DocumentView, documentViewSchema } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { type CheckedDocument, findDocumentsToCheck, viewNameOf } from '../documents/index.ts';
import { DomainError } from '../failure.ts';
import { recordReads, type StaffReader } from '../staff-reads/index.ts';
import { holdOn } from './note-service.ts';
import { lockPackage } from './package-access.ts';
import { recordStep } from './transition-service.ts';

const VALID_SECONDS = 60;

const contentTypeOf = documentViewSchema.shape.contentType;

/** By anybody who may read packages, whoever has the package and wherever it stands. */
export async function viewDocument(
  tx: Tx,
  { clock, keys, storage }: Pick<Context, 'clock' | 'keys' | 'storage'>,
  reader: StaffReader,
  { customerId, documentId }: { customerId: string; documentId: string },
): Promise<DocumentView> {
  const locked = await lockPackage(tx, reader.person, customerId);
  const { customer, actor } = locked;
  const wanted = { partnerId: actor.partnerId, documentId };
  const [document] = isUuid(documentId) ? await findDocumentsToCheck(tx, [wanted]) : [];
  if (document?.customer_id !== customer.customer_id) throw new DomainError('Review.SubjectNotFound');
  const versionId = pinnedVersion(document);
  const contentType = contentTypeOf.parse(document.content_type);
  const now = clock.now();
  const url = await storage.readLink({
    key: document.object_key,
    versionId,
    contentType,
    fileName: viewNameOf(document),
    at: now,
    validSeconds: VALID_SECONDS,
  });
  await holdOn(tx, locked, now);
  const facts = { documentId: document.document_id };
  await recordStep(tx, keys, actor, customer, { action: 'review.document.viewed', facts, now });
  const shown = { partnerId: actor.partnerId, customerId: customer.customer_id, subjectId: document.document_id };
  await recordReads(tx, { clock }, reader, [{ ...shown, kind: 'Document' }]);
  // Links are signed by the second.
  const expiresAt = new Date((Math.floor(now.getTime() / 1000) + VALID_SECONDS) * 1000).toISOString();
  return { url, expiresAt, contentType };
}

/** The version that was checked: whatever was uploaded over it later was not. */
function pinnedVersion({ status, version_id: versionId }: CheckedDocument): string {
  if (status !== 'Confirmed' || versionId === null) throw new DomainError('Review.DocumentUnreadable');
  return versionId;
}
