// What a package says once somebody has opened one of its documents.
import type { PackageRecord } from '@onboarding/contract';

/** Each person stands once among those who have opened a document; what they have opened no longer keeps them from deciding. */
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

/** What the reader has to open before approving the package; none where nobody has to. */
export function unopenedIn({ blockers, documents }: PackageRecord): PackageRecord['documents'] {
  const ids = new Set(blockers.filter(({ code }) => code === 'Review.DocumentUnopened').map((one) => one.documentId));
  return documents.filter(({ documentId }) => ids.has(documentId));
}

/** Who has opened a document, as the reader calls them. */
export const openersOf = ({ openedBy }: PackageRecord['documents'][number], me: string): string =>
  openedBy.map((one) => (one.accountId === me ? 'you' : (one.name ?? 'a former colleague'))).join(', ');
