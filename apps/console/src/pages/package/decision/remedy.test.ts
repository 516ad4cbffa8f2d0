import type { PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { besideDocument } from '../selection.ts';
import { remedyOf, statusLine } from './remedy.ts';
import { documentName, personName, reasonLine } from './words.ts';

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
