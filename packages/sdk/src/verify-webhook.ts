import type { WebhookEvent } from './events.gen.ts';
import {
  WebhookBodyError,
  WebhookHeaderError,
  WebhookSignatureError,
  WebhookTimestampError,
} from './webhook-errors.ts';
import { type SignedContent, sameText, secretKey, signatureToken } from './webhook-signature.ts';

/** The headers of Node, Express, Fastify and the like in any case of letters, or a Headers object. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined };

export interface VerifyWebhookOptions {
  /** The raw body exactly as it came, before any JSON parser. */
  body: string | Uint8Array;
  headers: WebhookHeaders;
  /** The secret beginning with whsec_. Give the new and the old one while you rotate. */
  secrets: string | readonly string[];
  /** How old a delivery may be, and how far ahead its clock: 300 unless told. */
  toleranceSeconds?: number;
  /** When the request came in, if that is not now: for queues, and for tests. */
  receivedAt?: Date;
}

const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * The event of a delivery that was signed with one of the secrets a short while ago. Throws a WebhookVerificationError
 * otherwise. An event type that is newer than this package comes through as well: keep a default branch, and ignore it.
 */
export function verifyWebhook(options: VerifyWebhookOptions): WebhookEvent {
  const { body } = options;
  // Callers without types hand over a parsed body more often than anything else.
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new WebhookBodyError(
      'The body must be the raw body, a string or bytes, exactly as it came. A framework that parses JSON has changed it: take the body before that (in Express: express.raw({ type: "application/json" })).',
    );
  const { content, signatures } = readHeaders(options.headers, body);
  checkTimestamp(
    content.timestamp,
    options.toleranceSeconds ?? DEFAULT_TOLERANCE_SECONDS,
    options.receivedAt ?? new Date(),
  );
  checkSignature(content, signatures, typeof options.secrets === 'string' ? [options.secrets] : options.secrets);
  return parse(body);
}

function readHeaders(headers: WebhookHeaders, body: string | Uint8Array) {
  const read = headerReader(headers);
  // Both sets say the same; a proxy may have been told to pass on only one.
  const prefix = read('svc-signature') === undefined && read('webhook-signature') !== undefined ? 'webhook-' : 'Svc-';
  const need = (name: string): string => {
    const value = read(`${prefix}${name}`.toLowerCase());
    if (value === undefined || value === '')
      throw new WebhookHeaderError(
        `The header ${prefix}${name} is missing. If you use a proxy, let it pass on all headers that begin with Svc-; if the request did not come from us, refuse it.`,
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
    throw new WebhookHeaderError('The header Svc-Timestamp must be Unix seconds. Refuse the request: it is not ours.');
  const age = Math.floor(receivedAt.getTime() / 1000) - Number(timestamp);
  // Written so that an age which is not a number, from a wrong date, fails as well.
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new WebhookTimestampError(
    age > 0
      ? `The delivery was signed ${age} seconds ago and ${toleranceSeconds} are allowed: somebody may be sending an old one again. If it waited in a queue of yours, pass receivedAt; every retry of ours is signed anew.`
      : `The delivery was signed ${-age} seconds from now and ${toleranceSeconds} are allowed. Set the clock of this machine (NTP).`,
  );
}

function checkSignature(content: SignedContent, signatures: readonly string[], secrets: readonly string[]): void {
  const expected = secrets.map((secret) => signatureToken(secretKey(secret), content));
  const fits = signatures.some((signature) => expected.some((token) => sameText(signature, token)));
  if (fits) return;
  throw new WebhookSignatureError(
    'No signature fits. Either the secret is another one (was it rotated? pass the new and the old one), or the body is not byte for byte what came (verify it before it is parsed or decoded), or the request is not ours.',
  );
}

function parse(body: string | Uint8Array): WebhookEvent {
  try {
    // Signed by the service, whose own schema has checked it.
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookBodyError('The signature is right, but the body is not JSON. Tell us: we sent something wrong.');
  }
}
