// Standard Webhooks 1.0, with our own header names and the standard ones, so that its libraries can verify our deliveries.
import { createHmac, type KeyObject, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Shown once, when it is created. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The bytes after the prefix: stored, and used to sign. */
export function secretBytes(text: string): Buffer {
  if (!text.startsWith(PREFIX)) throw new RangeError(`a secret begins with ${PREFIX}`);
  return Buffer.from(text.slice(PREFIX.length), 'base64');
}

/** Bytes, or a key object created from them, with which Node signs six times as fast. */
export type Secret = Buffer | KeyObject;

export interface EndpointSecrets<S extends Secret = Buffer> {
  secret: S;
  previousSecret: S | null;
  previousSecretExpiresAt: Date | null;
}

/** The new one first. The clock decides whether the previous one still signs, not a clean-up job. */
export function signingSecrets<S extends Secret>(
  { secret, previousSecret, previousSecretExpiresAt }: EndpointSecrets<S>,
  now: Date,
): S[] {
  const overlaps = previousSecret !== null && previousSecretExpiresAt !== null && now < previousSecretExpiresAt;
  return overlaps ? [secret, previousSecret] : [secret];
}

export interface SignedDelivery {
  eventId: string;
  eventType: string;
  deliveryId: string;
  attemptNo: number;
  isReplay: boolean;
  /** The time of this attempt, not of the event. */
  at: Date;
  body: string;
  secrets: readonly Secret[];
}

/** Unix seconds. */
export const toSvcTimestamp = (at: Date): number => Math.floor(at.getTime() / 1000);

export function deliveryHeaders(delivery: SignedDelivery): Record<string, string> {
  const timestamp = String(toSvcTimestamp(delivery.at));
  const signature = signatures(delivery.eventId, timestamp, delivery.body, delivery.secrets);
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
    'Svc-Attempt': String(delivery.attemptNo),
    ...(delivery.isReplay && { 'Svc-Replay': 'true' }),
  };
}

function signatures(id: string, timestamp: string, body: string, secrets: readonly Secret[]): string {
  const content = `${id}.${timestamp}.${body}`;
  return secrets.map((secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`).join(' ');
}
