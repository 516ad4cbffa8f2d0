import type { WebhookEndpointsRow, WebhookLanesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type EndpointRow = Pick<WebhookEndpointsRow, 'url'> &
  Pick<
    WebhookLanesRow,
    'status' | 'consecutive_failures' | 'degraded_since' | 'disabled_at' | 'disabled_reason' | 'paused_at'
  >;

const COLUMNS = `e.url, l.status, l.consecutive_failures, l.degraded_since, l.disabled_at, l.disabled_reason, l.paused_at`;
const OWN = `select ${COLUMNS} from webhook_endpoints e join webhook_lanes l on l.partner_id = e.partner_id
   where e.partner_id = $1`;

const READ = statement<EndpointRow>('endpoint_read', OWN);
const LOCK = statement<EndpointRow>('endpoint_lock', `${OWN} for update`);
// With the lane's row held, whoever sends waits with giving the lane back, and so sees what is queued meanwhile.
const LOCK_LANE = statement<EndpointRow>('endpoint_lock_lane', `${OWN} for update of l`);

const INSERT = statement<{ partner_id: string }>(
  'endpoint_insert',
  `with made as (
     insert into webhook_endpoints (partner_id, url, secret, created_at, updated_at) values ($1, $2, $3, $4, $4)
     on conflict (partner_id) do nothing returning partner_id
   )
   insert into webhook_lanes (partner_id, status) select partner_id, 'Active' from made returning partner_id`,
);

const REPLACE_URL = statement(
  'endpoint_replace_url',
  'update webhook_endpoints set url = $2, updated_at = $3 where partner_id = $1',
);

// A third secret never signs: what overlapped before is gone.
const ROTATE = statement<{ partner_id: string }>(
  'endpoint_rotate',
  `update webhook_endpoints set previous_secret = secret, previous_secret_expires_at = $3, secret = $2, updated_at = $4
   where partner_id = $1 returning partner_id`,
);

// Of a lane that is being worked on, the moment when it is due is the end of its lease. Its holder looks for more when it
// gives it back.
const SOON = `case when paused_at is null and (leased_until is null or leased_until <= $2) then $2 else due_at end`;

const RESUME = statement(
  'endpoint_resume',
  `update webhook_lanes set status = 'Active', consecutive_failures = 0, degraded_since = null, disabled_at = null,
     disabled_reason = null, health = '{}', resumed_at = $2, due_at = ${SOON}
   where partner_id = $1`,
);

const WAKE = statement(
  'endpoint_wake',
  `update webhook_lanes set due_at = $2
   where partner_id = $1 and status <> 'Disabled' and paused_at is null and (leased_until is null or leased_until <= $2)
     and (due_at is null or due_at > $2)`,
);

const PAUSE = statement(
  'endpoint_pause',
  `update webhook_lanes set paused_at = $2, due_at = case when leased_until > $2 then due_at end where partner_id = $1`,
);

const UNPAUSE = statement('endpoint_unpause', 'update webhook_lanes set paused_at = null where partner_id = $1');

export async function findEndpoint(tx: Tx, partnerId: string): Promise<EndpointRow | undefined> {
  return (await tx.rows(READ, [partnerId]))[0];
}

/** Before the endpoint itself is changed. */
export async function lockEndpoint(tx: Tx, partnerId: string): Promise<EndpointRow | undefined> {
  return (await tx.rows(LOCK, [partnerId]))[0];
}

/** Before a delivery is queued for it. */
export async function lockLane(tx: Tx, partnerId: string): Promise<EndpointRow | undefined> {
  return (await tx.rows(LOCK_LANE, [partnerId]))[0];
}

/** False when there is one already. */
export async function insertEndpoint(
  tx: Tx,
  partnerId: string,
  { url, secret }: { url: string; secret: Buffer },
  now: Date,
): Promise<boolean> {
  return (await tx.rows(INSERT, [partnerId, url, secret, now])).length > 0;
}

export async function replaceUrl(tx: Tx, partnerId: string, url: string, now: Date): Promise<void> {
  await tx.rows(REPLACE_URL, [partnerId, url, now]);
}

/** False when there is no endpoint. */
export async function replaceSecret(
  tx: Tx,
  partnerId: string,
  { secret, previousExpiresAt }: { secret: Buffer; previousExpiresAt: Date },
  now: Date,
): Promise<boolean> {
  return (await tx.rows(ROTATE, [partnerId, secret, previousExpiresAt, now])).length > 0;
}

/** Sending begins anew, as if nothing had ever failed. */
export async function resumeLane(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx.rows(RESUME, [partnerId, now]);
}

/** Makes the lane due, unless somebody is at it or nothing is to be sent. */
export async function wakeLane(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx.rows(WAKE, [partnerId, now]);
}

export async function pauseLane(tx: Tx, partnerId: string, now: Date): Promise<void> {
  await tx.rows(PAUSE, [partnerId, now]);
}

export async function unpauseLane(tx: Tx, partnerId: string): Promise<void> {
  await tx.rows(UNPAUSE, [partnerId]);
}
