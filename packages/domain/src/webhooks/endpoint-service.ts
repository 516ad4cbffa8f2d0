// A partner's endpoint as its people set it up: the URL, the secret, and beginning anew after it was disabled.
import { DISABLED_REASONS, ENDPOINT_STATUSES, type WebhookEndpoint, type WebhookRotated } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, PartnerPerson } from '../context.ts';
import { DomainError } from '../failure.ts';
import {
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  replaceSecret,
  replaceUrl,
  resumeLane,
} from './endpoint-store.ts';
import { RESUME_QUEUE } from './resume-service.ts';
import { newSecret, secretBytes } from './signature.ts';
import { noteWebhookChange, type WebhookChange } from './webhook-log-store.ts';

const OVERLAP_MS = 24 * 3_600_000;

export type EndpointContext = Pick<Context, 'clock' | 'jobs' | 'keys'>;

const NOT_REGISTERED: WebhookEndpoint = {
  url: null,
  status: 'NotRegistered',
  consecutiveFailures: 0,
  degradedSince: null,
  disabledAt: null,
  disabledReason: null,
};

export async function readEndpoint(tx: Tx, partnerId: string): Promise<WebhookEndpoint> {
  const row = await findEndpoint(tx, partnerId);
  return row === undefined ? NOT_REGISTERED : toEndpoint(row);
}

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    url: row.url,
    status: oneOf(ENDPOINT_STATUSES, row.status),
    consecutiveFailures: row.consecutive_failures,
    degradedSince: row.degraded_since?.toISOString() ?? null,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    disabledReason: row.disabled_reason === null ? null : oneOf(DISABLED_REASONS, row.disabled_reason),
  };
}

/** The table's own check allows exactly these words. */
function oneOf<T extends string>(words: readonly T[], word: string): T {
  const found = words.find((one) => one === word);
  if (found === undefined) throw new Error('A word of the database is none of the contract');
  return found;
}

export type UrlOutcome =
  /** The secret is known at this moment only. */
  { done: 'Registered'; secret: string } | { done: 'Replaced' | 'Unchanged'; secret: null; resumed: boolean };

/** The URL has been judged by the guard, outside of the transaction. What waits for the receiver goes to the new one. */
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

/** The rest of a URL may hold a key of the partner's. */
const hostOf = (url: string) => new URL(url).host;

function sealed({ keys }: EndpointContext, partnerId: string, secret: string): Buffer {
  return keys.seal('webhook secret', secretBytes(secret), `webhook-secret:${partnerId}`);
}

/** Possible while the endpoint is disabled as well: a secret that leaked must be replaceable at once. */
export async function rotateSecret(
  tx: Tx,
  context: EndpointContext,
  person: PartnerPerson,
): Promise<Omit<WebhookRotated, 'message'>> {
  const { partnerId } = person;
  const now = context.clock.now();
  const previousExpiresAt = new Date(now.getTime() + OVERLAP_MS);
  const secret = newSecret();
  const rotated = { secret: sealed(context, partnerId, secret), previousExpiresAt };
  if (!(await replaceSecret(tx, partnerId, rotated, now))) throw new DomainError('Webhook.EndpointNotFound');
  const previousSecretExpiresAt = previousExpiresAt.toISOString();
  const details = { previousSecretExpiresAt };
  await noteWebhookChange(tx, { partnerId, action: 'SecretRotated', actor: person, details }, now);
  return { webhookSecret: secret, previousSecretExpiresAt };
}

/** One that is not disabled stays as it is, which is a success. */
export async function enableEndpoint(
  tx: Tx,
  context: EndpointContext,
  person: PartnerPerson,
): Promise<WebhookEndpoint> {
  const { partnerId } = person;
  const now = context.clock.now();
  const before = await lockEndpoint(tx, partnerId);
  if (before === undefined) throw new DomainError('Webhook.EndpointNotFound');
  if (before.status !== 'Disabled') return toEndpoint(before);
  await resumeSending(tx, context, partnerId, now);
  await noteWebhookChange(tx, { partnerId, action: 'Enabled', actor: person }, now);
  return readEndpoint(tx, partnerId);
}

/** The lane begins anew at once; what has waited for it is put in order by a job. */
export async function resumeSending(
  tx: Tx,
  context: Pick<Context, 'jobs'>,
  partnerId: string,
  now: Date,
): Promise<void> {
  await resumeLane(tx, partnerId, now);
  await context.jobs.send(tx, RESUME_QUEUE, { partnerId });
}
