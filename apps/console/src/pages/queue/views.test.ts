import { ApiFailure } from '@onboarding/ui/api';
import { expect, test } from 'vitest';
import { filtersOf, isFiltered, queueSearch } from './search.ts';
import { isBusy, nothingWords } from './taking.ts';
import { ageWords, comparedCount, figureOf, priorityWords, searchFor, VIEWS, withFilter } from './views.ts';
import { FLAG_CODES, flagColor } from './words.ts';

test('each view has its own query', () => {
  expect(Object.entries(VIEWS).map(([view, { asks }]) => [view, asks])).toEqual([
    ['waiting', {}],
    ['mine', { claimedBy: 'me' }],
    ['confirm', { awaiting: 'Confirmation' }],
    ['claimed', { claimedBy: 'others' }],
  ]);
});

test('changing the view or a filter returns to the first page and keeps the other filters', () => {
  const search = { view: 'mine', country: 'NGA', cursor: 'c' } as const;
  expect(searchFor('confirm', search)).toEqual({ view: 'confirm', country: 'NGA', cursor: undefined });
  expect(searchFor('waiting', search)).toEqual({ view: undefined, country: 'NGA', cursor: undefined });
  expect(withFilter(search, { flag: 'NoOwner' })).toEqual({ view: 'mine', country: 'NGA', flag: 'NoOwner' });
});

test('sends only filters that are set, under the names of the API', () => {
  const partner = '01930a00-0000-7000-8000-000000000001';
  const search = queueSearch({
    country: 'NGA',
    type: 'LLC',
    reason: 'Answered',
    flag: 'NoOwner',
    partner,
    olderThan: '24',
  });
  expect(filtersOf(search)).toEqual({
    country: 'NGA',
    businessTypeCode: 'LLC',
    reason: 'Answered',
    flag: 'NoOwner',
    partnerId: partner,
    olderThanHours: 24,
  });
  expect([isFiltered(search), isFiltered({ view: 'mine', cursor: 'c' })]).toEqual([true, false]);
});

test.each([
  ['view', 'nonsense'],
  ['country', 'nga'],
  ['type', 'x'.repeat(101)],
  ['type', 'a\u0000b'],
  ['flag', 'toString'],
  ['partner', '1'],
  ['olderThan', '5'],
  ['cursor', 'a b'],
])('ignores %s=%j in the URL', (name, value) => {
  expect(Object.values(queueSearch({ [name]: value })).every((read) => read === undefined)).toBe(true);
});

const at = (readAt: number, packages: number, view: 'mine' | 'waiting' = 'mine') => ({ view, readAt, packages });

test.each([
  ['remembers the first count', undefined, at(10_000, 3), 9_000, { hasChanged: false, remember: at(10_000, 3) }],
  ['ignores a count from long before the list', undefined, at(10_000, 3), 8_000, { hasChanged: false }],
  ['reports no change for the same count', at(10_000, 3), at(10_000, 3), 30_000, { hasChanged: false }],
  ['reports a change for a different count', at(10_000, 3), at(10_000, 4), 30_000, { hasChanged: true }],
  [
    'remembers the count of a reloaded list',
    at(10_000, 3),
    at(40_000, 4),
    41_000,
    { hasChanged: false, remember: at(40_000, 4) },
  ],
  [
    'remembers the count of another view',
    at(10_000, 3, 'waiting'),
    at(10_000, 4),
    11_000,
    { hasChanged: false, remember: at(10_000, 4) },
  ],
])('%s', (_, then, now, countedAt, compared) => {
  expect(comparedCount(then, now, countedAt)).toEqual(compared);
});

test('recognises only Review.QueueBusy as a busy queue', () => {
  const failure = (code: ApiFailure['code']) => new ApiFailure({ status: 409, code, message: '' });
  expect([isBusy(failure('Review.QueueBusy')), isBusy(failure('Network.Unreachable')), isBusy(new Error())]).toEqual([
    true,
    false,
    false,
  ]);
});

test('formats the empty queue, counts, ages and priorities', () => {
  expect(nothingWords({ view: 'mine' })).toBe('The queue is empty.');
  expect(nothingWords({ country: 'NGA' })).toBe('No waiting package matches these filters.');
  expect([0, 9_999, 10_000, 20_000].map(figureOf)).toEqual(['0', '9,999', '10,000+', '10,000+']);
  expect([4, 24, 72].map(ageWords)).toEqual(['4 hours', '1 day', '3 days']);
  expect([0, 1, 2].map((priority) => priorityWords(priority).words)).toEqual(['Normal', 'High', 'Highest']);
});

test('only flags that alone prevent an approval are red', () => {
  expect(FLAG_CODES.filter((flag) => flagColor(flag) === 'danger')).toEqual(['ScreeningHit', 'ProhibitedCountry']);
});
