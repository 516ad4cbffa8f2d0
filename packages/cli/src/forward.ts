// One event to the receiver, as the service itself would deliver it.
import { randomUUID } from 'node:crypto';
import { signDelivery, type WebhookEvent } from '@onboarding/sdk';
import { Away, reasonOf } from './insist.ts';

/** As for a real delivery. */
const TIMEOUT_MS = 15_000;
const LAST_ATTEMPT = 8;

export interface Forwarding {
  forwardTo: URL;
  secret: string;
  signal: AbortSignal;
}

/** The status that the receiver answered with. A failure of its own is an answer too; only silence is tried again. */
export function createForwarder({ forwardTo, secret, signal }: Forwarding) {
  return (event: WebhookEvent) => {
    const body = JSON.stringify(event);
    const deliveryId = randomUUID();
    return async (attempt: number): Promise<number> => {
      const headers = signDelivery({
        eventId: event.eventId,
        eventType: event.eventType,
        body,
        secrets: secret,
        deliveryId,
        attempt: Math.min(attempt, LAST_ATTEMPT),
      });
      try {
        const answer = await fetch(forwardTo, {
          method: 'POST',
          headers,
          body,
          redirect: 'manual',
          signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        });
        await answer.body?.cancel();
        return answer.status;
      } catch (thrown) {
        throw new Away(reasonOf(thrown));
      }
    };
  };
}
