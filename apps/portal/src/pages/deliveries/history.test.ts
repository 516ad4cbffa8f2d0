import { expect, test } from 'vitest';
import {
  fromLocal,
  isFiltered,
  minutesAgo,
  nextWords,
  pageWithin,
  shownBy,
  toLocal,
  toQuery,
  waited,
} from './history.ts';

const DAY_AGO = '2026-11-14T12:00:00.000Z';
const NOW = Date.parse('2026-11-15T12:00:00Z');

test.each([
  ['nothing', {}, DAY_AGO, false],
  ['a status', { status: 'Pending' as const }, DAY_AGO, true],
  ['an event type', { eventType: 'x' }, DAY_AGO, true],
  ['a start', { from: '2026-11-01T00:00:00Z' }, '2026-11-01T00:00:00Z', true],
  ['an end', { to: '2026-11-01T00:00:00Z' }, undefined, true],
  ['a business', { customer: 'c' }, undefined, true],
  ['an event', { event: 'e' }, undefined, true],
  ['a replay', { replay: 'r' }, undefined, true],
])('with a filter by %s, returns the start of the history and whether it is filtered', (_, filters, from, filtered) => {
  expect(shownBy(filters, DAY_AGO).from).toBe(from);
  expect(isFiltered(filters)).toBe(filtered);
});

test('sends filters under the names of the API', () => {
  expect(toQuery({ status: 'Pending', eventType: 't', customer: 'c', event: 'e', replay: 'r', from: 'f' })).toEqual({
    status: 'Pending',
    eventType: 't',
    from: 'f',
    customerId: 'c',
    eventId: 'e',
    replaySeries: 'r',
  });
});

test('limits page numbers to 200, the last that the API returns', () => {
  expect([1, 200, 201, 9_999].map(pageWithin)).toEqual([1, 200, 200, 200]);
});

test('rounds the start of a period up to a whole minute', () => {
  expect(minutesAgo(86_400_000, NOW)).toBe(DAY_AGO);
  expect(minutesAgo(86_400_000, NOW + 1)).toBe('2026-11-14T12:01:00.000Z');
});

test("converts a time to the reader's time zone and back without change", () => {
  expect(fromLocal(toLocal(DAY_AGO))).toBe(DAY_AGO);
  expect(toLocal(new Date(2026, 0, 5, 9, 30).toISOString())).toBe('2026-01-05T09:30');
  expect([toLocal(undefined), fromLocal(''), fromLocal('x')]).toEqual(['', undefined, undefined]);
});

test.each([
  ['Delivered', null, 1, 'Your receiver accepted it.'],
  ['Exhausted', null, 8, 'Given up after 8 attempts.'],
  ['Exhausted', null, 3, 'Given up early.'],
  ['Pending', null, 0, 'Waiting until the webhook is enabled.'],
  ['Pending', -1, 1, 'The next attempt is due now.'],
  ['Pending', 0, 1, 'The next attempt is due now.'],
  ['Pending', 60, 1, undefined],
] as const)('%s, next attempt in %s seconds, after %d attempts: shows "%s"', (status, seconds, attemptCount, words) => {
  const nextAttemptAt = seconds === null ? null : new Date(NOW + seconds * 1_000).toISOString();
  expect(nextWords({ status, nextAttemptAt, attemptCount }, NOW)).toBe(words);
});

test.each([
  [-5, '0 s'],
  [29_400, '29 s'],
  [30_000, '1 min'],
  [59.4 * 60_000, '59 min'],
  [3_600_000, '1 h'],
  [7_500_000, '2 h 5 min'],
])('formats %d ms as "%s"', (milliseconds, words) => {
  expect(waited(milliseconds)).toBe(words);
});
