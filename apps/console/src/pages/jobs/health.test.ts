import { expect, test } from 'vitest';
import { canRetry, dispatchersOf, isLate, isUncounted, processWords } from './health.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();

test.each([
  [isLate, 299, false],
  [isLate, 300, true],
  [isUncounted, 119, false],
  [isUncounted, 120, true],
])('%o after %d seconds returns %s', (is, seconds, expected) => {
  expect(is(ago(seconds), NOW)).toBe(expected);
});

test('a job can be retried only with permission and a known queue', () => {
  expect(canRetry({ queue: 'mails' }, true)).toBe(true);
  expect(canRetry({ queue: 'mails' }, false)).toBe(false);
  expect(canRetry({ queue: null }, true)).toBe(false);
});

test('counts live dispatchers and returns the latest time any of them was seen', () => {
  const at = (alive: boolean, seconds: number) => ({ alive, lastSeenAt: ago(seconds) });
  expect(dispatchersOf([at(true, 5), at(false, 1), at(true, 9)])).toEqual({ alive: 2, lastSeenAt: ago(1) });
  expect(dispatchersOf([])).toEqual({ alive: 0, lastSeenAt: undefined });
});

test('describes running and stopped processes differently', () => {
  expect(processWords(0, '2 hours ago')).toBe('Last seen ready 2 hours ago');
  expect(processWords(2, 'now')).toBe('2 ready, last seen now');
});
