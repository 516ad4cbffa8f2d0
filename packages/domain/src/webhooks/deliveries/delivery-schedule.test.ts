import { DELIVERY_ATTEMPTS } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { type FailedAttempt, nextAttemptAt } from './delivery.ts';

const failedAt = new Date('2026-11-15T10:00:00.000Z');
const MINUTE = 60;
const HOUR = 3600;

/** Seconds until the next attempt. */
function waitAfter(failedAttempt: number, more: Partial<FailedAttempt> = {}): number {
  const attempt = { failedAttempt, failedAt, statusCode: 500, retryAfter: null, random: () => 0, ...more };
  return (nextAttemptAt(attempt).getTime() - failedAt.getTime()) / 1000;
}

const asked = (failedAttempt: number, retryAfter: string, statusCode = 429) =>
  waitAfter(failedAttempt, { statusCode, retryAfter });

test('waits 30 s, 5 min, 1 h, 5 h, 16 h, 22 h and 28 h between eight attempts: 72 hours and 5.5 minutes in total', {
  tags: ['S-312', 'S-359'],
}, () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempt) => waitAfter(attempt));
  expect(waits).toEqual([30, 300, HOUR, 5 * HOUR, 16 * HOUR, 22 * HOUR, 28 * HOUR]);
  expect(waits.reduce((sum, wait) => sum + wait)).toBe(72 * HOUR + 5.5 * MINUTE);
  expect(DELIVERY_ATTEMPTS).toBe(8);
  expect(() => waitAfter(DELIVERY_ATTEMPTS)).toThrow(RangeError);
  expect(() => waitAfter(0)).toThrow(RangeError);
});

test('jitter adds up to a fifth of the wait, at most two hours, and never shortens it', () => {
  const most = [1, 2, 3, 4, 5, 6, 7].map((attempt) => waitAfter(attempt, { random: () => 0.999_999 }));
  const ranges = [6, 60, 720, HOUR, 2 * HOUR, 2 * HOUR, 2 * HOUR];
  expect(most.map((wait, index) => wait - waitAfter(index + 1)).map((jitter) => Math.ceil(jitter))).toEqual(ranges);
});

describe('Retry-After', () => {
  test('is honoured in seconds and in all three forms of a date', () => {
    expect(asked(1, '120')).toBe(120);
    expect(asked(1, ' 120 ')).toBe(120);
    expect(asked(1, '120', 503)).toBe(120);
    expect(asked(1, 'Sun, 15 Nov 2026 10:07:00 GMT')).toBe(420);
    expect(asked(1, 'Sunday, 15-Nov-26 10:07:00 GMT')).toBe(420);
    expect(asked(1, 'Sun Nov 15 10:07:00 2026')).toBe(420);
  });

  test('is ignored with any status other than 429 and 503', () => {
    expect([500, 404, 301, 408].map((status) => asked(1, '120', status))).toEqual([30, 30, 30, 30]);
    expect(waitAfter(1, { statusCode: null, retryAfter: '120' })).toBe(30);
  });

  test('is honoured up to twice the scheduled wait, or 15 minutes if longer, and up to 12 hours', () => {
    const forEver = [1, 2, 3, 4, 5, 6, 7].map((attempt) => asked(attempt, '9'.repeat(400)));
    expect(forEver).toEqual([900, 900, 2 * HOUR, 10 * HOUR, 16 * HOUR, 22 * HOUR, 28 * HOUR]);
    expect(asked(1, 'Fri, 31 Dec 9999 23:59:59 GMT')).toBe(900);
  });

  test('never shortens the wait, so that a receiver cannot use up its attempts within a minute', () => {
    expect([1, 2, 3].map((attempt) => asked(attempt, '0'))).toEqual([30, 300, HOUR]);
    expect(asked(2, 'Sun, 15 Nov 2020 10:07:00 GMT')).toBe(300);
  });

  test('is ignored when it cannot be parsed', () => {
    const odd = ['', 'soon', '-5', '1.5', '1e3', '0x10', 'Foo 5', 'Sun, 99 Nov 2026 99:99:99 GMT', '5; 6', 'Mon'];
    expect(odd.map((text) => asked(1, text))).toEqual(odd.map(() => 30));
  });

  test('gets the usual jitter added', () => {
    expect(waitAfter(1, { statusCode: 429, retryAfter: '120', random: () => 0.5 })).toBe(123);
  });
});
