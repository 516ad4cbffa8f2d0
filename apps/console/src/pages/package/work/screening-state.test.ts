import type { PackageScreening } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { aliasWords, findingBody, findingPart, hitsOf, lastScreened, summaryOf } from './screening-state.ts';

const FINDING = { finding: 'Same' };
const screening = (hits: (object | null)[] | null, screenedAt = '2026-11-15T09:30:00.000Z') =>
  ({ screenedAt, hits: hits?.map((finding) => ({ finding })) ?? null }) as unknown as PackageScreening;

test.each<[string, PackageScreening[], boolean, string, string]>([
  ['is running', [screening([null])], true, 'Pending', 'blue'],
  ['has one open hit', [screening([null, FINDING])], false, '1 hit to review', 'red'],
  ['has open hits of several subjects', [screening([null]), screening([null])], false, '2 hits to review', 'red'],
  ['has one reviewed hit', [screening([FINDING])], false, '1 hit, reviewed', 'green'],
  ['has only reviewed hits', [screening([FINDING, FINDING])], false, '2 hits, all reviewed', 'green'],
  ['found nothing', [screening([]), screening(null)], false, 'No hits', 'green'],
  ['has not run yet', [], false, 'Not screened yet', 'gray'],
])('summarises a screening that %s', (_, screenings, screeningPending, words, color) => {
  expect(summaryOf({ screenings, screeningPending })).toEqual({ words, color });
});

test('each hit refers to its screening', () => {
  const [one, other] = [screening([null]), screening([FINDING])];
  expect(hitsOf([one, screening(null), other]).map(({ screening: of }) => of)).toEqual([one, other]);
});

test('returns the time of the latest screening', () => {
  const at = ['2026-11-15T09:30:00.000Z', '2026-11-16T09:30:00.000Z', '2026-11-14T09:30:00.000Z'];
  expect(lastScreened(at.map((one) => screening([], one)))).toBe(at[1]);
  expect(lastScreened([])).toBeUndefined();
});

test.each([
  ['an open hit for the holder of the claim', null, true, false, 'form'],
  ['an open hit for others', null, false, false, 'closed'],
  ['a reviewed hit for the holder of the claim', FINDING, true, false, 'finding'],
  ['a reviewed hit in editing for the holder of the claim', FINDING, true, true, 'form'],
  ['a reviewed hit in editing for an analyst who has lost the claim', FINDING, false, true, 'closed'],
  ['a reviewed hit for others', FINDING, false, false, 'finding'],
])('shows %s', (_, finding, isMine, isChanging, part) => {
  expect(findingPart({ finding } as Parameters<typeof findingPart>[0], isMine, isChanging)).toBe(part);
});

test('a finding is sent with its list; a blank note is null', () => {
  expect(findingBody('sdn', 'NotTheSame', '  ')).toEqual({ listName: 'sdn', finding: 'NotTheSame', note: null });
  expect(findingBody('sdn', 'Same', 'Same birthday')).toMatchObject({ finding: 'Same', note: 'Same birthday' });
});

test('names five aliases and counts the others', () => {
  expect(aliasWords(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e');
  expect(aliasWords(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
});
