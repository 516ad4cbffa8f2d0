import type { Blocker, DocumentStatus, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { documentsOf, isNewReview, isReadable, isReplaced, openersOf, placeOf, unopenedIn } from './documents.ts';
import { partlySeenBy, withOpening, withPagesSeen } from './openings.ts';

const listed = (documentId: string, status: DocumentStatus = 'Confirmed') =>
  ({ documentId, status }) as PackageRecord['documents'][number];
const DOCUMENTS = [listed('a'), listed('bad', 'Quarantined'), listed('b'), listed('c')];

test.each<[DocumentStatus, boolean]>([
  ['Confirmed', true],
  ['LinkIssued', false],
  ['Uploaded', false],
  ['Quarantined', false],
  ['Rejected', false],
  ['Expired', false],
  ['Superseded', false],
])('a document that is %s can be opened: %s', (status, can) => {
  expect(isReadable(listed('a', status))).toBe(can);
});

test.each([
  ['none is open', undefined, -1, 'c', 'a'],
  ['the first is open', 'a', 0, undefined, 'b'],
  ['the one in the middle is open', 'b', 1, 'a', 'c'],
  ['the last is open', 'c', 2, 'b', undefined],
  ['an unreadable one is requested', 'bad', -1, 'c', 'a'],
])('finds the previous and next document when %s', (_, open, index, before, after) => {
  const { readable, at, previous, next } = placeOf(DOCUMENTS, open);
  expect([at, previous?.documentId, next?.documentId]).toEqual([index, before, after]);
  expect(readable.map(({ documentId }) => documentId)).toEqual(['a', 'b', 'c']);
});

test('has no previous or next without a readable document', () => {
  expect(placeOf([listed('bad', 'Rejected')], undefined)).toEqual({ readable: [], at: -1 });
});

const AT = '2026-11-15T16:00:00.000Z';
const [EXAMPLE] = packageExample.documents as [PackageRecord['documents'][number]];
const opened = (documentId: string, openedBy: PackageRecord['documents'][number]['openedBy'] = []) => ({
  ...EXAMPLE,
  documentId,
  openedBy,
});
const blocker = (code: Blocker['code'], documentId: string | null) => ({ code, documentId, uboId: null }) as Blocker;
const UNKNOWN = { pagesSeen: null, pagesTotal: null };
const ADA = { accountId: 'ada', name: 'Ada Lind', openedAt: '2026-11-15T15:00:00.000Z', pagesSeen: 3, pagesTotal: 5 };
const BEN = { accountId: 'ben', name: null, openedAt: '2026-11-15T15:30:00.000Z', ...UNKNOWN };
const FOUND: PackageRecord = {
  ...packageExample,
  documents: [opened('one', [ADA, BEN]), opened('two')],
  blockers: [
    blocker('Review.DocumentUnopened', 'one'),
    blocker('Review.DocumentUnopened', 'two'),
    blocker('Review.DocumentMissing', 'one'),
    blocker('Review.HitOpen', null),
  ],
};

test('opening a document removes only its own unopened blocker', () => {
  const after = withOpening(FOUND, 'one', { accountId: 'ada', name: 'Ada Lind', openedAt: AT });
  expect(after.blockers).toEqual(FOUND.blockers.slice(1));
  expect(unopenedIn(FOUND).map(({ documentId }) => documentId)).toEqual(['one', 'two']);
  expect(unopenedIn(after).map(({ documentId }) => documentId)).toEqual(['two']);
});

test('opening a document again keeps one entry per reader, with the latest time and the pages seen before, and leaves other documents unchanged', () => {
  const after = withOpening(FOUND, 'one', { accountId: 'ada', name: 'Ada Lind', openedAt: AT });
  expect(after.documents[0]?.openedBy).toEqual([BEN, { ...ADA, openedAt: AT }]);
  expect(after.documents[1]).toBe(FOUND.documents[1]);
});

test('names the readers of a document with the pages that they have seen, and "you" for the reader', () => {
  expect(openersOf(opened('one', [ADA, BEN]), 'ada')).toBe('you (3 of 5 pages), a former colleague');
  expect(openersOf(opened('one', [ADA, BEN]), 'ben')).toBe('Ada Lind (3 of 5 pages), you');
});

test('without pages, as from an API of the release before, an opening names only the person', () => {
  const { pagesSeen: _, pagesTotal: __, ...older } = ADA;
  expect(openersOf({ openedBy: [older as typeof ADA] }, 'ben')).toBe('Ada Lind');
});

test('recorded pages appear at the opening of that person and document only', () => {
  const found = { ...FOUND, documents: [opened('one', [ADA, BEN]), opened('two', [BEN])] };
  const after = withPagesSeen(found, 'ben', { documentId: 'one', pagesSeen: 1, pagesTotal: 5 });
  expect(after.documents[0]?.openedBy).toEqual([ADA, { ...BEN, pagesSeen: 1, pagesTotal: 5 }]);
  expect(after.documents[1]).toBe(found.documents[1]);
});

test('lists the documents of which a person has seen only a part', () => {
  const all = { ...ADA, pagesSeen: 5 };
  const documents = [opened('part', [ADA]), opened('all', [all]), opened('unknown', [BEN]), opened('none')];
  expect(partlySeenBy({ documents }, 'ada').map(({ documentId }) => documentId)).toEqual(['part']);
  expect(partlySeenBy({ documents }, 'ben')).toEqual([]);
});

const [FIRST, SECOND] = ['2026-11-15T15:10:00.000Z', '2026-11-16T08:00:00.000Z'];

test.each([
  ['queued again since the documents were opened', SECOND, FIRST, true],
  ['queued for the first time while it is open', FIRST, null, true],
  ['still in the same review', FIRST, FIRST, false],
  ['decided, and so out of the queue', null, FIRST, false],
  ['never queued', null, null, false],
])('a package that is %s starts a new review: %s', (_, queuedAt, since, isNew) => {
  expect(isNewReview(queuedAt, since)).toBe(isNew);
});

const [{ uboId } = { uboId: '' }] = packageExample.business.businessPersonList;
const documentOf = (documentId: string, of: string | null) =>
  ({ documentId, uboId: of }) as PackageRecord['documents'][number];
const requested = (category: string, of: string | null, ...documentIds: string[]) =>
  ({ reasonId: category, category, uboId: of, documentIds }) as unknown as PackageRecord['requestedDocuments'][number];
const GROUPED: PackageRecord = {
  ...packageExample,
  documents: [documentOf('business', null), documentOf('person', uboId), documentOf('former', 'no longer named')],
  requestedDocuments: [
    requested('missing', uboId),
    requested('answered', uboId, 'person'),
    requested('of-business', null),
    requested('of-former', 'no longer named'),
  ],
};
const shown = (of: string | null) => {
  const { rows, missing } = documentsOf(GROUPED, of);
  return [rows.map(({ documentId }) => documentId), missing.map(({ category }) => category)];
};

test('a person shows their documents and unanswered requests', () => {
  expect(shown(uboId)).toEqual([['person'], ['missing']]);
});

test('the business shows its own documents and those of former people', () => {
  expect(shown(null)).toEqual([
    ['business', 'former'],
    ['of-business', 'of-former'],
  ]);
});

test.each([
  ['a refused document whose replacement has arrived', 'refused', ['new'], true],
  ['a refused document without a replacement', 'refused', [], false],
  ['another document', 'other', ['new'], false],
])('%s (%s, answered by %j) is replaced: %s', (_, documentId, documentIds, replaced) => {
  const decisions = [{ reasons: [{ reasonId: 'r1', documentId: 'refused' }] }] as unknown as PackageRecord['decisions'];
  const requestedDocuments = [{ reasonId: 'r1', documentIds }] as unknown as PackageRecord['requestedDocuments'];
  expect(isReplaced({ decisions, requestedDocuments }, documentId)).toBe(replaced);
});
