// Who has opened which documents, and how many pages they have seen.
import type { PackageRecord, PagesSeenAnswer } from '@onboarding/contract';

type Row = PackageRecord['documents'][number];
type Opening = Row['openedBy'][number];

export const openingBy = ({ openedBy }: Pick<Row, 'openedBy'>, accountId: string): Opening | undefined =>
  openedBy.find((one) => one.accountId === accountId);

/** Updates a package after someone has opened one of its documents. Keeps one entry per person, and removes the blocker of the opened document. */
export function withOpening(
  found: PackageRecord,
  documentId: string,
  opener: { accountId: string; name: string; openedAt: string },
): PackageRecord {
  const documents = found.documents.map((document) => {
    if (document.documentId !== documentId) return document;
    const others = document.openedBy.filter((one) => one.accountId !== opener.accountId);
    const { pagesSeen = null, pagesTotal = null } = openingBy(document, opener.accountId) ?? {};
    return { ...document, openedBy: [...others, { ...opener, pagesSeen, pagesTotal }] };
  });
  const blockers = found.blockers.filter(
    (one) => one.code !== 'Review.DocumentUnopened' || one.documentId !== documentId,
  );
  return { ...found, documents, blockers };
}

/** Updates a package after a person's pages of an opened document were recorded. */
export function withPagesSeen(found: PackageRecord, accountId: string, seen: PagesSeenAnswer): PackageRecord {
  const { documentId, pagesSeen, pagesTotal } = seen;
  const documents = found.documents.map((document) => {
    if (document.documentId !== documentId) return document;
    const openedBy = document.openedBy.map((one) =>
      one.accountId === accountId ? { ...one, pagesSeen, pagesTotal } : one,
    );
    return { ...document, openedBy };
  });
  return { ...found, documents };
}

/** The documents that a person has opened without seeing every page. */
export const partlySeenBy = ({ documents }: Pick<PackageRecord, 'documents'>, accountId: string): Row[] =>
  documents.filter((document) => {
    const { pagesSeen = null, pagesTotal = null } = openingBy(document, accountId) ?? {};
    return pagesSeen !== null && pagesTotal !== null && pagesSeen < pagesTotal;
  });
