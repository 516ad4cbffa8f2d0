import type { WebhookStatisticsQuery } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { type CountedAttempt, countAttempts, mergeCounts, rangeOf, toStatistics } from './delivery-statistics.ts';

const HOUR = 3_600_000;
const NOW = new Date('2026-11-15T09:30:00.000Z');
const hours = { bucket: 'Hour' } as const;
const attempt = (given: Partial<CountedAttempt>): CountedAttempt => ({
  partnerId: 'one',
  errorKind: null,
  durationMs: 40,
  endedAt: NOW,
  exhausted: false,
  ...given,
});
const statistics = (attempts: CountedAttempt[], query: WebhookStatisticsQuery = hours) =>
  toStatistics(mergeCounts(countAttempts(attempts)), rangeOf(query, NOW));

test('counts attempts per partner, hour and outcome, sorted by that key', () => {
  const counts = mergeCounts(
    countAttempts([
      attempt({ partnerId: 'two' }),
      attempt({ durationMs: 1 }),
      attempt({ endedAt: new Date(NOW.getTime() - HOUR) }),
      attempt({ errorKind: 'HttpStatus', exhausted: true, endedAt: new Date('2026-11-15T09:59:59.999Z') }),
      attempt({ durationMs: 0.2 }),
    ]),
  );
  expect(counts.map((one) => `${one.partnerId} ${one.hour.getUTCHours()} ${one.outcome} ${one.counted}`)).toEqual([
    'one 8 Delivered 1',
    'one 9 Delivered 2',
    'one 9 Exhausted 1',
    'one 9 HttpStatus 1',
    'two 9 Delivered 1',
  ]);
  expect(counts[1]?.durations).toEqual([2]);
});

test('returns counts for every hour, including hours without attempts', () => {
  const { items, total, from, to } = statistics([
    attempt({}),
    attempt({ errorKind: 'HttpStatus' }),
    attempt({ errorKind: 'TlsFailure', exhausted: true }),
    attempt({ errorKind: 'TlsFailure' }),
  ]);
  expect([from, to, items.length]).toEqual(['2026-11-14T10:00:00.000Z', '2026-11-15T10:00:00.000Z', 24]);
  expect(items.at(-1)).toEqual({
    from: '2026-11-15T09:00:00.000Z',
    delivered: 1,
    failed: 3,
    exhausted: 1,
    p95Ms: 45,
    errorKinds: [
      { errorKind: 'TlsFailure', failed: 2 },
      { errorKind: 'HttpStatus', failed: 1 },
    ],
  });
  expect({ from: items.at(-1)?.from, ...total }).toEqual(items.at(-1));
  expect(items[0]).toMatchObject({ delivered: 0, failed: 0, exhausted: 0, p95Ms: null, errorKinds: [] });
});

test.each([1, 3, 17, 250, 999, 14_999])('reports a 95th percentile of %i ms at most a fifth too high', (slowest) => {
  const quick = Array.from({ length: 94 }, () => attempt({ durationMs: 1 }));
  const slow = Array.from({ length: 6 }, () => attempt({ durationMs: slowest }));
  const told = statistics([...quick, ...slow]).total.p95Ms ?? 0;
  expect(told).toBeGreaterThanOrEqual(slowest);
  expect(told).toBeLessThanOrEqual(Math.max(slowest * 1.2, slowest + 1));
  expect(statistics([...quick, attempt({ durationMs: slowest })]).total.p95Ms).toBe(1);
});

test.each([
  ['ConnectRefused', 1],
  ['DnsFailure', 1],
  ['TlsFailure', 1],
  ['HttpStatus', 5_000],
  ['ResponseTimeout', 5_000],
] as const)(
  'the response times of attempts that end with %s have a 95th percentile of about %i ms',
  (errorKind, told) => {
    const failed = Array.from({ length: 50 }, () => attempt({ errorKind, durationMs: 5_000 }));
    const { p95Ms } = statistics([attempt({ durationMs: 1 }), ...failed]).total;
    expect(p95Ms).toBeGreaterThanOrEqual(told);
    expect(p95Ms).toBeLessThanOrEqual(told * 1.2);
  },
);

test('a range covers whole hours or days in UTC', () => {
  const range = (query: WebhookStatisticsQuery) => {
    const { from, to } = rangeOf(query, NOW);
    return `${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`;
  };
  const [from, to] = [new Date('2026-11-14T22:15:00Z'), new Date('2026-11-15T00:00:00Z')];
  expect(range({ bucket: 'Hour', from, to })).toBe('2026-11-14T22:00 2026-11-15T00:00');
  expect(range({ bucket: 'Day', from, to })).toBe('2026-11-14T00:00 2026-11-15T00:00');
  expect(range({ bucket: 'Day', from })).toBe('2026-11-14T00:00 2026-11-16T00:00');
  expect(range({ bucket: 'Day' })).toBe('2026-10-17T00:00 2026-11-16T00:00');
});

test('rejects a range that ends before it starts, or exceeds 168 hours or 31 days', () => {
  const days = (count: number) => new Date(NOW.getTime() - count * 24 * HOUR);
  expect(() => rangeOf({ bucket: 'Hour', from: NOW, to: NOW }, NOW)).toThrow('to must be later than from');
  expect(() => rangeOf({ bucket: 'Day', to: days(1), from: days(0.9) }, NOW)).toThrow('to must be later than from');
  expect(() => rangeOf({ bucket: 'Hour', from: days(7) }, NOW)).toThrow('168 hours before to');
  expect(() => rangeOf({ bucket: 'Day', from: days(31) }, NOW)).toThrow('31 days before to');
  expect(rangeOf({ bucket: 'Day', from: days(30) }, NOW).from).toEqual(new Date('2026-10-16T00:00:00Z'));
});
