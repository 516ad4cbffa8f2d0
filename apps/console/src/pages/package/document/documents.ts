// The documents of a package: which can be opened, which are before and after the open one, who has opened them, and whose they
// are.
import type { PackageRecord } from '@onboarding/contract';
import { pagesWords } from './seen.ts';

type Row = PackageRecord['documents'][number];

/** Only confirmed files can be opened. */
export const isReadable = ({ status }: Pick<Row, 'status'>): boolean => status === 'Confirmed';

interface ReadingPlace {
  readable: Row[];
  /** Index of the open document; -1 if none is open. */
  at: number;
  /** The previous document to show, from the list the last one. */
  previous: Row | undefined;
  next: Row | undefined;
}

/** `isShown`: documents that the filter of the list hides are skipped. */
export function placeOf(
  documents: readonly Row[],
  documentId: string | undefined,
  isShown: (row: Row) => boolean = () => true,
): ReadingPlace {
  const readable = documents.filter(isReadable);
  const at = readable.findIndex((one) => one.documentId === documentId);
  const before = at === -1 ? readable : readable.slice(0, at);
  return { readable, at, previous: before.findLast(isShown), next: readable.slice(at + 1).find(isShown) };
}

type Opening = Row['openedBy'][number];

/** Documents that the reader must open before approving the package; empty if none. */
export function unopenedIn({ blockers, documents }: PackageRecord): PackageRecord['documents'] {
  const ids = new Set(blockers.filter(({ code }) => code === 'Review.DocumentUnopened').map((one) => one.documentId));
  return documents.filter(({ documentId }) => ids.has(documentId));
}

/** Whether a document has arrived in place of this one, which we had refused. */
export const isReplaced = (
  { decisions, requestedDocuments }: Pick<PackageRecord, 'decisions' | 'requestedDocuments'>,
  documentId: string,
): boolean => {
  const refused = decisions.flatMap(({ reasons }) => reasons).filter((reason) => reason.documentId === documentId);
  return requestedDocuments.some(
    (one) => one.documentIds.length > 0 && refused.some(({ reasonId }) => reasonId === one.reasonId),
  );
};

/**
 * Who has opened a document, from the reader's point of view, and how many of its pages they have seen. An API of the release
 * before sends no pages.
 */
export const openersOf = ({ openedBy }: Pick<Row, 'openedBy'>, me: string): string =>
  openedBy.map((one) => openerOf(one, me)).join(', ');

export function openerOf({ accountId, name, pagesSeen = null, pagesTotal = null }: Opening, me?: string): string {
  const who = accountId === me ? 'you' : (name ?? 'a former colleague');
  return pagesSeen === null || pagesTotal === null ? who : `${who} (${pagesWords(pagesSeen, pagesTotal)})`;
}

/** Whether the package has entered another review since the documents were opened. A package outside the queue is in none. */
export const isNewReview = (queuedAt: string | null, since: string | null): boolean =>
  queuedAt !== null && queuedAt !== since;

/** The requests that no document has answered yet. */
export const unanswered = ({ requestedDocuments }: Pick<PackageRecord, 'requestedDocuments'>) =>
  requestedDocuments.filter(({ documentIds }) => documentIds.length === 0);

/** The documents about one person, or about the business, and the unanswered requests for documents. */
export function documentsOf(
  { business, documents, requestedDocuments }: PackageRecord,
  of: string | null,
): { rows: PackageRecord['documents']; missing: PackageRecord['requestedDocuments'] } {
  const known = new Set(business.businessPersonList.map(({ uboId }) => uboId));
  // A document of a former person belongs to the business.
  const belongs = (uboId: string | null) => (uboId !== null && known.has(uboId) ? uboId : null) === of;
  return {
    rows: documents.filter(({ uboId }) => belongs(uboId)),
    missing: unanswered({ requestedDocuments }).filter(({ uboId }) => belongs(uboId)),
  };
}
