import type { WebhookDeliveriesRow, WebhookEndpointsRow, WebhookLanesRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';
import { withBodyOfEvent } from '../../events/index.ts';
import { wake } from '../../waking/index.ts';
import type { Health } from '../endpoints/endpoint-health.ts';
import { type DueDelivery, type LeasedLane, notYetMade, oldestPending, REPLAYS_AT_A_TIME } from './lane.ts';

export type HealthColumns = Pick<
  WebhookLanesRow,
  'status' | 'consecutiveFailures' | 'degradedSince' | 'disabledAt' | 'disabledReason'
> & { health: Health['memory'] };

type LeaseRow = HealthColumns &
  Pick<WebhookLanesRow, 'partnerId' | 'resumedAt'> &
  Pick<WebhookEndpointsRow, 'url' | 'secret' | 'previousSecret' | 'previousSecretExpiresAt'>;

export interface LeaseTerms {
  now: Date;
  until: Date;
  leaseId: string;
  lanes: number;
  failing: boolean;
  deliveriesPerLane: number;
}

// The other conditions are implied by due_at, which is null for a lane that may not send; they make sure that it is never
// leased.
const LEASE = statement<LeaseRow, Omit<LeaseTerms, 'deliveriesPerLane'>>(
  'webhook_lanes_lease',
  `with due as materialized (
     select partner_id from webhook_lanes
     where due_at <= :now and (status = 'Active' or status = 'Degraded' and :failing) and paused_at is null
     order by due_at limit :lanes for update skip locked
   ), leased as (
     update webhook_lanes l set due_at = :until, leased_until = :until, lease_id = :leaseId
     from due where l.partner_id = due.partner_id
     returning l.partner_id, l.status, l.consecutive_failures, l.degraded_since, l.disabled_at, l.disabled_reason, l.health,
       l.resumed_at
   )
   select l.*, e.url, e.secret, e.previous_secret, e.previous_secret_expires_at
   from leased l join webhook_endpoints e on e.partner_id = l.partner_id`,
);

/** Prunes the partitions of ids outside this range. */
interface IdRange {
  oldest: string;
  notYetMade: string;
}

const idRange = (now: Date): IdRange => ({ oldest: oldestPending(now), notYetMade: notYetMade(now) });

/** The due deliveries of a lane `l`, of one class, by its index and in its order. */
function dueRange(rank: number, condition: string, limit = ':deliveriesPerLane'): string {
  return `(select ${rank} as rank, d.partner_id, d.delivery_id, d.event_id, d.event_type, d.class, d.attempt_count, d.next_attempt_at,
       d.is_replay
     from webhook_deliveries d
     where d.partner_id = l.partner_id and d.status = 'Pending' and ${condition}
       and d.delivery_id >= :oldest and d.delivery_id < :notYetMade
     order by d.next_attempt_at, d.delivery_id limit ${limit})`;
}

type DueRow = Pick<
  WebhookDeliveriesRow,
  'partnerId' | 'deliveryId' | 'eventId' | 'eventType' | 'class' | 'attemptCount' | 'isReplay'
> & { rank: number; nextAttemptAt: Date; body: string | null; traceparent: string | null };

// Finds the lanes by their lease, so that this statement can be pipelined with the one that takes it. A null bound makes its
// range empty without a scan. The ranges are read in sequence, up to the limit.
const DUE = statement<DueRow, Omit<LeaseTerms, 'lanes' | 'failing'> & IdRange>(
  'webhook_deliveries_due',
  `select d.*, event.body, event.traceparent
   from webhook_lanes l cross join lateral (
     ${dueRange(1, `d.class = 'First' and d.next_attempt_at <= :now and d.next_attempt_at >= coalesce(l.resumed_at, '-infinity')`)}
     union all
     ${dueRange(2, `d.class = 'Retry' and d.next_attempt_at <= :now`)}
     union all
     ${dueRange(3, `d.class = 'First' and d.next_attempt_at <= :now and d.next_attempt_at < l.resumed_at`)}
     union all
     ${dueRange(4, `d.class = 'Replay' and d.next_attempt_at <= case when l.replays_from > :now then null else :now::timestamptz end`, String(REPLAYS_AT_A_TIME))}
     limit :deliveriesPerLane
   ) d ${withBodyOfEvent('d')}
   where l.due_at = :until and l.lease_id = :leaseId`,
);

/** Leases due lanes that no other dispatcher is leasing, together with their due deliveries. */
export async function leaseDueLanes(
  tx: Tx,
  { now, until, leaseId, lanes, failing, deliveriesPerLane }: LeaseTerms,
): Promise<{ lanes: LeasedLane[]; deliveries: DueDelivery[] }> {
  const [leased, due] = await settled([
    tx.rows(LEASE, { now, lanes, until, leaseId, failing }),
    tx.rows(DUE, { until, leaseId, now, deliveriesPerLane, ...idRange(now) }),
  ]);
  return {
    lanes: leased.map((row) => ({ ...row, leaseId, health: toHealth(row) })),
    deliveries: due.sort((one, other) => one.rank - other.rank),
  };
}

export function toHealth(row: HealthColumns): Health {
  const { status, consecutiveFailures, degradedSince, disabledAt, disabledReason, health: memory } = row;
  return { status, consecutiveFailures, degradedSince, disabledAt, disabledReason, memory };
}

// Finds lanes by the end of the lease, which is indexed.
const GIVE_BACK = statement<never, { until: Date; leaseId: string; now: Date }>(
  'webhook_lanes_give_back',
  `update webhook_lanes set due_at = :now, leased_until = null, lease_id = null
   where due_at = :until and lease_id = :leaseId`,
);

/** Makes all lanes of a lease due again. Only for a lease that is not in use. */
export async function giveBackLease(
  tx: Tx,
  { leaseId, until }: { leaseId: string; until: Date },
  now: Date,
): Promise<void> {
  await tx.rows(GIVE_BACK, { until, leaseId, now });
}

// Always locks in the same order, to avoid deadlocks. Does not change a leased lane: its holder checks for more deliveries
// after releasing it.
const WAKE = statement<never, { partnerIds: readonly string[]; at: Date; now: Date }>(
  'webhook_lanes_wake',
  `with asleep as (
     select partner_id from webhook_lanes
     where partner_id = any(:partnerIds::uuid[]) and status <> 'Disabled' and paused_at is null
       and (leased_until is null or leased_until <= :now) and (due_at is null or due_at > :at)
     order by partner_id for update
   )
   update webhook_lanes l set due_at = :at from asleep where l.partner_id = asleep.partner_id`,
);

/** Makes lanes due at a time, unless they are due earlier. Call after the deliveries are committed. */
export async function wakeLanes(tx: Tx, partnerIds: readonly string[], at: Date, now: Date = at): Promise<void> {
  if (partnerIds.length > 0) await tx.rows(WAKE, { partnerIds, at, now });
}

/** The same for one lane, by a process that may not be the one that sends. */
export async function wakeLane(tx: Tx, partnerId: string, at: Date): Promise<void> {
  await wakeLanes(tx, [partnerId], at);
  wake(tx, 'Lanes');
}

const earliest = (kind: string, time = 'd.next_attempt_at') => `(
       select ${time} from webhook_deliveries d
       where d.partner_id = i.partner_id and d.status = 'Pending' and d.class = '${kind}'
         and d.delivery_id >= :oldest and d.delivery_id < :notYetMade
       order by d.next_attempt_at, d.delivery_id limit 1
     )`;

// Replaces only the due_at that the release has set; a wake-up in the meantime has set another one, which takes precedence.
const LOOK = statement<{ dueAt: Date | null }, IdRange & { partnerIds: readonly string[]; releasedUntil: Date }>(
  'webhook_lanes_look',
  `with idle as (
     select partner_id, replays_from from webhook_lanes
     where partner_id = any(:partnerIds::uuid[]) and lease_id is null and status <> 'Disabled' and paused_at is null
     order by partner_id for update
   ), next as materialized (
     select i.partner_id, least(${earliest('First')}, ${earliest('Retry')},
       ${earliest('Replay', 'greatest(d.next_attempt_at, i.replays_from)')}) as due_at
     from idle i
   )
   update webhook_lanes l set due_at = case when l.due_at = :releasedUntil then n.due_at else least(l.due_at, n.due_at) end
   from next n where l.partner_id = n.partner_id
   returning l.due_at`,
);

/**
 * Makes released lanes due at the time of their earliest delivery; returns how many are already due. Must run in a
 * transaction that begins after their release is committed; otherwise it would miss a delivery that was queued during the
 * lease.
 */
export async function lookForMore(
  tx: Tx,
  partnerIds: readonly string[],
  { now, releasedUntil }: { now: Date; releasedUntil: Date },
): Promise<number> {
  if (partnerIds.length === 0) return 0;
  const rows = await tx.rows(LOOK, { partnerIds, releasedUntil, ...idRange(now) });
  return rows.filter(({ dueAt }) => dueAt !== null && dueAt <= now).length;
}
