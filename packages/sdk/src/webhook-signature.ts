// HMAC-SHA256 over "id.timestamp.body", as in Standard Webhooks 1.0.
import { fromBase64, toBase64 } from './base64.ts';
import { hmacSha256 } from './sha256.ts';

const PREFIX = 'whsec_';
const SHORTEST_BYTES = 16;

export interface SignedContent {
  id: string;
  /** Unix seconds, as text. */
  timestamp: string;
  body: string | Uint8Array;
}

/** The key of a secret, with or without its prefix. */
export function secretKey(secret: string): Uint8Array {
  const text = secret.trim();
  const base64 = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  const key = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? fromBase64(base64) : undefined;
  if (key === undefined || key.length < SHORTEST_BYTES)
    throw new WebhookSecretError(
      'The webhook secret is malformed: it starts with whsec_ and is shown once, when the webhook is registered or its secret rotated. Copy all of it; if it is lost, rotate it in the portal.',
    );
  return key;
}

const encode = (text: string) => new TextEncoder().encode(text);

export function signatureToken(key: Uint8Array, { id, timestamp, body }: SignedContent): string {
  const content = typeof body === 'string' ? encode(body) : body;
  return `v1,${toBase64(hmacSha256(key, encode(`${id}.${timestamp}.`), content))}`;
}

/** Compares in constant time, so that a signature cannot be guessed byte by byte. */
export function sameText(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

/** Why a delivery was not accepted. Respond with 400; the messages say what to do and contain no secrets. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** A header is missing or malformed. */
export class WebhookHeaderError extends WebhookVerificationError {
  override name = 'WebhookHeaderError';
}

/** The delivery is too old, or its timestamp is in the future. */
export class WebhookTimestampError extends WebhookVerificationError {
  override name = 'WebhookTimestampError';
}

/** No signature matches any of the secrets. */
export class WebhookSignatureError extends WebhookVerificationError {
  override name = 'WebhookSignatureError';
}

/** The body is not the raw body, or not JSON. */
export class WebhookBodyError extends WebhookVerificationError {
  override name = 'WebhookBodyError';
}

/** A secret is malformed. This is a mistake in the receiver's settings, so it is not a WebhookVerificationError. */
export class WebhookSecretError extends Error {
  override name = 'WebhookSecretError';
}

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
