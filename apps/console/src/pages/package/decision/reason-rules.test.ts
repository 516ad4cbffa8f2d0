import type { CatalogueReason, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { besideDocument } from '../selection.ts';
import { documentFor, groupsOf, isFull, offeredReasons, personFor, remedyOf, statusLine } from './reason-rules.ts';
import { documentName, personName, reasonLine } from './words.ts';

const reason = (code: string, target: string, ...outcomes: string[]) =>
  ({ code, target, outcomes, message: `${code}!` }) as unknown as CatalogueReason;
const CATALOGUE = [
  reason('Document.Unreadable', 'Document', 'RequestChanges', 'Reject'),
  reason('Document.MissingProof', 'Business', 'RequestChanges'),
  reason('Person.IdentityExpired', 'Person', 'RequestChanges'),
  reason('Business.NotAcceptable', 'Business', 'Reject'),
];
const found = (people: string[], documents: string[]) =>
  ({
    people: people.map((uboId) => ({ uboId })),
    documents: documents.map((documentId) => ({ documentId })),
  }) as PackageRecord;
const offered = (outcome: 'Reject' | 'RequestChanges', people: string[], documents: string[]) =>
  offeredReasons(found(people, documents), outcome, CATALOGUE).map(({ code }) => code);

test('offers a reason only for its outcomes and only if its kind of subject exists', () => {
  expect(offered('Reject', ['p'], ['d'])).toEqual(['Document.Unreadable', 'Business.NotAcceptable']);
  expect(offered('RequestChanges', ['p'], [])).toEqual(['Document.MissingProof', 'Person.IdentityExpired']);
  expect(offered('RequestChanges', [], ['d'])).toEqual(['Document.Unreadable', 'Document.MissingProof']);
});

test('a new reason defaults to the selected person, or to the only one', () => {
  expect(personFor(found(['a', 'b'], []), 'b')).toBe('b');
  expect(personFor(found(['a', 'b'], []), undefined)).toBeNull();
  expect(personFor(found(['a'], []), undefined)).toBe('a');
  expect(personFor(found(['a', 'b'], []), 'gone')).toBeNull();
});

test('a new reason defaults to the open document, otherwise to none', () => {
  expect(documentFor(found([], ['d', 'e']), 'e')).toBe('e');
  expect(documentFor(found([], ['d']), undefined)).toBeNull();
});

test('groups reasons by subject, with a separate group for missing documents', () => {
  expect(groupsOf(CATALOGUE).map(({ group, items }) => [group, items.map(({ value }) => value)])).toEqual([
    ['About the business', ['Business.NotAcceptable']],
    ['About a person', ['Person.IdentityExpired']],
    ['A document is missing', ['Document.MissingProof']],
    ['About a document', ['Document.Unreadable']],
  ]);
  expect(groupsOf(CATALOGUE.slice(0, 1))).toHaveLength(1);
});

test('allows at most twenty reasons', () => {
  expect([19, 20].map(isFull)).toEqual([false, true]);
});

const FOUND = {
  business: {
    businessPersonList: [
      { uboId: 'u1', firstName: 'Ada', lastName: 'Obi' },
      { uboId: 'u2', firstName: 'Ben', lastName: 'Eze' },
    ],
  },
  documents: [
    { documentId: 'd1', documentCategory: 'BankStatement', uboId: null },
    { documentId: 'd2', documentCategory: 'IdentityFront', uboId: 'u2' },
    { documentId: 'd3', documentCategory: 'Selfie', uboId: 'gone' },
  ],
} as unknown as PackageRecord;
const [statement, identity, selfie] = FOUND.documents as [Doc, Doc, Doc];
type Doc = PackageRecord['documents'][number];

test("names people and documents; a former person's document has no person's name", () => {
  expect([personName(FOUND, 'u2'), personName(FOUND, 'gone'), personName(FOUND, null)]).toEqual([
    'Ben Eze',
    undefined,
    undefined,
  ]);
  expect([statement, identity, selfie].map((document) => documentName(FOUND, document))).toEqual([
    'Bank statement',
    'Identity front, Ben Eze',
    'Selfie',
  ]);
});

test.each([
  [null, null, 'Blurred'],
  ['u1', null, 'Ada Obi: Blurred'],
  [null, 'd2', 'Identity front, Ben Eze: Blurred'],
  ['u1', 'd2', 'Ada Obi: Blurred'],
  ['gone', 'other', 'Blurred'],
])('formats a reason about the person %s and the document %s', (uboId, documentId, line) => {
  expect(reasonLine(FOUND, { message: 'Blurred', uboId, documentId })).toBe(line);
});

type Remedied = Parameters<typeof remedyOf>[1];

test.each<[string, Partial<Remedied>, Partial<Remedied['remediation']>, string]>([
  ['no action', {}, { action: 'None' }, 'No remedy'],
  ['a person', { uboId: 'u1' }, {}, 'Ada Obi · Correct the data'],
  ['a document', { documentId: 'd1' }, {}, 'Bank statement · Correct the data'],
  ['fields', {}, { fields: ['companyName'] }, 'Correct the data · Company name'],
  [
    'everything',
    { uboId: 'u2', documentId: 'd1' },
    { fields: ['website'], documentCategories: ['BankStatement', 'Selfie'] },
    'Ben Eze · Correct the data · Website, Bank statement, Selfie',
  ],
])('formats a remedy with %s', (_, about, remediation, words) => {
  const reason = { ...about, remediation: { action: 'CorrectData', ...remediation } } as Remedied;
  expect(remedyOf(FOUND, reason)).toBe(words);
});

test("the partner's status line includes the next action, if there is one", () => {
  expect(statusLine({ verificationStatus: 'Approved', nextAction: 'None' })).toBe('Approved');
  expect(statusLine({ verificationStatus: 'ChangesRequested', nextAction: 'CorrectData' })).toBe(
    'Changes requested. Next: correct the data',
  );
});

test('a document opens beside its person, or beside the business if that person is no longer listed', () => {
  expect([statement, identity, selfie].map((document) => besideDocument(FOUND, document))).toEqual([
    { document: 'd1', tab: undefined },
    { document: 'd2', tab: 'people', person: 'u2' },
    { document: 'd3', tab: undefined },
  ]);
});
