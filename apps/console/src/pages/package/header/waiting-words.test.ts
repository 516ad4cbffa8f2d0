import { expect, test } from 'vitest';
import { isToday, lasting, whyQueued } from './waiting-words.ts';

test('shows why a package is in the queue unless it is new', () => {
  expect((['Submitted', 'Answered', 'Changed', 'Reopened', 'Monitoring', null] as const).map(whyQueued)).toEqual([
    undefined,
    'Changes answered',
    'Changed after approval',
    'Reopened',
    'Under review again',
    undefined,
  ]);
});

const [MINUTE, HOUR] = [60_000, 3_600_000];

test.each([
  [-5, '0 minutes'],
  [59 * MINUTE, '59 minutes'],
  [HOUR, '1 hour'],
  [71.9 * HOUR, '71 hours'],
  [72 * HOUR, '3 days'],
])('formats %d ms as "%s"', (ms, words) => {
  expect(lasting(ms)).toBe(words);
});

test('recognises a time of the current day', () => {
  const noon = new Date(2026, 10, 15, 12);
  expect(isToday(new Date(2026, 10, 15, 23, 59).toISOString(), noon)).toBe(true);
  expect(isToday(new Date(2026, 10, 16, 0, 1).toISOString(), noon)).toBe(false);
  expect(isToday(new Date(2026, 9, 15, 12).toISOString(), noon)).toBe(false);
});
