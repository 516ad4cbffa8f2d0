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

const WHAT_IT_IS =
  'A secret is whsec_ followed by base64, all on one line. The portal shows it once, when the webhook is registered or its secret rotated; if it is lost, rotate it there.';

/** The key of each secret, with or without its prefix. Also checks what callers without types pass, such as a setting that is missing. */
export function secretKeys(secrets: unknown): Uint8Array[] {
  const listed: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  if (listed.length === 0) throw new WebhookSecretError(`The list of webhook secrets is empty. ${WHAT_IT_IS}`);
  return listed.map((secret, index) => {
    const which = listed.length === 1 ? 'The webhook secret' : `Webhook secret ${index + 1} of ${listed.length}`;
    if (secret !== undefined && secret !== null && typeof secret !== 'string')
      throw new WebhookSecretError(
        `${which} must be a string, and is of type ${typeNameOf(secret)}: decode bytes, and read the text from an object. ${WHAT_IT_IS}`,
      );
    if (typeof secret !== 'string' || secret.trim() === '')
      throw new WebhookSecretError(
        `${which} is missing: check the setting from which you read it, and pass only secrets that exist. ${WHAT_IT_IS}`,
      );
    const key = keyIn(secret.trim());
    if (key !== undefined) return key;
    const hint = /[\s,;]/.test(secret.trim())
      ? 'It contains a space, a line break or a comma: pass several secrets as a list. '
      : '';
    throw new WebhookSecretError(`${which} is malformed. ${hint}${WHAT_IT_IS}`);
  });
}

/** Never shows the value. */
const typeNameOf = (value: object | number | bigint | boolean | symbol) =>
  typeof value === 'object' ? (value.constructor?.name ?? 'object') : typeof value;

function keyIn(secret: string): Uint8Array | undefined {
  const base64 = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  const key = /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? fromBase64(base64) : undefined;
  return key === undefined || key.length < SHORTEST_BYTES ? undefined : key;
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

/** A secret is missing, malformed or not a string. This is a mistake in the receiver's settings, so it is not a WebhookVerificationError. */
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
  const content = { id: delivery.eventId, timestamp, body: delivery.body };
  const signature = secretKeys(delivery.secrets)
    .map((key) => signatureToken(key, content))
    .join(' ');
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
