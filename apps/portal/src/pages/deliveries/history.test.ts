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
  ['a beginning', { from: '2026-11-01T00:00:00Z' }, '2026-11-01T00:00:00Z', true],
  ['an end', { to: '2026-11-01T00:00:00Z' }, undefined, true],
  ['a business', { customer: 'c' }, undefined, true],
  ['an event', { event: 'e' }, undefined, true],
  ['a replay', { replay: 'r' }, undefined, true],
])('with %s asked for, the history begins at the right time and counts as filtered', (_, filters, from, filtered) => {
  expect(shownBy(filters, DAY_AGO).from).toBe(from);
  expect(isFiltered(filters)).toBe(filtered);
});

test('filters are sent in the words of the API', () => {
  expect(toQuery({ status: 'Pending', eventType: 't', customer: 'c', event: 'e', replay: 'r', from: 'f' })).toEqual({
    status: 'Pending',
    eventType: 't',
    from: 'f',
    customerId: 'c',
    eventId: 'e',
    replaySeries: 'r',
  });
});

test('pages reach as far as the API counts', () => {
  expect([1, 200, 201, 9_999].map(pageWithin)).toEqual([1, 200, 200, 200]);
});

test('a period begins at a whole minute, and never earlier than asked', () => {
  expect(minutesAgo(86_400_000, NOW)).toBe(DAY_AGO);
  expect(minutesAgo(86_400_000, NOW + 1)).toBe('2026-11-14T12:01:00.000Z');
});

test("a time comes back from the field of the reader's zone as it was", () => {
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
] as const)('%s, next attempt in %s seconds, after %d attempts: %s', (status, seconds, attemptCount, words) => {
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
])('%d ms are "%s"', (milliseconds, words) => {
  expect(waited(milliseconds)).toBe(words);
});
