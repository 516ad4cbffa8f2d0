import type { DeliveryAttempt } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { cureOf, firstDelivery, hasAttempt, outcomeOf } from './attempt-words.ts';

test('returns the first delivery of a test event, which the API lists last', () => {
  expect(firstDelivery([{ id: 'second replay' }, { id: 'replay' }, { id: 'first' }])).toBe('first');
  expect([firstDelivery([]), firstDelivery(undefined)]).toEqual([undefined, undefined]);
});

test.each([
  [401, /signature/],
  [403, /signature/],
  [404, /no POST at this path/],
  [503, /overloaded/],
  [500, /Your receiver failed/],
  [502, /Your receiver failed/],
  [410, /Read your receiver’s response/],
])('of a response with status %i says what to check', (status, words) => {
  expect(cureOf('HttpStatus', status)).toMatch(words);
});

test('of an attempt without a response says what the kind of its error means', () => {
  expect(cureOf('DnsFailure', null)).toBe('Check the spelling of the host name and its DNS records.');
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
        'The response was a redirect, which we do not follow: 302. Register the final URL. Often only a trailing slash is missing.',
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
