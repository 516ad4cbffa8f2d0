import type { DeliveryPage } from '@onboarding/contract';
import { expect, test } from 'vitest';
import {
  deliveryHeaders,
  newSecret,
  secretBytes,
  toSvcTimestamp,
} from '../../../../../packages/domain/src/webhooks/endpoints/signature.ts';
import {
  differenceWords,
  formatted,
  isGivenUpEarly,
  neighboursOf,
  nothingWords,
  pageWords,
  sentHeaders,
  stateOf,
} from './delivery-words.ts';

const page = (number: number, rows: number, total: number, totalIsCapped = false) =>
  ({ items: Array.from({ length: rows }), page: number, pageSize: 50, total, totalIsCapped }) as DeliveryPage;

test.each([
  [page(1, 1, 1), '1 to 1 of 1 delivery', false, false],
  [page(1, 50, 50), '1 to 50 of 50 deliveries', false, false],
  [page(1, 50, 51), '1 to 50 of 51 deliveries', false, true],
  [page(2, 1, 51), '51 to 51 of 51 deliveries', true, false],
  [page(3, 50, 1_204), '101 to 150 of 1,204 deliveries', true, true],
  [page(200, 50, 10_000, true), '9,951 to 10,000 of more than 10,000. Narrow the period to see the rest.', true, false],
])('describes page $page of $total deliveries', (found, words, hasNewer, hasOlder) => {
  expect(pageWords(found)).toBe(words);
  expect(neighboursOf(found)).toEqual({ hasNewer, hasOlder });
});

test('explains why a replay sends fewer events than the list has deliveries', () => {
  expect(differenceWords(1, 3)).toMatch(
    /^The list has 3 deliveries\. An event that was sent several times is sent again once/,
  );
  expect([differenceWords(3, 3), differenceWords(4, 3), differenceWords(1, undefined)]).toEqual(
    Array(3).fill(undefined),
  );
});

test('explains why nothing can be replayed', () => {
  expect(nothingWords('Pending')).toBe('There is nothing to replay: pending deliveries are sent anyway.');
  expect(nothingWords('Exhausted')).toBe(nothingWords(undefined));
  expect(nothingWords(undefined)).toContain('so they are not counted');
});

test.each([
  ['Delivered', 2, 'Delivered'],
  ['Exhausted', 8, 'Given up'],
  ['Pending', 0, 'Waiting'],
  ['Pending', 1, 'Retrying'],
] as const)('a delivery that is %s after %i attempts is shown as %3$s', (status, attemptCount, label) => {
  expect(stateOf({ status, attemptCount }).label).toBe(label);
});

test('a delivery that fails has another colour than one that waits for its first attempt', () => {
  const colour = (attemptCount: number) => stateOf({ status: 'Pending', attemptCount }).color;
  expect(colour(1)).not.toBe(colour(0));
});

test.each([false, true])('the headers of an attempt are those that the service sends, replay: %s', (isReplay) => {
  const at = new Date('2026-11-15T09:30:00.080Z');
  const delivery = { id: 'delivery', eventId: 'event', eventType: 'business.profile.created', isReplay };
  const { 'User-Agent': _ours, ...sent } = deliveryHeaders({
    ...delivery,
    deliveryId: delivery.id,
    attemptNo: 3,
    at,
    body: '{}',
    secrets: [secretBytes(newSecret()), secretBytes(newSecret())],
  });
  const attempt = {
    attemptNo: 3,
    svcTimestamp: toSvcTimestamp(at),
    signatures: sent['Svc-Signature']?.split(' ') ?? null,
  };
  expect(sentHeaders(delivery, attempt)).toBe(
    Object.entries(sent)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  );
  expect(sentHeaders(delivery, { ...attempt, signatures: null })).toBeUndefined();
});

test('an exhausted delivery with attempts left was given up early', () => {
  const early = (status: 'Exhausted' | 'Pending' | 'Delivered', attempts: number) =>
    isGivenUpEarly({ status, attempts: Array.from({ length: attempts }) });
  expect([early('Exhausted', 0), early('Exhausted', 7), early('Exhausted', 8)]).toEqual([true, true, false]);
  expect([early('Pending', 1), early('Delivered', 1)]).toEqual([false, false]);
});

test('formats a JSON body and shows any other unchanged', () => {
  expect(formatted('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatted('{broken')).toBe('{broken');
});
