import type { WebhookEvent } from './events.gen.ts';
import {
  type SignedContent,
  sameText,
  secretKeys,
  signatureToken,
  WebhookBodyError,
  WebhookHeaderError,
  WebhookSignatureError,
  WebhookTimestampError,
} from './webhook-signature.ts';

/** A Headers object, or the headers of Node, Express, Fastify and similar; names are case-insensitive. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined };

export interface VerifyWebhookOptions {
  /** The raw body exactly as received, before any JSON parser. */
  body: string | Uint8Array;
  headers: WebhookHeaders;
  /** The secret starting with whsec_. Pass the new and the old one while you rotate. */
  secrets: string | readonly string[];
  /** How old a delivery may be, and how far in the future; defaults to 300. */
  toleranceSeconds?: number;
  /** When the request arrived, if not now: for queues and tests. */
  receivedAt?: Date;
}

const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Returns the event of a delivery that was recently signed with one of the secrets; otherwise throws a
 * WebhookVerificationError. If a secret is missing, malformed or not a string, it throws a WebhookSecretError, whatever was
 * delivered. Event types newer than this package are returned as well: keep a default branch that ignores them.
 */
export function verifyWebhook(options: VerifyWebhookOptions): WebhookEvent {
  const { body } = options;
  // First, because a receiver with a wrong setting can verify no delivery, so an error about the delivery would mislead.
  const keys = secretKeys(options.secrets);
  // The most common mistake of callers without types is to pass a parsed body.
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new WebhookBodyError(
      'The body must be the raw body, a string or bytes, exactly as received. A framework that parses JSON changes it: read the body before that (in Express: express.raw({ type: "application/json" })).',
    );
  const { content, signatures } = readHeaders(options.headers, body);
  checkTimestamp(
    content.timestamp,
    options.toleranceSeconds ?? DEFAULT_TOLERANCE_SECONDS,
    options.receivedAt ?? new Date(),
  );
  checkSignature(content, signatures, keys);
  return parse(body);
}

function readHeaders(headers: WebhookHeaders, body: string | Uint8Array) {
  const read = headerReader(headers);
  // Both sets of headers have the same content; a proxy may pass on only one.
  const prefix = read('svc-signature') === undefined && read('webhook-signature') !== undefined ? 'webhook-' : 'Svc-';
  const need = (name: string): string => {
    const value = read(`${prefix}${name}`.toLowerCase());
    if (value === undefined || value === '')
      throw new WebhookHeaderError(
        `The header ${prefix}${name} is missing. If you use a proxy, make it forward all headers that start with Svc-; if the request did not come from us, reject it.`,
      );
    return value;
  };
  const content: SignedContent = { id: need('Id'), timestamp: need('Timestamp'), body };
  return { content, signatures: need('Signature').split(' ') };
}

function headerReader(headers: WebhookHeaders): (lowerCaseName: string) => string | undefined {
  if (typeof headers.get === 'function') {
    const source = headers as { get(name: string): string | null | undefined };
    return (name) => source.get(name) ?? undefined;
  }
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return (name) => {
    const value: unknown = byName.get(name);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? first : undefined;
  };
}

function checkTimestamp(timestamp: string, toleranceSeconds: number, receivedAt: Date): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookHeaderError(
      'The header Svc-Timestamp must be in Unix seconds. Reject the request: it is not ours.',
    );
  const age = Math.floor(receivedAt.getTime() / 1000) - Number(timestamp);
  // Written so that an age of NaN, from an invalid date, also fails.
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookTimestampError(
    age > 0
      ? `The delivery was signed ${age} seconds ago and ${toleranceSeconds} are allowed: it may be a replay attack. If it waited in one of your queues, pass receivedAt; we sign every retry again.`
      : `The delivery was signed ${-age} seconds in the future and ${toleranceSeconds} are allowed. Set the clock of this machine (NTP).`,
  );
}

function checkSignature(content: SignedContent, signatures: readonly string[], keys: readonly Uint8Array[]): void {
  const expected = keys.map((key) => signatureToken(key, content));
  const matches = signatures.some((signature) => expected.some((token) => sameText(signature, token)));
  if (matches) return;
  throw new WebhookSignatureError(
    'No signature matches. Either the secret is wrong (if it was rotated, pass the new and the old one), or the body is not byte for byte what was received (verify it before it is parsed or decoded), or the request is not ours.',
  );
}

function parse(body: string | Uint8Array): WebhookEvent {
  try {
    // Safe to cast, because the service signed it after checking it against its own schema.
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookBodyError(
      'The signature is valid, but the body is not JSON. Contact us: the error is on our side.',
    );
  }
}
