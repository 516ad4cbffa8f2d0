import type { PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { packageExample } from '../../../../../api/src/compliance/package-examples.ts';
import type { Standing } from '../standing.ts';
import {
  comparisonsOf,
  isExpired,
  isLabelled,
  largestOwners,
  matchWords,
  nextPerson,
  noVerdictWords,
  sharesOf,
  triesWords,
  verdictPrefix,
  withComparison,
} from './person-facts.ts';

test.each([
  ['2026-11-14', true],
  ['2026-11-15', false],
  ['2027-01-01', false],
  [null, false],
])('on 15 November 2026, an identity document with the expiry date %s has expired: %s', (expiryDate, expired) => {
  expect(isExpired(expiryDate, Date.parse('2026-11-15T23:59:00Z'))).toBe(expired);
});

test('scales shares to 100%, or to their sum above 100%, and says so in the title', () => {
  const shares = (...all: (number | null)[]) => sharesOf(all.map((percentageShare) => ({ percentageShare })));
  expect(shares(60, null, 20).title).toBe('Ownership: 80%');
  expect(shares(60, null, 20).widthOf(20)).toBe(20);
  expect(shares(100).title).toBe('Ownership: 100%');
  expect(shares(100, 60).title).toBe('Ownership: shares add up to 160%');
  expect(shares(100, 60).widthOf(80)).toBe(50);
  expect([7.9, 8].map(isLabelled)).toEqual([false, true]);
});

test.each([
  ['a few', [60, null, 25], [60, 25], { count: 0, share: 0 }],
  ['many small ones', [...Array(50).fill(2)], [], { count: 50, share: 100 }],
  ['a large one among many', [...Array(10).fill(1), 40, 4, 3], [40, 4], { count: 11, share: 13 }],
  ['more large ones than colours', [...Array(8).fill(12)], [12, 12, 12, 12, 12, 12], { count: 2, share: 24 }],
])('of %s, the largest owners have their own part of the bar', (_, shares, own, others) => {
  const result = largestOwners(shares.map((percentageShare: number | null) => ({ percentageShare })));
  expect(result.owners.map(({ percentageShare }) => percentageShare)).toEqual(own);
  expect(result.others).toEqual(others);
});

test('marks a verdict that was given before a change', () => {
  expect(verdictPrefix({ verificationStatus: 'NotStarted' })).toBe('Changed since the last verdict: ');
  expect(verdictPrefix({ verificationStatus: 'Approved' })).toBe('');
});

test.each<[boolean, Standing, string | undefined]>([
  [false, 'mine', undefined],
  [true, 'waiting', undefined],
  [false, 'waiting', 'No verdict yet. Claim the package to give one.'],
  [false, 'theirs', 'No verdict yet'],
])('verdict given: %s, standing: %s: shows "%s"', (isGiven, standing, words) => {
  expect(noVerdictWords(isGiven, standing)).toBe(words);
});

test('a comparison shows whether the number matches and how many tries are left', () => {
  expect([true, false].map((matches) => matchWords({ matches }))).toEqual(['Matches', 'Does not match']);
  expect([0, 1, 2].map((triesLeft) => triesWords({ triesLeft }))).toEqual([
    'No tries left until',
    '1 try left until',
    '2 tries left until',
  ]);
});

test.each([
  ['no person is open', undefined, undefined, 'a'],
  ['the key opened the current person', 'a', 'a', 'b'],
  ['the last person is open', 'c', 'c', 'a'],
  ['a link opened the current person', 'b', 'a', 'b'],
  ['a former person is open', 'gone', 'gone', 'a'],
])('when %s, the key for the next person opens %s', (_, open, reached, next) => {
  expect(nextPerson(['a', 'b', 'c'], open, reached)).toBe(next);
});

test('the last comparison of each person is kept, and the reader sees those of colleagues', () => {
  const by = (accountId: string, matches: boolean) =>
    [
      { accountId, name: accountId },
      { identityId: 'passport', matches },
    ] as const;
  const twice = [by('ada', false), by('ada', true), by('ben', false)].reduce(
    (found, [who, result]) => withComparison(found, who, result),
    packageExample,
  );
  const shown = (except?: string) =>
    comparisonsOf(twice, 'passport', except).map(({ accountId, matches }) => [accountId, matches]);
  expect(shown()).toEqual([
    ['ada', true],
    ['ben', false],
  ]);
  expect(shown('ben')).toEqual([['ada', true]]);
  expect(comparisonsOf(twice, 'another')).toEqual([]);
  expect(twice.comparisons).toHaveLength(packageExample.comparisons.length + 2);
});

test('without comparisons, as from an API of the release before, there are none, and the first one is kept', () => {
  const { comparisons: _, ...rest } = packageExample;
  const older = rest as PackageRecord;
  expect(comparisonsOf(older, 'passport')).toEqual([]);
  const compared = withComparison(older, { accountId: 'ada', name: 'Ada' }, { identityId: 'passport', matches: true });
  expect(comparisonsOf(compared, 'passport')).toHaveLength(1);
});
