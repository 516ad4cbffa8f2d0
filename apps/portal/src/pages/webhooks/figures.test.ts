import type { EventTypeItem, WebhookStatistics } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { exampleOf } from './example-event.ts';
import { FEW_CHANGES, MANY_CHANGES, mainReason, moreChanges, rowsOf } from './figures.ts';
import { counted, duration } from './numbers.ts';

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
