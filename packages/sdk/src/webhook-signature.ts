// HMAC-SHA256 over "id.timestamp.body", as in Standard Webhooks 1.0.
import { fromBase64, toBase64 } from './base64.ts';
import { hmacSha256 } from './sha256.ts';
import { WebhookSecretError } from './webhook-errors.ts';

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
