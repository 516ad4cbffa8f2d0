import type { EventTypeItem, WebhookChange, WebhookStatistics } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { counted, duration } from './numbers.ts';
import {
  exampleOf,
  FEW_CHANGES,
  MANY_CHANGES,
  mainReason,
  moreChanges,
  offeredFor,
  overlapWords,
  rowsOf,
  type StateKind,
  stateKind,
  stateWords,
  waitingWords,
  whatHappened,
  whoDid,
} from './webhook-words.ts';

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
  [{}, 'working', 'success', 'Your receiver is accepting our deliveries'],
  [{ consecutiveFailures: 1 }, 'shaky', 'warning', 'The last 1 attempt failed'],
  [{ consecutiveFailures: 3 }, 'shaky', 'warning', 'The last 3 attempts failed'],
  [{ lastSuccessAt: null }, 'untried', 'neutral', 'Nothing delivered yet'],
  [
    { status: 'Degraded', consecutiveFailures: 9 },
    'failing',
    'warning',
    'Your receiver is not accepting our deliveries',
  ],
  [{ status: 'Degraded', pausedAt: AT }, 'paused', 'warning', 'Our support team has paused your webhook'],
  [{ status: 'Disabled' }, 'stopped', 'danger', 'We no longer send to your receiver'],
  [{ status: 'Disabled', pausedAt: AT }, 'stopped', 'danger', 'We no longer send to your receiver'],
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

const hour = (from: string, delivered: number, failed: number, exhausted: number) =>
  ({ from, delivered, failed, exhausted }) as WebhookStatistics['items'][number];

test('lists only hours with deliveries or failures, newest first', () => {
  const items = [hour('1', 1, 0, 0), hour('2', 0, 0, 0), hour('3', 0, 1, 0), hour('4', 0, 0, 1)];
  expect(rowsOf(items).map(({ from }) => from)).toEqual(['4', '3', '1']);
  expect(items.map(({ from }) => from)).toEqual(['1', '2', '3', '4']);
});

const TOTAL = {
  failed: 12,
  errorKinds: [
    { errorKind: 'ConnectRefused' as const, failed: 9 },
    { errorKind: 'HttpStatus' as const, failed: 3 },
  ],
};

test('shows the most frequent reason while attempts fail', () => {
  expect(mainReason(1, TOTAL, '7d')).toEqual({
    title: 'No server was listening',
    share: '9 of 12 failed attempts in the last 7 days',
    cure: 'Start your receiver, and open its port in the firewall.',
  });
  expect(mainReason(1, { failed: 1, errorKinds: [{ errorKind: 'Redirect', failed: 1 }] }, '24h')?.share).toBe(
    '1 of 1 failed attempt in the last 24 hours',
  );
});

test('shows no reason while attempts succeed or no reason is known', () => {
  expect(mainReason(0, TOTAL, '7d')).toBeUndefined();
  expect(mainReason(1, { failed: 0, errorKinds: [] }, '7d')).toBeUndefined();
  expect(mainReason(1, undefined, '7d')).toBeUndefined();
});

test('the short list of changes links to the long one, which says that it is limited', () => {
  expect(moreChanges(FEW_CHANGES, 'c')).toBe('link');
  expect(moreChanges(MANY_CHANGES, 'c')).toBe('words');
  expect([moreChanges(FEW_CHANGES, null), moreChanges(MANY_CHANGES, null)]).toEqual([undefined, undefined]);
});

test('formats times under a second in milliseconds, and counts with singular or plural', () => {
  expect([0, 84.4, 999, 1_000, 1_240].map(duration)).toEqual(['0 ms', '84 ms', '999 ms', '1 s', '1.2 s']);
  expect([0, 1, 1_204].map((value) => counted(value, 'event', 'events'))).toEqual([
    '0 events',
    '1 event',
    '1,204 events',
  ]);
});

test('the example of a customer event names the customer in data and correlation', () => {
  const example = (data: object) => exampleOf({ name: 'n', version: 2, example: data } as EventTypeItem);
  expect(example({ customerId: 'c' })).toMatchObject({
    eventType: 'n',
    eventVersion: 2,
    correlation: { customerId: 'c', partnerCustomerId: 'shop-4711' },
    data: { customerId: 'c' },
  });
  expect(Object.keys(example({ test: true }).correlation)).toEqual(['requestId']);
});

test.each([
  ['Person', 'Ada Lind', 'Ada Lind'],
  ['Person', null, 'A former colleague'],
  ['Operator', 'Ada Lind', 'Our support'],
  ['Service', null, 'Automatic'],
])('names the actor %s %s as "%s"', (actorKind, name, words) => {
  expect(whoDid({ actorKind, name } as WebhookChange)).toBe(words);
});

test.each([
  [{ action: 'Registered', host: 'a.example' }, 'Registered the webhook at a.example'],
  [{ action: 'Registered', host: null }, 'Registered the webhook at a URL'],
  [
    { action: 'UrlReplaced', host: 'b.example', previousHost: 'a.example' },
    'Changed the URL from a.example to b.example',
  ],
  [{ action: 'UrlReplaced', host: 'a.example', previousHost: 'a.example' }, 'Replaced the URL at a.example'],
  [{ action: 'Disabled', disabledReason: 'Gone' }, 'Sending stopped: the receiver answered 410 twice'],
  [{ action: 'Disabled', disabledReason: null }, 'Sending stopped: no delivery was accepted for too long'],
  [{ action: 'Degraded' }, 'The receiver started failing'],
  [{ action: 'SomethingNew' }, 'SomethingNew'],
])('describes the change %j as "%s"', (change, words) => {
  expect(whatHappened(change as unknown as WebhookChange)).toBe(words);
});
