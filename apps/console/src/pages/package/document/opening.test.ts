import type { Blocker, PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import { openersOf, unopenedIn, withOpening } from './opening.ts';

const AT = '2026-11-15T16:00:00.000Z';
const [EXAMPLE] = packageExample.documents as [PackageRecord['documents'][number]];
const document = (documentId: string, openedBy: PackageRecord['documents'][number]['openedBy'] = []) => ({
  ...EXAMPLE,
  documentId,
  openedBy,
});
const blocker = (code: Blocker['code'], documentId: string | null) => ({ code, documentId, uboId: null }) as Blocker;
const ADA = { accountId: 'ada', name: 'Ada Lind', openedAt: '2026-11-15T15:00:00.000Z' };
const BEN = { accountId: 'ben', name: null, openedAt: '2026-11-15T15:30:00.000Z' };
const FOUND: PackageRecord = {
  ...packageExample,
  documents: [document('one', [ADA, BEN]), document('two')],
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

test('opening a document again keeps one entry per reader, with the latest time, and leaves other documents unchanged', () => {
  const after = withOpening(FOUND, 'one', { accountId: 'ada', name: 'Ada Lind', openedAt: AT });
  expect(after.documents[0]?.openedBy).toEqual([BEN, { ...ADA, openedAt: AT }]);
  expect(after.documents[1]).toBe(FOUND.documents[1]);
});

test('names the readers of a document, with "you" for the reader', () => {
  expect(openersOf(document('one', [ADA, BEN]), 'ada')).toBe('you, a former colleague');
  expect(openersOf(document('one', [ADA, BEN]), 'ben')).toBe('Ada Lind, you');
});
