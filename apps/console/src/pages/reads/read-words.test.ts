import { expect, test } from 'vitest';
import { KIND_CODES, KINDS } from './kinds.ts';
import { businessWords, isFiltered, shortId, whatOf } from './read-words.ts';

const ID = '01930a00-0000-7000-8000-00000000abcd';

test.each([
  ['Document', ID, 'BankStatement', { words: 'Opened a document: bank statement' }],
  ['Document', null, null, { words: 'Opened a document' }],
  ['Package', ID, null, { words: 'Opened the package' }],
  ['Comparison', null, null, { words: 'Saw it beside another business' }],
  ['Comparison', ID, null, { words: 'Saw it beside another business', other: ID }],
] as const)(
  'describes a read of the kind %s with the subject %s and the category %s',
  (kind, subjectId, category, what) => {
    expect(whatOf({ kind, subjectId, documentCategory: category as never })).toEqual(what);
  },
);

test('every kind of read has its own label', () => {
  expect(KIND_CODES).toHaveLength(5);
  expect(new Set(KIND_CODES.map((kind) => KINDS[kind])).size).toBe(5);
});

test('identifies an erased business by the end of its id', () => {
  expect(shortId(ID)).toBe('…00000000abcd');
  expect(businessWords({ customerId: ID, companyName: 'Acme' })).toBe('Acme');
  expect(businessWords({ customerId: ID, companyName: null })).toBe('Erased, …00000000abcd');
});

test('reads are filtered if any filter has a value', () => {
  expect(isFiltered({})).toBe(false);
  expect(isFiltered({ person: undefined, kind: undefined })).toBe(false);
  expect(isFiltered({ person: undefined, kind: 'Package' })).toBe(true);
});
