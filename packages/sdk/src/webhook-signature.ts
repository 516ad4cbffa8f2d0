// HMAC-SHA256 over "id.timestamp.body", as Standard Webhooks 1.0 has it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookSecretError } from './webhook-errors.ts';

const PREFIX = 'whsec_';
const SHORTEST_BYTES = 16;

export interface SignedContent {
  id: string;
  /** Unix seconds, as text. */
  timestamp: string;
  body: string | Uint8Array;
}

/** The key behind a secret, with or without its prefix. */
export function secretKey(secret: string): Uint8Array {
  const text = secret.trim();
  const base64 = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  const key = Buffer.from(base64, 'base64');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || key.length < SHORTEST_BYTES)
    throw new WebhookSecretError(
      'The webhook secret is not one of ours: it begins with whsec_ and was shown once, when the webhook was registered or its secret rotated. Copy it whole; if it is lost, rotate it in the portal.',
    );
  return key;
}

export function signatureToken(key: Uint8Array, { id, timestamp, body }: SignedContent): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/** Takes equally long wherever two texts differ, so that nobody can feel his way to a signature. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
