import { expect, test } from 'vitest';
import { dayLabel, listedPeriod, periodOf, periodWords, utcDay, workQuery } from './ranges.ts';

const LATE_IN_THE_DAY = Date.parse('2026-03-08T23:59:59Z');

test.each([
  [{}, '2026-03-02', '2026-03-08', '7 days'],
  [{ range: '30d' }, '2026-02-07', '2026-03-08', '30 days'],
  [{ from: '2026-02-10', to: '2026-02-12' }, '2026-02-10', '2026-02-12', 'Feb 10 – Feb 12'],
  [{ from: '2026-02-10', to: '2026-02-10' }, '2026-02-10', '2026-02-10', 'Feb 10'],
  // Dates take precedence, and may be given in either order.
  [{ range: '30d', from: '2026-02-12', to: '2026-02-10' }, '2026-02-10', '2026-02-12', 'Feb 10 – Feb 12'],
  [{ from: '2026-03-01' }, '2026-03-01', '2026-03-08', 'Mar 1 – Mar 8'],
  [{ to: '2025-12-10' }, '2025-12-07', '2025-12-10', 'Dec 7 – Dec 10'],
  // Only days that the server lists.
  [{ from: '2020-01-01', to: '2030-01-01' }, '2025-12-07', '2026-03-08', 'Dec 7 – Mar 8'],
] as const)('%j shows %s to %s, called "%s"', (search, from, to, words) => {
  const period = periodOf(search, LATE_IN_THE_DAY);
  expect(period).toEqual({ from, to });
  expect(periodWords(search, period)).toBe(words);
});

test('the server lists 92 days in UTC, today last', () => {
  expect(listedPeriod(LATE_IN_THE_DAY)).toEqual({ from: '2025-12-07', to: '2026-03-08' });
  expect(dayLabel('2026-03-08')).toBe('Mar 8');
});

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-30', undefined],
  ['2026-2-3', undefined],
  ['2026-02-28T00:00:00Z', undefined],
  ['', undefined],
])('the URL value "%s" is the day %s', (text, day) => {
  expect(utcDay(text)).toBe(day);
});

test('the work of analysts is asked for up to the start of the day after the last', () => {
  expect(workQuery({ from: '2026-02-10', to: '2026-02-28' })).toEqual({ from: '2026-02-10', to: '2026-03-01' });
});
