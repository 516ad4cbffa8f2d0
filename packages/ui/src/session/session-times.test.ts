import { expect, test } from 'vitest';
import { endAfterUse, isFreshEnough, isNearEnd, leftAt, leftWords } from './session-times.ts';

const MINUTE = 60_000;

test.each([
  [10 * MINUTE, false, undefined],
  [2 * MINUTE, false, undefined],
  [2 * MINUTE - 1, true, 2 * MINUTE - 1],
  [1, true, 1],
  [-5, true, 0],
])('a session that ends in %d ms: near its end: %s, time left: %s', (left, isNear, shown) => {
  expect([isNearEnd(1_000 + left, 1_000), leftAt(1_000 + left, 1_000)]).toEqual([isNear, shown]);
});

test('use extends the session by the idle time, but never beyond its end', () => {
  expect(endAfterUse(1_000, 30 * MINUTE, 8 * 60 * MINUTE)).toBe(1_000 + 30 * MINUTE);
  expect(endAfterUse(1_000, 30 * MINUTE, 5 * MINUTE)).toBe(5 * MINUTE);
});

test('the warning shows the time left in whole minutes, at least one', () => {
  expect([MINUTE + 1, MINUTE, 0].map((left) => /ends in (.*)\.$/.exec(leftWords(left))?.[1])).toEqual([
    '2 minutes',
    '1 minute',
    '1 minute',
  ]);
});

test.each([
  [2 * MINUTE + 1, true],
  [2 * MINUTE, false],
  [0, false],
  [-MINUTE, false],
])('a second factor that is valid for %d ms more is fresh enough for a form: %s', (left, isFresh) => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  expect(isFreshEnough(new Date(now + left).toISOString(), now)).toBe(isFresh);
});
