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

test('an opened document no longer keeps the reader from deciding; everything else still does', () => {
  const after = withOpening(FOUND, 'one', { accountId: 'ada', name: 'Ada Lind', openedAt: AT });
  expect(after.blockers).toEqual(FOUND.blockers.slice(1));
  expect(unopenedIn(FOUND).map(({ documentId }) => documentId)).toEqual(['one', 'two']);
  expect(unopenedIn(after).map(({ documentId }) => documentId)).toEqual(['two']);
});

test('whoever opens a document again stands once among its readers, with the last time; other documents stay', () => {
  const after = withOpening(FOUND, 'one', { accountId: 'ada', name: 'Ada Lind', openedAt: AT });
  expect(after.documents[0]?.openedBy).toEqual([BEN, { ...ADA, openedAt: AT }]);
  expect(after.documents[1]).toBe(FOUND.documents[1]);
});

test('readers of a document are named, the person themself as "you"', () => {
  expect(openersOf(document('one', [ADA, BEN]), 'ada')).toBe('you, a former colleague');
  expect(openersOf(document('one', [ADA, BEN]), 'ben')).toBe('Ada Lind, you');
});
