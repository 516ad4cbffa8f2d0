import type { SendOutcome } from '@onboarding/platform/safe-http';
import { expect, test } from 'vitest';
import { ACCEPTED, madeDeliveries, refused } from '../../../../tests/harness/dispatcher-parts.ts';
import { endOfSpan, spanOf } from './attempt-span.ts';

test('the span of an attempt names the delivery, its event and the number of the attempt', () => {
  const [delivery] = madeDeliveries(1, { attemptCount: 2 });
  if (delivery === undefined) throw new Error('There is no delivery');
  expect(spanOf(delivery)).toEqual({
    'onboarding.partner_id': delivery.partnerId,
    'onboarding.event_id': delivery.eventId,
    'onboarding.event_type': 'business.profile.updated',
    'onboarding.delivery_id': delivery.deliveryId,
    'onboarding.attempt': 3,
  });
});

const timeout = { ...ACCEPTED, statusCode: null, errorKind: 'ResponseTimeout' } as SendOutcome;

test.each<[string, SendOutcome, string | null, number | undefined]>([
  ['accepted', ACCEPTED, null, 200],
  ['refused', refused(500), 'HttpStatus', 500],
  ['unanswered', timeout, 'ResponseTimeout', undefined],
  ['stopped by a fault of ours', { ours: true, cause: 'ResolverUnavailable' }, 'ResolverUnavailable', undefined],
])(
  'the span of an attempt that was %s ends with its failure and the status of its response',
  (_, outcome, failure, status) => {
    expect(endOfSpan(outcome)).toEqual({
      failure,
      attributes: status === undefined ? {} : { 'http.response.status_code': status },
    });
  },
);
