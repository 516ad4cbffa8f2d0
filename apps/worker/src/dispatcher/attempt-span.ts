// What the span of an attempt tells.
import type { DueDelivery } from '@onboarding/domain/webhooks';
import type { SendOutcome } from '@onboarding/platform/safe-http';

export const spanOf = (delivery: DueDelivery) => ({
  'onboarding.partner_id': delivery.partnerId,
  'onboarding.event_id': delivery.eventId,
  'onboarding.event_type': delivery.eventType,
  'onboarding.delivery_id': delivery.deliveryId,
  'onboarding.attempt': delivery.attemptCount + 1,
});

/** `failure` is null for a success. */
export function endOfSpan(outcome: SendOutcome) {
  const failure = outcome.ours ? outcome.cause : outcome.errorKind;
  const status = outcome.ours ? null : outcome.statusCode;
  return { failure, attributes: status === null ? {} : { 'http.response.status_code': status } };
}
