import { expect, test } from 'vitest';
import { counted, duration } from './numbers.ts';
import { boundsOf, queryOf } from './ranges.ts';

const NOW = Date.parse('2026-11-15T12:34:56Z');

test('uses hourly buckets for a day and a week, daily ones for a month', () => {
  expect(queryOf('24h', NOW)).toEqual({ bucket: 'Hour' });
  expect(queryOf('30d', NOW)).toEqual({ bucket: 'Day' });
  expect(queryOf('7d', NOW)).toMatchObject({ bucket: 'Hour', from: '2026-11-08T13:00:00.000Z' });
});

test('the query for a week stays the same within an hour, so that rendering does not refetch', () => {
  expect(queryOf('7d', Date.parse('2026-11-15T12:00:00Z'))).toEqual(queryOf('7d', Date.parse('2026-11-15T12:59:59Z')));
  expect(queryOf('7d', Date.parse('2026-11-15T13:00:00Z'))).not.toEqual(queryOf('7d', NOW));
});

test('a bar links to its own hour or day', () => {
  expect(boundsOf('Hour', '2026-11-15T23:00:00.000Z').to).toBe('2026-11-16T00:00:00.000Z');
  expect(boundsOf('Day', '2026-11-15T00:00:00.000Z').to).toBe('2026-11-16T00:00:00.000Z');
});

test('counts with singular or plural', () => {
  expect([0, 1, 1_204].map((value) => counted(value, 'delivery', 'deliveries'))).toEqual([
    '0 deliveries',
    '1 delivery',
    '1,204 deliveries',
  ]);
});

test('formats times below a second in milliseconds', () => {
  expect([84.4, 999, 1_000, 1_250].map(duration)).toEqual(['84 ms', '999 ms', '1 s', '1.3 s']);
});
