import { uuidv7 } from '@onboarding/platform/ids';
import { expect, test } from 'vitest';
import { afterOutcome, isTooOldToResume, resumableFrom } from './delivery.ts';

const at = new Date('2026-11-15T10:00:00.000Z');
const failed = { ok: false, statusCode: 500, retryAfter: null };
const succeeded = { ok: true, statusCode: 200, retryAfter: null };
const schedule = { random: () => 0 };

test('a success at any attempt makes the delivery Delivered', () => {
  expect(afterOutcome({ attemptCount: 0, class: 'First' }, succeeded, at, schedule)).toEqual({
    status: 'Delivered',
    class: 'First',
    attemptCount: 1,
    nextAttemptAt: null,
    completedAt: at,
  });
  expect(afterOutcome({ attemptCount: 7, class: 'Retry' }, succeeded, at, schedule).status).toBe('Delivered');
});

test('a failure schedules a retry', () => {
  expect(afterOutcome({ attemptCount: 1, class: 'Retry' }, failed, at, schedule)).toEqual({
    status: 'Pending',
    class: 'Retry',
    attemptCount: 2,
    nextAttemptAt: new Date('2026-11-15T10:05:00.000Z'),
    completedAt: null,
  });
  expect(afterOutcome({ attemptCount: 0, class: 'First' }, failed, at, schedule).class).toBe('Retry');
});

test('a failure uses the configured waits', () => {
  const retrySeconds = [10, 20, 30, 40, 50, 60, 70];
  for (const [attemptCount, seconds] of retrySeconds.entries()) {
    const { nextAttemptAt } = afterOutcome({ attemptCount, class: 'Retry' }, failed, at, { ...schedule, retrySeconds });
    expect(nextAttemptAt).toEqual(new Date(at.getTime() + seconds * 1_000));
  }
});

test('a failed replay keeps its class, so its retries also yield to live traffic', () => {
  expect(afterOutcome({ attemptCount: 0, class: 'Replay' }, failed, at, schedule).class).toBe('Replay');
});

test('Retry-After postpones the next attempt', () => {
  const outcome = { ok: false, statusCode: 503, retryAfter: '600' };
  expect(afterOutcome({ attemptCount: 0, class: 'First' }, outcome, at, schedule).nextAttemptAt).toEqual(
    new Date('2026-11-15T10:10:00.000Z'),
  );
});

test('the eighth failure exhausts the delivery, and a ninth attempt throws', { tags: ['S-311'] }, () => {
  expect(afterOutcome({ attemptCount: 7, class: 'Retry' }, failed, at, schedule)).toEqual({
    status: 'Exhausted',
    class: 'Retry',
    attemptCount: 8,
    nextAttemptAt: null,
    completedAt: at,
  });
  expect(() => afterOutcome({ attemptCount: 8, class: 'Retry' }, failed, at, schedule)).toThrow(RangeError);
  expect(() => afterOutcome({ attemptCount: 8, class: 'Retry' }, succeeded, at, schedule)).toThrow(RangeError);
});

test('a held delivery older than 72 hours, by even a millisecond, is not resumed', () => {
  const made = new Date(at.getTime() - 72 * 3_600_000);
  expect(isTooOldToResume(uuidv7(made), at)).toBe(false);
  expect(isTooOldToResume(uuidv7(new Date(made.getTime() - 1)), at)).toBe(true);
  expect(isTooOldToResume(uuidv7(new Date(made.getTime() - 1)).toUpperCase(), at)).toBe(true);
  expect(isTooOldToResume(uuidv7(made), null)).toBe(false);
  expect(uuidv7(made) >= resumableFrom(at)).toBe(true);
});
