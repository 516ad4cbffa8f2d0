// A partner's endpoint as its users manage it: the URL, the secret, and enabling it again after it was disabled.
import {
  HOUR_MS,
  PENDING_COUNTED,
  SECRET_OVERLAP_HOURS,
  type WebhookEndpoint,
  type WebhookRotated,
} from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context, PartnerPerson } from '../../context.ts';
import { DomainError } from '../../failure.ts';
import {
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  type PendingFacts,
  readPending,
  replaceSecret,
  replaceUrl,
  resumeLane,
} from '../endpoints/endpoint-store.ts';
import { newSecret, secretBytes } from '../endpoints/signature.ts';
import { noteWebhookChange, type WebhookChange } from '../endpoints/webhook-log-store.ts';
import { oldestPending } from '../lanes/lane.ts';
import { sendResume } from '../lanes/resume-service.ts';

export type EndpointContext = Pick<Context, 'clock' | 'jobs' | 'keys'>;

const NOT_REGISTERED: WebhookEndpoint = {
  url: null,
  status: 'NotRegistered',
  consecutiveFailures: 0,
  degradedSince: null,
  disabledAt: null,
  disabledReason: null,
  registeredAt: null,
  previousSecretExpiresAt: null,
  pausedAt: null,
  pending: 0,
  pendingIsCapped: false,
  oldestPendingAt: null,
  lastSuccessAt: null,
};

export async function readEndpoint(tx: Tx, partnerId: string, now: Date): Promise<WebhookEndpoint> {
  const [row, waiting] = await settled<[EndpointRow | undefined, PendingFacts]>([
    findEndpoint(tx, partnerId),
    readPending(tx, partnerId, { oldest: oldestPending(now), most: PENDING_COUNTED + 1 }),
  ]);
  return row === undefined ? NOT_REGISTERED : toEndpoint(row, waiting, now);
}

function toEndpoint(row: EndpointRow, waiting: PendingFacts, now: Date): WebhookEndpoint {
  const overlap = row.previousSecretExpiresAt;
  return {
    url: row.url,
    status: row.status,
    consecutiveFailures: row.consecutiveFailures,
    degradedSince: row.degradedSince?.toISOString() ?? null,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    disabledReason: row.disabledReason,
    registeredAt: row.createdAt.toISOString(),
    // An overlap ends by the clock, without a job: an expired one may still be stored.
    previousSecretExpiresAt: overlap !== null && overlap > now ? overlap.toISOString() : null,
    pausedAt: row.pausedAt?.toISOString() ?? null,
    pending: Math.min(waiting.pending, PENDING_COUNTED),
    pendingIsCapped: waiting.pending > PENDING_COUNTED,
    oldestPendingAt: waiting.oldestOccurredAt?.toISOString() ?? null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
  };
}

export type UrlOutcome =
  /** The secret is returned only here. */
  { done: 'Registered'; secret: string } | { done: 'Replaced' | 'Unchanged'; secret: null; resumed: boolean };

/** The caller has checked the URL outside the transaction. Pending deliveries are sent to the new one. */
export async function setUrl(
  tx: Tx,
  context: EndpointContext,
  person: PartnerPerson,
  url: string,
): Promise<UrlOutcome> {
  const { partnerId } = person;
  const now = context.clock.now();
  const note = (action: WebhookChange['action'], details: WebhookChange['details'] = {}) =>
    noteWebhookChange(tx, { partnerId, action, actor: person, details }, now);
  const secret = newSecret();
  if (await insertEndpoint(tx, partnerId, { url, secret: sealed(context, partnerId, secret) }, now)) {
    await note('Registered', { host: hostOf(url) });
    return { done: 'Registered', secret };
  }
  const before = await lockEndpoint(tx, partnerId);
  if (before === undefined) throw new Error('An endpoint that is there cannot be read');
  const changed = before.url !== url;
  if (changed) {
    await replaceUrl(tx, partnerId, url, now);
    await note('UrlReplaced', { host: hostOf(url), previousHost: hostOf(before.url) });
  }
  const resumed = before.status === 'Disabled';
  if (resumed) {
    await resumeSending(tx, context, partnerId, now);
    await note('Enabled', { by: 'registering a URL' });
  }
  return { done: changed ? 'Replaced' : 'Unchanged', secret: null, resumed };
}

/** The rest of a URL may contain a key of the partner. */
const hostOf = (url: string) => new URL(url).host;

function sealed({ keys }: EndpointContext, partnerId: string, secret: string): Buffer {
  return keys.seal('webhook secret', secretBytes(secret), `webhook-secret:${partnerId}`);
}

/** Works on a disabled endpoint too: a leaked secret must be replaceable immediately. */
export async function rotateSecret(
  tx: Tx,
  context: EndpointContext,
  person: PartnerPerson,
): Promise<Omit<WebhookRotated, 'message'>> {
  const { partnerId } = person;
  const now = context.clock.now();
  const previousExpiresAt = new Date(now.getTime() + SECRET_OVERLAP_HOURS * HOUR_MS);
  const secret = newSecret();
  const rotated = { secret: sealed(context, partnerId, secret), previousExpiresAt };
  if (!(await replaceSecret(tx, partnerId, rotated, now))) throw new DomainError('Webhook.EndpointNotFound');
  const previousSecretExpiresAt = previousExpiresAt.toISOString();
  const details = { previousSecretExpiresAt };
  await noteWebhookChange(tx, { partnerId, action: 'SecretRotated', actor: person, details }, now);
  return { webhookSecret: secret, previousSecretExpiresAt };
}

/** Idempotent: does not change an endpoint that is not disabled. */
export async function enableEndpoint(
  tx: Tx,
  context: EndpointContext,
  person: PartnerPerson,
): Promise<WebhookEndpoint> {
  const { partnerId } = person;
  const now = context.clock.now();
  const before = await lockEndpoint(tx, partnerId);
  if (before === undefined) throw new DomainError('Webhook.EndpointNotFound');
  if (before.status === 'Disabled') {
    await resumeSending(tx, context, partnerId, now);
    await noteWebhookChange(tx, { partnerId, action: 'Enabled', actor: person }, now);
  }
  return readEndpoint(tx, partnerId, now);
}

/** The lane restarts immediately; a job reschedules its pending deliveries. */
export async function resumeSending(
  tx: Tx,
  context: Pick<Context, 'jobs'>,
  partnerId: string,
  now: Date,
): Promise<void> {
  await resumeLane(tx, partnerId, now);
  await sendResume(tx, context, partnerId);
}
