import type { EndpointStatus } from '@onboarding/contract';
import type { WebhookDeliveriesRow, WebhookEndpointsRow, WebhookLanesRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';
import { withBodyOfEvent } from '../events/index.ts';
import type { Health } from './endpoint-health.ts';
import { type DueDelivery, type LeasedLane, notYetMade, oldestPending, REPLAYS_AT_A_TIME } from './lane.ts';

export type HealthColumns = Pick<
  WebhookLanesRow,
  'status' | 'consecutive_failures' | 'degraded_since' | 'disabled_at' | 'disabled_reason' | 'health'
>;

type LeaseRow = HealthColumns &
  Pick<WebhookLanesRow, 'partner_id' | 'resumed_at'> &
  Pick<WebhookEndpointsRow, 'url' | 'secret' | 'previous_secret' | 'previous_secret_expires_at'>;

// The conditions beside due_at say again what an unset due_at says already: a lane that may not send is never leased.
const LEASE = statement<LeaseRow>(
  'webhook_lanes_lease',
  `with due as materialized (
     select partner_id from webhook_lanes
     where due_at <= $1 and (status = 'Active' or status = 'Degraded' and $5) and paused_at is null
     order by due_at limit $2 for update skip locked
   ), leased as (
     update webhook_lanes l set due_at = $3, leased_until = $3, lease_id = $4 from due where l.partner_id = due.partner_id
     returning l.partner_id, l.status, l.consecutive_failures, l.degraded_since, l.disabled_at, l.disabled_reason, l.health,
       l.resumed_at
   )
   select l.*, e.url, e.secret, e.previous_secret, e.previous_secret_expires_at
   from leased l join webhook_endpoints e on e.partner_id = l.partner_id`,
);

/** What is due on a lane `l`, of one kind, by its index and in its order. */
function dueRange(rank: number, condition: string, limit: string): string {
  return `(select ${rank} as rank, d.partner_id, d.delivery_id, d.event_id, d.event_type, d.class, d.attempt_count, d.next_attempt_at,
       d.is_replay
     from webhook_deliveries d
     where d.partner_id = l.partner_id and d.status = 'Pending' and ${condition} and d.delivery_id >= $4 and d.delivery_id < $6
     order by d.next_attempt_at, d.delivery_id limit ${limit})`;
}

type DueRow = Pick<
  WebhookDeliveriesRow,
  'partner_id' | 'delivery_id' | 'event_id' | 'event_type' | 'class' | 'attempt_count' | 'is_replay'
> & { rank: number; next_attempt_at: Date; body: string | null; traceparent: string | null };

// The lanes are found again by their lease, so that this statement travels together with the one that takes it. A bound
// that is null makes its range empty without a look. The parts are read one after the other, up to the limit.
const DUE = statement<DueRow>(
  'webhook_deliveries_due',
  `select d.*, event.body, event.traceparent
   from webhook_lanes l cross join lateral (
     ${dueRange(1, `d.class = 'First' and d.next_attempt_at <= $3 and d.next_attempt_at >= coalesce(l.resumed_at, '-infinity')`, '$5')}
     union all
     ${dueRange(2, `d.class = 'Retry' and d.next_attempt_at <= $3`, '$5')}
     union all
     ${dueRange(3, `d.class = 'First' and d.next_attempt_at <= $3 and d.next_attempt_at < l.resumed_at`, '$5')}
     union all
     ${dueRange(4, `d.class = 'Replay' and d.next_attempt_at <= case when l.replays_from > $3 then null else $3::timestamptz end`, String(REPLAYS_AT_A_TIME))}
     limit $5
   ) d ${withBodyOfEvent('d')}
   where l.due_at = $1 and l.lease_id = $2`,
);

export interface LeaseTerms {
  now: Date;
  until: Date;
  leaseId: string;
  lanes: number;
  failing: boolean;
  deliveriesPerLane: number;
}

/** Takes due lanes that nobody else is taking, together with what is due on them. */
export async function leaseDueLanes(
  tx: Tx,
  { now, until, leaseId, lanes, failing, deliveriesPerLane }: LeaseTerms,
): Promise<{ lanes: LeasedLane[]; deliveries: DueDelivery[] }> {
  const [leased, due] = await settled([
    tx.rows(LEASE, [now, lanes, until, leaseId, failing]),
    tx.rows(DUE, [until, leaseId, now, oldestPending(now), deliveriesPerLane, notYetMade(now)]),
  ]);
  return {
    lanes: leased.map((row) => toLane(row, leaseId)),
    deliveries: due.sort((one, other) => one.rank - other.rank).map(toDue),
  };
}

function toLane(row: LeaseRow, leaseId: string): LeasedLane {
  return {
    partnerId: row.partner_id,
    leaseId,
    url: row.url,
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousSecretExpiresAt: row.previous_secret_expires_at,
    health: toHealth(row),
    resumedAt: row.resumed_at,
  };
}

/** The columns hold what the rules wrote; their words are held by the table's own checks. */
export function toHealth(row: HealthColumns): Health {
  return {
    status: row.status as EndpointStatus,
    consecutiveFailures: row.consecutive_failures,
    degradedSince: row.degraded_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason as Health['disabledReason'],
    memory: row.health as Health['memory'],
  };
}

function toDue(row: DueRow): DueDelivery {
  return {
    partnerId: row.partner_id,
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    eventType: row.event_type,
    class: row.class as DueDelivery['class'],
    attemptCount: row.attempt_count,
    nextAttemptAt: row.next_attempt_at,
    isReplay: row.is_replay,
    body: row.body,
    traceparent: row.traceparent,
  };
}

// Found by when the lease ends, for which there is an index.
const GIVE_BACK = statement(
  'webhook_lanes_give_back',
  `update webhook_lanes set due_at = $3, leased_until = null, lease_id = null where due_at = $1 and lease_id = $2`,
);

/** Makes all lanes of a lease due again. Only for one on which nobody works. */
export async function giveBackLease(
  tx: Tx,
  { leaseId, until }: { leaseId: string; until: Date },
  now: Date,
): Promise<void> {
  await tx.rows(GIVE_BACK, [until, leaseId, now]);
}

// Locked in one order by everybody, so that nobody waits for each other. A lane that is leased stays as it is: its holder
// looks for more once it has given it back.
const WAKE = statement(
  'webhook_lanes_wake',
  `with asleep as (
     select partner_id from webhook_lanes
     where partner_id = any($1::uuid[]) and status <> 'Disabled' and paused_at is null
       and (leased_until is null or leased_until <= $3) and (due_at is null or due_at > $2)
     order by partner_id for update
   )
   update webhook_lanes l set due_at = $2 from asleep where l.partner_id = asleep.partner_id`,
);

/** Makes lanes due at a time, unless they are due before. For deliveries that are committed. */
export async function wakeLanes(tx: Tx, partnerIds: readonly string[], at: Date, now: Date = at): Promise<void> {
  if (partnerIds.length > 0) await tx.rows(WAKE, [partnerIds, at, now]);
}

const earliest = (kind: string, time = 'd.next_attempt_at') => `(
       select ${time} from webhook_deliveries d
       where d.partner_id = i.partner_id and d.status = 'Pending' and d.class = '${kind}' and d.delivery_id >= $3 and d.delivery_id < $4
       order by d.next_attempt_at, d.delivery_id limit 1
     )`;

// What the lane was given as its due time when it was released is replaced; anything else was set by somebody who has
// woken it in the meantime, and counts.
const LOOK = statement<{ due_at: Date | null }>(
  'webhook_lanes_look',
  `with idle as (
     select partner_id, replays_from from webhook_lanes
     where partner_id = any($1::uuid[]) and lease_id is null and status <> 'Disabled' and paused_at is null
     order by partner_id for update
   ), next as materialized (
     select i.partner_id, least(${earliest('First')}, ${earliest('Retry')},
       ${earliest('Replay', 'greatest(d.next_attempt_at, i.replays_from)')}) as due_at
     from idle i
   )
   update webhook_lanes l set due_at = case when l.due_at = $2 then n.due_at else least(l.due_at, n.due_at) end
   from next n where l.partner_id = n.partner_id
   returning l.due_at`,
);

/**
 * Makes released lanes due when their earliest delivery is; answers how many are due already. In a transaction that begins
 * after their release is committed, or a delivery whose wake met the lease is seen by nobody.
 */
export async function lookForMore(
  tx: Tx,
  partnerIds: readonly string[],
  { now, releasedUntil }: { now: Date; releasedUntil: Date },
): Promise<number> {
  if (partnerIds.length === 0) return 0;
  const rows = await tx.rows(LOOK, [partnerIds, releasedUntil, oldestPending(now), notYetMade(now)]);
  return rows.filter(({ due_at }) => due_at !== null && due_at <= now).length;
}
