import { expect, test } from 'vitest';
import { offeredFor, overlapWords, type StateKind, stateKind, stateWords, waitingWords } from './state.ts';

type Facts = Parameters<typeof stateKind>[0];
const AT = '2026-11-15T12:00:00.000Z';
const webhook = (given: Partial<Facts>): Facts => ({
  status: 'Active',
  pausedAt: null,
  lastSuccessAt: AT,
  consecutiveFailures: 0,
  disabledReason: null,
  pending: 0,
  ...given,
});

test.each<[Partial<Facts>, StateKind, string, string]>([
  [{}, 'working', 'green', 'Your receiver is accepting our deliveries'],
  [{ consecutiveFailures: 1 }, 'shaky', 'yellow', 'The last 1 attempt failed'],
  [{ consecutiveFailures: 3 }, 'shaky', 'yellow', 'The last 3 attempts failed'],
  [{ lastSuccessAt: null }, 'untried', 'brand', 'Nothing delivered yet'],
  [
    { status: 'Degraded', consecutiveFailures: 9 },
    'failing',
    'orange',
    'Your receiver is not accepting our deliveries',
  ],
  [{ status: 'Degraded', pausedAt: AT }, 'paused', 'yellow', 'Our support team has paused your webhook'],
  [{ status: 'Disabled' }, 'stopped', 'red', 'We no longer send to your receiver'],
  [{ status: 'Disabled', pausedAt: AT }, 'stopped', 'red', 'We no longer send to your receiver'],
])('a webhook with %j is %s, in %s: "%s"', (given, kind, color, title) => {
  expect(stateKind(webhook(given))).toBe(kind);
  expect(stateWords(webhook(given))).toMatchObject({ color, title });
});

test.each<[Partial<Facts>, string[]]>([
  [{}, ['test']],
  [{ pausedAt: AT }, []],
  [{ status: 'Disabled' }, ['enable']],
  [{ status: 'Disabled', consecutiveFailures: 9, pending: 2 }, ['enable', 'seeWaiting']],
  [{ consecutiveFailures: 1, pending: 1 }, ['seeWaiting', 'test']],
  [{ consecutiveFailures: 1, pending: 0 }, ['test']],
  [{ consecutiveFailures: 0, pending: 4 }, ['test']],
])('for a webhook with %j, the page offers %j', (given, offered) => {
  const all = offeredFor(webhook(given));
  expect(Object.entries(all).flatMap(([name, isOffered]) => (isOffered ? [name] : []))).toEqual(offered);
});

test.each([
  [24 * 3_600, '24 h 0 min'],
  [3_661, '1 h 2 min'],
  [1, '0 h 1 min'],
  [0, '0 h 0 min'],
  [-60, '0 h 0 min'],
])('%d seconds before it expires, shows that the old secret works for %s', (seconds, words) => {
  expect(overlapWords(new Date(Date.parse(AT) + seconds * 1_000).toISOString(), Date.parse(AT))).toBe(words);
});

test('shows the number of waiting deliveries, or that the count is capped', () => {
  expect(waitingWords({ pending: 0, pendingIsCapped: false })).toBe('Nothing');
  expect(waitingWords({ pending: 1, pendingIsCapped: false })).toBe('1 delivery');
  expect(waitingWords({ pending: 10_000, pendingIsCapped: true })).toBe('More than 10,000 deliveries');
});
