// Updates a package after someone has opened one of its documents.
import type { PackageRecord } from '@onboarding/contract';

/** Keeps one entry per person, and removes the blocker of the opened document. */
export function withOpening(
  found: PackageRecord,
  documentId: string,
  opener: { accountId: string; name: string; openedAt: string },
): PackageRecord {
  const documents = found.documents.map((document) => {
    if (document.documentId !== documentId) return document;
    const others = document.openedBy.filter((one) => one.accountId !== opener.accountId);
    return { ...document, openedBy: [...others, opener] };
  });
  const blockers = found.blockers.filter(
    (one) => one.code !== 'Review.DocumentUnopened' || one.documentId !== documentId,
  );
  return { ...found, documents, blockers };
}

/** Documents that the reader must open before approving the package; empty if none. */
export function unopenedIn({ blockers, documents }: PackageRecord): PackageRecord['documents'] {
  const ids = new Set(blockers.filter(({ code }) => code === 'Review.DocumentUnopened').map((one) => one.documentId));
  return documents.filter(({ documentId }) => ids.has(documentId));
}

/** Who has opened a document, from the reader's point of view. */
export const openersOf = ({ openedBy }: PackageRecord['documents'][number], me: string): string =>
  openedBy.map((one) => (one.accountId === me ? 'you' : (one.name ?? 'a former colleague'))).join(', ');
