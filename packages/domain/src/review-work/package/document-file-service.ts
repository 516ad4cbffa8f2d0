// Sends a document's file to our own staff, and records this once the first bytes were sent.
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../../context.ts';
import { type DocumentFile, fileOf, findDocumentsToCheck } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { findReviewedCustomer, recordStep } from '../../profiles/index.ts';
import { recordReads, type StaffReader } from '../../staff-reads/index.ts';
import { erased, getReview, lockPackage } from '../access/package-access.ts';
import { holdOn } from '../notes/note-service.ts';

interface Wanted {
  customerId: string;
  documentId: string;
}

/** For anyone who may read packages, with or without the claim, in any state. Sends nothing yet, so it records nothing. */
export async function findReviewedFile(tx: Tx, { customerId, documentId }: Wanted): Promise<DocumentFile> {
  const { partnerId, customerId: ownerId } = await getReview(tx, customerId);
  const customer = await findReviewedCustomer(tx, partnerId, ownerId);
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  if (customer.dataKey === null) throw erased();
  const [document] = isUuid(documentId) ? await findDocumentsToCheck(tx, [{ partnerId, documentId }]) : [];
  if (document?.customerId !== ownerId) throw new DomainError('Review.SubjectNotFound');
  return fileOf(document, 'Review.DocumentUnreadable');
}

/**
 * Call after the first bytes were sent and before the last. Sending any bytes is a read; only sending the beginning of the
 * file counts as opening it, which approvals require.
 */
export async function recordFileSent(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  reader: StaffReader,
  { customerId, documentId, opened }: Wanted & { opened: boolean },
): Promise<void> {
  const locked = await lockPackage(tx, reader.person, customerId);
  const { customer, actor } = locked;
  const now = clock.now();
  await holdOn(tx, locked, now);
  const facts = { documentId: documentId.toLowerCase() };
  if (opened) await recordStep(tx, keys, actor, customer, { action: 'review.document.viewed', facts, now });
  const shown = { partnerId: actor.partnerId, customerId: customer.customerId, subjectId: documentId };
  await recordReads(tx, { clock }, reader, [{ ...shown, kind: 'Document' }]);
}
