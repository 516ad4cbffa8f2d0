import type { PackageScreening } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { aliasWords, findingBody, findingPart, hitsOf, lastScreened, summaryOf } from './screening-state.ts';

const FINDING = { finding: 'Same' };
const screening = (hits: (object | null)[] | null, screenedAt = '2026-11-15T09:30:00.000Z') =>
  ({ screenedAt, hits: hits?.map((finding) => ({ finding })) ?? null }) as unknown as PackageScreening;

test.each<[string, PackageScreening[], boolean, string, string]>([
  ['runs', [screening([null])], true, 'Pending', 'blue'],
  ['has one open hit', [screening([null, FINDING])], false, '1 hit to review', 'red'],
  ['has open hits of several subjects', [screening([null]), screening([null])], false, '2 hits to review', 'red'],
  ['has one reviewed hit', [screening([FINDING])], false, '1 hit, reviewed', 'green'],
  ['has reviewed hits only', [screening([FINDING, FINDING])], false, '2 hits, all reviewed', 'green'],
  ['found nothing', [screening([]), screening(null)], false, 'No hits', 'green'],
  ['was not done', [], false, 'Not screened yet', 'gray'],
])('screening that %s', (_, screenings, screeningPending, words, color) => {
  expect(summaryOf({ screenings, screeningPending })).toEqual({ words, color });
});

test('hits keep the screening that they belong to', () => {
  const [one, other] = [screening([null]), screening([FINDING])];
  expect(hitsOf([one, screening(null), other]).map(({ screening: of }) => of)).toEqual([one, other]);
});

test('the last of all screenings is told', () => {
  const at = ['2026-11-15T09:30:00.000Z', '2026-11-16T09:30:00.000Z', '2026-11-14T09:30:00.000Z'];
  expect(lastScreened(at.map((one) => screening([], one)))).toBe(at[1]);
  expect(lastScreened([])).toBeUndefined();
});

test.each([
  ['has the package, an open hit', null, true, false, 'form'],
  ['does not have the package, an open hit', null, false, false, 'closed'],
  ['has the package, a reviewed hit', FINDING, true, false, 'finding'],
  ['has the package, a reviewed hit to change', FINDING, true, true, 'form'],
  ['does not have the package any more, a reviewed hit to change', FINDING, false, true, 'closed'],
  ['does not have the package, a reviewed hit', FINDING, false, false, 'finding'],
])('whoever %s', (_, finding, isMine, isChanging, part) => {
  expect(findingPart({ finding } as Parameters<typeof findingPart>[0], isMine, isChanging)).toBe(part);
});

test('a finding is sent with its list, and without a note where nothing was written', () => {
  expect(findingBody('sdn', 'NotTheSame', '  ')).toEqual({ listName: 'sdn', finding: 'NotTheSame', note: null });
  expect(findingBody('sdn', 'Same', 'Same birthday')).toMatchObject({ finding: 'Same', note: 'Same birthday' });
});

test('five aliases are named, the others counted', () => {
  expect(aliasWords(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e');
  expect(aliasWords(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
});
