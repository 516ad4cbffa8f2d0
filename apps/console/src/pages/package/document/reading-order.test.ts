import type { DocumentStatus, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { isReadable, placeOf } from './reading-order.ts';

const document = (documentId: string, status: DocumentStatus = 'Confirmed') =>
  ({ documentId, status }) as PackageRecord['documents'][number];
const DOCUMENTS = [document('a'), document('bad', 'Quarantined'), document('b'), document('c')];

test.each<[DocumentStatus, boolean]>([
  ['Confirmed', true],
  ['LinkIssued', false],
  ['Uploaded', false],
  ['Quarantined', false],
  ['Rejected', false],
  ['Expired', false],
  ['Superseded', false],
])('a document that is %s can be opened: %s', (status, can) => {
  expect(isReadable(document('a', status))).toBe(can);
});

test.each([
  ['none is open', undefined, { at: -1, previous: 2, hasPrevious: true, hasNext: true }],
  ['the first is open', 'a', { at: 0, previous: -1, hasPrevious: false, hasNext: true }],
  ['the one in the middle is open', 'b', { at: 1, previous: 0, hasPrevious: true, hasNext: true }],
  ['the last is open', 'c', { at: 2, previous: 1, hasPrevious: true, hasNext: false }],
  ['an unreadable one is requested', 'bad', { at: -1, previous: 2, hasPrevious: true, hasNext: true }],
])('finds the previous and next document when %s', (_, open, place) => {
  const { readable, ...rest } = placeOf(DOCUMENTS, open);
  expect(rest).toEqual(place);
  expect(readable.map(({ documentId }) => documentId)).toEqual(['a', 'b', 'c']);
});

test('has no previous or next without a readable document', () => {
  expect(placeOf([document('bad', 'Rejected')], undefined)).toMatchObject({ hasPrevious: false, hasNext: false });
});
