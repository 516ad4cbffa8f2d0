// How our own staff view a document: by a link that is valid for one minute, and always with an audit entry.
import type { DocumentView } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../../context.ts';
import { findDocumentsToCheck, issueViewLink } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { recordStep } from '../../profiles/index.ts';
import { recordReads, type StaffReader } from '../../staff-reads/index.ts';
import { holdOn } from '../decisions/note-service.ts';
import { lockPackage } from '../package-access.ts';

/** By anyone who may read packages, whoever has the package and in any state. */
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
  const now = clock.now();
  const view = await issueViewLink(storage, document, 'Review.DocumentUnreadable', now);
  await holdOn(tx, locked, now);
  const facts = { documentId: document.document_id };
  await recordStep(tx, keys, actor, customer, { action: 'review.document.viewed', facts, now });
  const shown = { partnerId: actor.partnerId, customerId: customer.customer_id, subjectId: document.document_id };
  await recordReads(tx, { clock }, reader, [{ ...shown, kind: 'Document' }]);
  return view;
}
