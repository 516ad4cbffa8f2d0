import type { Blocker, DecisionOutcome, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import type { Standing } from '../standing.ts';
import { blockerWords, blockingFor, subjectsOf, unopenedWords } from './evidence-rules.ts';

const [PERSON] = packageExample.business.businessPersonList as [
  PackageRecord['business']['businessPersonList'][number],
];
const [DOCUMENT] = packageExample.documents as [PackageRecord['documents'][number]];
const blocker = (code: Blocker['code'], about: Partial<Blocker> = {}) =>
  ({ code, message: 'As the server says.', uboId: null, documentId: null, ...about }) as Blocker;
const FOUND: PackageRecord = {
  ...packageExample,
  blockers: [
    blocker('Review.ScreeningPending'),
    blocker('Review.DocumentUnopened', { documentId: DOCUMENT.documentId }),
  ],
};

test.each<[Standing, number | undefined]>([
  ['mine', 1],
  ['theirs', 0],
  ['waiting', 0],
  ['with-partner', undefined],
  ['approved', undefined],
  ['rejected', undefined],
  ['erased', undefined],
])('on a package that is %s, the number of documents to open is %s', (standing, unopened) => {
  const blocking = blockingFor(FOUND, standing, null);
  expect(blocking?.unopened.length).toBe(unopened);
  if (blocking !== undefined) expect(blocking.blockers).toEqual(FOUND.blockers.slice(0, 1));
});

test.each<[Standing, DecisionOutcome, boolean]>([
  ['mine', 'Approve', true],
  ['mine', 'Reject', false],
  ['mine', 'RequestChanges', false],
  ['theirs', 'Reject', true],
])('on a package that is %s, the outcome %s shows what blocks an approval: %s', (standing, chosen, shown) => {
  expect(blockingFor(FOUND, standing, chosen) !== undefined).toBe(shown);
});

const withPerson = (verificationStatus: PackageRecord['people'][number]['verificationStatus']) => ({
  ...FOUND,
  business: { ...FOUND.business, businessPersonList: [{ ...PERSON, verificationStatus }] },
});
const { uboId } = PERSON;

test.each<[string, Blocker, PackageRecord, string, boolean]>([
  ['pending screening', blocker('Review.ScreeningPending'), FOUND, 'Screening is still running.', false],
  [
    'a document being checked',
    blocker('Review.DocumentMissing'),
    FOUND,
    'A submitted document is still being checked.',
    false,
  ],
  [
    'a person whose document has no file',
    blocker('Review.DocumentMissing', { uboId }),
    FOUND,
    'refers to a document that has no file. Wait for it, or request changes.',
    true,
  ],
  ['a rejected person', blocker('Review.VerdictOpen', { uboId }), withPerson('Rejected'), 'is rejected.', true],
  [
    'a person with requested changes',
    blocker('Review.VerdictOpen', { uboId }),
    withPerson('ChangesRequested'),
    'needs changes.',
    true,
  ],
  ['a former person', blocker('Review.VerdictOpen', { uboId: 'gone' }), FOUND, 'As the server says.', false],
  ['any other blocker', blocker('Review.CountryProhibited', { uboId }), FOUND, 'As the server says.', false],
])('explains the blocker: %s', (_, one, found, words, isNamed) => {
  const said = blockerWords(one, found);
  expect([said.words, said.person?.uboId]).toEqual([words, isNamed ? uboId : undefined]);
});

test('counts only hits without a finding', () => {
  const hits = (...findings: (object | null)[]) =>
    ({ ...FOUND, screenings: [{ hits: findings.map((finding) => ({ finding })) }, { hits: null }] }) as PackageRecord;
  const said = (found: PackageRecord) => blockerWords(blocker('Review.HitOpen'), found).words;
  expect(said(hits(null, { finding: 'Same' }))).toBe('A hit has no finding.');
  expect(said(hits(null, null, { finding: 'Same' }))).toBe('2 hits have no finding.');
});

test('names one unopened document, or the number of several', () => {
  expect([1, 2].map(unopenedWords)).toEqual([
    'You have not opened this document yet:',
    'You have not opened 2 documents yet. Open the first:',
  ]);
});

test('a flag links only to people and documents of this business that its facts name', () => {
  const [{ uboId } = { uboId: '' }] = packageExample.business.businessPersonList;
  const [{ documentId } = { documentId: '' }] = packageExample.documents;
  const about = (facts: unknown) => {
    const { people, documents } = subjectsOf(facts, packageExample);
    return [people.map((one) => one.uboId), documents.map((one) => one.documentId)];
  };
  expect(about({ people: [{ uboId, since: '2026-11-15' }] })).toEqual([[uboId], []]);
  expect(about({ nested: { documents: [documentId] } })).toEqual([[], [documentId]]);
  expect(about({ others: ['0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e30'] })).toEqual([[], []]);
  expect(about({})).toEqual([[], []]);
});
