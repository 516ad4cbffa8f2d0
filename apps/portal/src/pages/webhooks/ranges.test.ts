import { expect, test } from 'vitest';
import { counted, duration } from './numbers.ts';
import { boundsOf, queryOf } from './ranges.ts';

const NOW = Date.parse('2026-11-15T12:34:56Z');

test('a day and a week are counted by hours, a month by days', () => {
  expect(queryOf('24h', NOW)).toEqual({ bucket: 'Hour' });
  expect(queryOf('30d', NOW)).toEqual({ bucket: 'Day' });
  expect(queryOf('7d', NOW)).toMatchObject({ bucket: 'Hour', from: '2026-11-08T13:00:00.000Z' });
});

test('a week asks for the same during a whole hour, so that drawing the page asks nothing anew', () => {
  expect(queryOf('7d', Date.parse('2026-11-15T12:00:00Z'))).toEqual(queryOf('7d', Date.parse('2026-11-15T12:59:59Z')));
  expect(queryOf('7d', Date.parse('2026-11-15T13:00:00Z'))).not.toEqual(queryOf('7d', NOW));
});

test('a bar leads to its own hour or day', () => {
  expect(boundsOf('Hour', '2026-11-15T23:00:00.000Z').to).toBe('2026-11-16T00:00:00.000Z');
  expect(boundsOf('Day', '2026-11-15T00:00:00.000Z').to).toBe('2026-11-16T00:00:00.000Z');
});

test('one is one, and more are many', () => {
  expect([0, 1, 1_204].map((value) => counted(value, 'delivery', 'deliveries'))).toEqual([
    '0 deliveries',
    '1 delivery',
    '1,204 deliveries',
  ]);
});

test('times below a second are in milliseconds', () => {
  expect([84.4, 999, 1_000, 1_250].map(duration)).toEqual(['84 ms', '999 ms', '1 s', '1.3 s']);
});
