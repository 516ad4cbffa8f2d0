// How many pages of a document an analyst has seen, as the console reports it. Shown to colleagues; no decision depends on it.
import type { PagesSeen, PagesSeenAnswer } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { listOpened } from '../../audit/index.ts';
import type { Context, StaffPerson } from '../../context.ts';
import { findNamedDocuments } from '../../documents/index.ts';
import { DomainError } from '../../failure.ts';
import { lockPackage } from '../access/package-access.ts';
import { recordPages } from './pages-store.ts';

/** For any reviewer who has opened the document in this review, with or without the claim. */
export async function recordPagesSeen(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  person: StaffPerson,
  { customerId: asked, documentId: named }: { customerId: string; documentId: string },
  { pagesSeen, pagesTotal }: PagesSeen,
): Promise<PagesSeenAnswer> {
  const { customer, review, actor } = await lockPackage(tx, person, asked);
  const { accountId } = person;
  const { partnerId } = actor;
  const { customerId } = customer;
  const documentId = named.toLowerCase();
  const documents = isUuid(documentId) ? await findNamedDocuments(tx, partnerId, [documentId]) : [];
  if (documents.every((one) => one.customerId !== customerId)) throw new DomainError('Review.SubjectNotFound');
  const since = review.queuedAt;
  if (since === null) {
    throw new DomainError('Review.StateConflict', {
      message: 'The package is not under review, so no pages are recorded. Read it again when it is back in the queue.',
    });
  }
  const opened = await listOpened(tx, partnerId, customerId, since);
  if (!opened.some((one) => one.documentId === documentId && one.accountId === accountId)) {
    throw new DomainError('Review.DocumentUnopened', {
      message: `You have not opened the document ${documentId} since the package was queued, so no pages of it are recorded. Open it, then try again.`,
    });
  }
  const key = { partnerId, customerId, documentId, accountId };
  const known = await recordPages(tx, key, { pagesSeen, pagesTotal }, { since, now: clock.now() });
  return { documentId, ...known };
}
