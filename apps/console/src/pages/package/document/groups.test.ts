import type { DocumentStatus, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { placeOf } from './documents.ts';
import { countsOf, groupsOf, groupWords, isGrouped, matches, stateOf } from './groups.ts';
import type { ShownState } from './shown-states.ts';

type Row = PackageRecord['documents'][number];
const [example] = packageExample.documents as [Row];
const [first] = packageExample.business.businessPersonList as [PackageRecord['business']['businessPersonList'][number]];

const ME = '00000000-0000-7000-8000-00000000000a';
const GONE = '00000000-0000-7000-8000-00000000000b';
const opening = { accountId: ME, name: 'Ada', openedAt: '2026-11-15T10:00:00Z', pagesSeen: null, pagesTotal: null };

const row = (documentId: string, more: Partial<Row> = {}): Row => ({
  ...example,
  documentId,
  uboId: null,
  status: 'Confirmed',
  documentCategory: 'BankStatement',
  openedBy: [],
  ...more,
});
const bola = { ...first, uboId: '00000000-0000-7000-8000-00000000000c', firstName: 'Bola', lastName: 'Ade' };

function business(documents: Row[], more: Partial<PackageRecord> = {}): PackageRecord {
  const all = { ...packageExample.business, businessPersonList: [bola, first] };
  return { ...packageExample, decisions: [], requestedDocuments: [], ...more, business: all, documents };
}

test('more than twelve documents are grouped', () => {
  const some = Array.from({ length: 13 }, (_, index) => row(String(index)));
  expect([isGrouped(business(some)), isGrouped(business(some.slice(1)))]).toEqual([true, false]);
});

test.each<[DocumentStatus, 'opened' | 'unopened', ShownState]>([
  ['Confirmed', 'unopened', 'unopened'],
  ['Confirmed', 'opened', 'opened'],
  ['Rejected', 'unopened', 'refused'],
  ['Quarantined', 'unopened', 'refused'],
  ['Superseded', 'unopened', 'replaced'],
  ['LinkIssued', 'unopened', 'missing'],
  ['Uploaded', 'unopened', 'missing'],
  ['Expired', 'unopened', 'missing'],
])('a document that is %s and %s by the reader counts as %s', (status, opened, state) => {
  const one = row('a', { status, openedBy: opened === 'opened' ? [opening] : [] });
  expect(stateOf(business([one]), one, ME)).toBe(state);
  const byOther = { ...one, openedBy: [{ ...opening, accountId: GONE }] };
  if (status === 'Confirmed') expect(stateOf(business([byOther]), byOther, ME)).toBe('unopened');
});

test('a document that was answered with another one is replaced once the reader has opened it', () => {
  const decision = packageExample.decisions[0];
  if (decision === undefined) throw new Error('The example has a decision');
  const reason = { reasonId: GONE, code: 'x', message: '', pointer: null, uboId: null, documentId: 'a' };
  const request = { reasonId: GONE, category: 'BankStatement' as const, uboId: null, documentIds: ['b'] };
  const more = { decisions: [{ ...decision, reasons: [reason] }], requestedDocuments: [request] };
  const unopened = row('a');
  const opened = row('a', { openedBy: [opening] });
  expect(stateOf(business([unopened], more), unopened, ME)).toBe('unopened');
  expect(stateOf(business([opened], more), opened, ME)).toBe('replaced');
});

const DOCUMENTS = [
  row('1', { uboId: first.uboId, documentCategory: 'IdentityFront' }),
  row('2', { uboId: GONE, documentCategory: 'IdentityBack' }),
  row('3'),
  row('4', { uboId: bola.uboId, documentCategory: 'IdentityFront' }),
  row('5', { uboId: first.uboId, documentCategory: 'BankStatement', status: 'Rejected' }),
];
const titles = (groups: ReturnType<typeof groupsOf>) =>
  groups.map(({ title, rows }) => [title, rows.map(({ documentId }) => documentId)]);

test('groups by person: the business, the people in their order, then former people', () => {
  expect(titles(groupsOf(business(DOCUMENTS), 'person'))).toEqual([
    ['Business', ['3']],
    ['Bola Ade', ['4']],
    [`${first.firstName} ${first.lastName}`, ['1', '5']],
    ['A person who is no longer named', ['2']],
  ]);
});

test('groups by category, by name', () => {
  expect(titles(groupsOf(business(DOCUMENTS), 'category'))).toEqual([
    ['Bank statement', ['3', '5']],
    ['Identity back', ['2']],
    ['Identity front', ['1', '4']],
  ]);
});

test('counts the states of a group, without those that do not occur', () => {
  const found = business([row('a'), row('b', { openedBy: [opening] }), row('c', { status: 'Rejected' }), row('d')]);
  const counts = countsOf(found, found.documents, ME);
  expect(groupWords(counts)).toBe('4 documents: 2 not opened, 1 opened, 1 refused');
  expect(groupWords(countsOf(found, [row('a')], ME))).toBe('1 document: 1 not opened');
});

test.each([
  ['everything', {}, ['1', '2', '3', '4', '5']],
  ['a state', { state: 'refused' as const }, ['5']],
  ['part of a category', { text: ' identity F' }, ['1', '4']],
  ['part of a name', { text: 'bola' }, ['4']],
  ['the business', { text: 'business' }, ['3']],
  ['both', { state: 'unopened' as const, text: 'bank' }, ['3']],
])('the filter shows %s', (_, filter, shown) => {
  const found = business(DOCUMENTS);
  const rows = DOCUMENTS.filter((one) => matches(found, one, { text: '', ...filter }, ME));
  expect(rows.map(({ documentId }) => documentId)).toEqual(shown);
});

test('the keys skip what the filter hides, and leave a document that it no longer shows', () => {
  const at = (open: string | undefined) => {
    const place = placeOf(DOCUMENTS, open, ({ documentId }) => ['1', '4'].includes(documentId));
    return [place.previous?.documentId, place.next?.documentId];
  };
  expect(at(undefined)).toEqual(['4', '1']);
  expect(at('1')).toEqual([undefined, '4']);
  expect(at('2')).toEqual(['1', '4']);
  expect(at('4')).toEqual(['1', undefined]);
});
