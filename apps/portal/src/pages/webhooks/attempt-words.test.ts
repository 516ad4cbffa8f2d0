import type { DeliveryAttempt } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { firstDelivery, hasAttempt, isAwaited, outcomeOf } from './attempt-words.ts';

test('returns the first delivery of a test event, which the API lists last', () => {
  expect(firstDelivery([{ id: 'second replay' }, { id: 'replay' }, { id: 'first' }])).toBe('first');
  expect([firstDelivery([]), firstDelivery(undefined)]).toEqual([undefined, undefined]);
});

test('waits for an outcome once the deliveries are known and none was attempted', () => {
  const listed = (...counts: number[]) => isAwaited(counts.map((attemptCount) => ({ attemptCount })));
  expect([listed(), listed(0), listed(1), listed(0, 1), isAwaited(undefined)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

const attempt = (given: Partial<DeliveryAttempt>) =>
  ({ errorKind: null, statusCode: 200, durationMs: 84, ...given }) as DeliveryAttempt;
const RETRY = '2026-11-15T12:00:00Z';

test('has an outcome from the first attempt onwards', () => {
  expect([undefined, { attempts: [] }, { attempts: [attempt({})] }].map(hasAttempt)).toEqual([false, false, true]);
  expect(outcomeOf({ attempts: [], nextAttemptAt: RETRY })).toBeUndefined();
});

test.each([
  [
    'accepted',
    [attempt({ durationMs: 1_240 })],
    null,
    { isAccepted: true, words: 'Your receiver answered 200 after 1.2 s.', retryAt: null },
  ],
  [
    'accepted after a failure',
    [attempt({ errorKind: 'HttpStatus', statusCode: 500 }), attempt({ statusCode: 204 })],
    null,
    { isAccepted: true, words: 'Your receiver answered 204 after 84 ms.', retryAt: null },
  ],
  [
    'refused and will be retried',
    [attempt({ errorKind: 'Redirect', statusCode: 302 })],
    RETRY,
    {
      isAccepted: false,
      words:
        'The response was a redirect, which we do not follow: 302. Register the final address. Often only a trailing slash is missing.',
      retryAt: RETRY,
    },
  ],
  [
    'refused permanently without a response',
    [attempt({ errorKind: 'ConnectRefused', statusCode: null })],
    null,
    {
      isAccepted: false,
      words: 'No server was listening. Start your receiver, and open its port in the firewall.',
      retryAt: null,
    },
  ],
])('describes a test event that was %s', (_, attempts, nextAttemptAt, outcome) => {
  expect(outcomeOf({ attempts, nextAttemptAt })).toEqual(outcome);
});
