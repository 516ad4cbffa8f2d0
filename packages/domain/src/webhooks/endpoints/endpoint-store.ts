import type { WebhookEndpointsRow, WebhookLanesRow } from '@onboarding/database/tables';
import { part, sql, statement, type Tx } from '@onboarding/platform/postgres';
import { wake } from '../../waking/index.ts';

export type EndpointRow = Pick<WebhookEndpointsRow, 'url' | 'createdAt' | 'previousSecretExpiresAt'> &
  Pick<
    WebhookLanesRow,
    'status' | 'consecutiveFailures' | 'degradedSince' | 'disabledAt' | 'disabledReason' | 'pausedAt' | 'lastSuccessAt'
  >;

const COLUMNS = `e.url, e.created_at, e.previous_secret_expires_at, l.status, l.consecutive_failures, l.degraded_since,
     l.disabled_at, l.disabled_reason, l.paused_at, l.last_success_at`;
const OWN = part<{ partnerId: string }>(
  `select ${COLUMNS} from webhook_endpoints e join webhook_lanes l on l.partner_id = e.partner_id
   where e.partner_id = :partnerId`,
);

const READ = statement<EndpointRow, { partnerId: string }>('endpoint_read', OWN);
const LOCK = statement<EndpointRow, { partnerId: string }>('endpoint_lock', sql`${OWN} for update`);
// While the lane's row is locked, a dispatcher cannot release the lane, so it will find deliveries queued meanwhile.
const LOCK_LANE = statement<EndpointRow, { partnerId: string }>('endpoint_lock_lane', sql`${OWN} for update of l`);

const INSERT = statement<{ partnerId: string }, { partnerId: string; url: string; secret: Buffer; now: Date }>(
  'endpoint_insert',
  `with made as (
     insert into webhook_endpoints (partner_id, url, secret, created_at, updated_at)
     values (:partnerId, :url, :secret, :now, :now)
     on conflict (partner_id) do nothing returning partner_id
   )
   insert into webhook_lanes (partner_id, status) select partner_id, 'Active' from made returning partner_id`,
);

const REPLACE_URL = statement<never, { partnerId: string; url: string; now: Date }>(
  'endpoint_replace_url',
  'update webhook_endpoints set url = :url, updated_at = :now where partner_id = :partnerId',
);

// At most two secrets sign: rotating again drops the older one.
const ROTATE = statement<
  { partnerId: string },
  { partnerId: string; secret: Buffer; previousExpiresAt: Date; now: Date }
>(
  'endpoint_rotate',
  `update webhook_endpoints set previous_secret = secret, previous_secret_expires_at = :previousExpiresAt, secret = :secret,
     updated_at = :now
   where partner_id = :partnerId returning partner_id`,
);

// While a lane is leased, due_at is the end of the lease. The holder checks for more deliveries after releasing the lane.
const RESUME = statement<never, { partnerId: string; now: Date }>(
  'endpoint_resume',
  `update webhook_lanes set status = 'Active', consecutive_failures = 0, degraded_since = null, disabled_at = null,
     disabled_reason = null, health = '{}', resumed_at = :now,
     due_at = case when paused_at is null and (leased_until is null or leased_until <= :now) then :now else due_at end
   where partner_id = :partnerId`,
);

const PAUSE = statement<never, { partnerId: string; now: Date }>(
  'endpoint_pause',
  `update webhook_lanes set paused_at = :now, due_at = case when leased_until > :now then due_at end
   where partner_id = :partnerId`,
);

const UNPAUSE = statement<never, { partnerId: string }>(
  'endpoint_unpause',
  'update webhook_lanes set paused_at = null where partner_id = :partnerId',
);

export async function findEndpoint(tx: Tx, partnerId: string): Promise<EndpointRow | undefined> {
  return (await tx.rows(READ, { partnerId }))[0];
}

/** Must be called before changing the endpoint. */
export async function lockEndpoint(tx: Tx, partnerId: string): Promise<EndpointRow | undefined> {
  return (await tx.rows(LOCK, { partnerId }))[0];
}

/** Must be called before queueing a delivery. */
export async function lockLane(tx: Tx, partnerId: string): Promise<EndpointRow | undefined> {
  return (await tx.rows(LOCK_LANE, { partnerId }))[0];
}

/** Returns false if the partner already has an endpoint. */
export async function insertEndpoint(
  tx: Tx,
  partnerId: string,
  { url, secret }: { url: string; secret: Buffer },
  now: Date,
): Promise<boolean> {
  return (await tx.rows(INSERT, { partnerId, url, secret, now })).length > 0;
}

export async function replaceUrl(tx: Tx, partnerId: string, url: string, now: Date): Promise<void> {
  await tx.rows(REPLACE_URL, { partnerId, url, now });
}

/** Returns false if there is no endpoint. */
export async function replaceSecret(
  tx: Tx,
  partnerId: string,
  { secret, previousExpiresAt }: { secret: Buffer; previousExpiresAt: Date },
  now: Date,
): Promise<boolean> {
  return (await tx.rows(ROTATE, { partnerId, secret, previousExpiresAt, now })).length > 0;
}

/** Resumes sending and resets the health. */
export async function resumeLane(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx.rows(RESUME, { partnerId, now });
  wake(tx, 'Lanes');
}

export async function pauseLane(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx.rows(PAUSE, { partnerId, now });
}

export async function unpauseLane(tx: Tx, partnerId: string): Promise<void> {
  await tx.rows(UNPAUSE, { partnerId });
}

const URL_OF = statement<{ url: string }, { partnerId: string }>(
  'endpoint_url',
  'select url from webhook_endpoints where partner_id = :partnerId',
);

export async function findEndpointUrl(tx: Tx, partnerId: string): Promise<string | undefined> {
  return (await tx.rows(URL_OF, { partnerId }))[0]?.url;
}

export interface PendingFacts {
  pending: number;
  oldestOccurredAt: Date | null;
}

// Counts up to :most, and finds the oldest at the start of its index, so that the cost does not depend on the number of
// pending deliveries.
const PENDING = statement<PendingFacts, { partnerId: string; oldest: string; most: number }>(
  'endpoint_pending',
  `select (
     select count(*)::int from (
       select from webhook_deliveries
       where partner_id = :partnerId and status = 'Pending' and delivery_id >= :oldest limit :most
     ) counted
   ) as pending, (
     select occurred_at from webhook_deliveries
     where partner_id = :partnerId and status = 'Pending' and delivery_id >= :oldest
     order by event_id limit 1
   ) as oldest_occurred_at`,
);

/** Deliveries with an id below `oldest` are never pending. */
export async function readPending(
  tx: Tx,
  partnerId: string,
  { oldest, most }: { oldest: string; most: number },
): Promise<PendingFacts> {
  const [facts] = await tx.rows(PENDING, { partnerId, oldest, most });
  if (facts === undefined) throw new Error('A query for one row has answered none');
  return facts;
}
