import type { CatalogueReason, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { documentFor, groupsOf, isFull, offeredReasons, personFor } from './reason-choices.ts';

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
