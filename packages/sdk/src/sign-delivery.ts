import { secretKey, signatureToken } from './webhook-signature.ts';

export interface DeliveryToSign {
  eventId: string;
  eventType: string;
  body: string;
  /** One secret, or the new and the old one during a rotation. */
  secrets: string | readonly string[];
  deliveryId: string;
  attempt?: number;
  isReplay?: boolean;
  sentAt?: Date;
}

/** All headers of a delivery as the service sends it: for testing a receiver, or for your own listener. */
export function signDelivery(delivery: DeliveryToSign): Record<string, string> {
  const timestamp = String(Math.floor((delivery.sentAt ?? new Date()).getTime() / 1000));
  const secrets = typeof delivery.secrets === 'string' ? [delivery.secrets] : delivery.secrets;
  const content = { id: delivery.eventId, timestamp, body: delivery.body };
  const signature = secrets.map((secret) => signatureToken(secretKey(secret), content)).join(' ');
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Onboarding-Webhooks/1.0',
    'Svc-Id': delivery.eventId,
    'Svc-Timestamp': timestamp,
    'Svc-Signature': signature,
    'webhook-id': delivery.eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
    'Svc-Event-Type': delivery.eventType,
    'Svc-Delivery-Id': delivery.deliveryId,
    'Svc-Attempt': String(delivery.attempt ?? 1),
    ...(delivery.isReplay === true && { 'Svc-Replay': 'true' }),
  };
}
