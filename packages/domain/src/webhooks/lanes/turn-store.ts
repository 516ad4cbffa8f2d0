import { DELIVERY_ATTEMPTS } from '@onboarding/contract';
import type { WebhookLanesRow } from '@onboarding/database/tables';
import { statement, type Tx, toRecordset } from '@onboarding/platform/postgres';
import type { DeliveryState } from '../deliveries/delivery.ts';
import type { Health } from '../endpoints/endpoint-health.ts';
import type { DueDelivery, MadeAttempt } from './lane.ts';
import { type HealthColumns, toHealth } from './lane-store.ts';

export interface HeldLane {
  partnerId: string;
  health: Health;
  leaseId: string | null;
  leasedUntil: Date | null;
  dueAt: Date | null;
  pausedAt: Date | null;
  replaysFrom: Date | null;
  lastSuccessAt: Date | null;
}

type LaneRow = HealthColumns &
  Pick<
    WebhookLanesRow,
    'partnerId' | 'leaseId' | 'leasedUntil' | 'dueAt' | 'pausedAt' | 'replaysFrom' | 'lastSuccessAt'
  >;

const LOCK = statement<LaneRow, { partnerIds: readonly string[] }>(
  'webhook_lanes_lock',
  `select partner_id, status, consecutive_failures, degraded_since, disabled_at, disabled_reason, health, lease_id, leased_until,
     due_at, paused_at, replays_from, last_success_at
   from webhook_lanes where partner_id = any(:partnerIds::uuid[]) order by partner_id for update`,
);

export async function lockLanes(tx: Tx, partnerIds: readonly string[]): Promise<HeldLane[]> {
  const rows = await tx.rows(LOCK, { partnerIds });
  return rows.map((row) => ({ ...row, health: toHealth(row) }));
}

/** Makes the planner use the primary key and not an index on the status. */
const stillPending = `coalesce(d.status, '') = 'Pending'`;

// Each attempt is recorded once, even if another dispatcher made it too: only if the delivery is waiting for an attempt with
// this number. A delivery that was given up during its attempt (a cancelled replay) gets the attempt, and a success, but no
// retry. The number is always within its bounds; the condition makes the planner expect few outcomes, and so look up each by
// its key instead of joining all pending deliveries.
const RECORD = statement<{ deliveryId: string }, { outcomes: string }>(
  'webhook_attempts_record',
  `with recorded as (
     update webhook_deliveries d set status = case when d.status = 'Exhausted' and o.status = 'Pending' then d.status else o.status end,
       class = o.class, attempt_count = o.attempt_no, next_attempt_at = case when d.status = 'Pending' then o.next_attempt_at end,
       last_status_code = o.status_code, completed_at = coalesce(o.completed_at, d.completed_at)
     from json_to_recordset(:outcomes::json) as o (partner_id uuid, delivery_id uuid, attempt_no smallint,
       sent_at timestamptz, duration_ms integer, url text, status_code smallint, error_kind text, excerpt text, signature text,
       status text, class text, next_attempt_at timestamptz, completed_at timestamptz)
     where d.partner_id = o.partner_id and d.delivery_id = o.delivery_id and coalesce(d.status, '') <> 'Delivered'
       and d.attempt_count = o.attempt_no - 1 and o.attempt_no between 1 and ${DELIVERY_ATTEMPTS}
     returning o.partner_id, o.delivery_id, o.attempt_no, o.sent_at, o.duration_ms, o.url, o.status_code, o.error_kind, o.excerpt,
       o.signature
   ), added as (
     insert into webhook_attempts (partner_id, delivery_id, attempt_no, sent_at, duration_ms, url, status_code, error_kind,
       response_excerpt, signature)
     select partner_id, delivery_id, attempt_no, sent_at, duration_ms, url, status_code, error_kind, excerpt, signature
     from recorded
   )
   select delivery_id from recorded`,
);

export interface RecordedOutcome {
  attempt: MadeAttempt;
  url: string;
  state: DeliveryState;
}

/** Returns the deliveries whose attempt was recorded; the others were recorded by another dispatcher. */
export async function recordAttempts(tx: Tx, outcomes: readonly RecordedOutcome[]): Promise<Set<string>> {
  if (outcomes.length === 0) return new Set();
  const rows = outcomes.map(({ attempt, url, state }) => ({
    partnerId: attempt.delivery.partnerId,
    deliveryId: attempt.delivery.deliveryId,
    attemptNo: state.attemptCount,
    sentAt: attempt.sentAt,
    durationMs: Math.round(attempt.durationMs),
    url,
    statusCode: attempt.statusCode,
    errorKind: attempt.errorKind,
    // PostgreSQL accepts neither lone surrogates nor NUL, and an excerpt must not prevent recording the attempt.
    excerpt: attempt.excerpt?.toWellFormed().replaceAll('\0', '') ?? null,
    signature: attempt.signature,
    status: state.status,
    class: state.class,
    nextAttemptAt: state.nextAttemptAt,
    completedAt: state.completedAt,
  }));
  const recorded = await tx.rows(RECORD, { outcomes: toRecordset(rows) });
  return new Set(recorded.map(({ deliveryId }) => deliveryId));
}

const SET_ASIDE = statement<{ partnerId: string; status: string }, { deliveries: string }>(
  'webhook_deliveries_set_aside',
  `update webhook_deliveries d set status = o.status, next_attempt_at = o.next_attempt_at, completed_at = o.completed_at
   from json_to_recordset(:deliveries::json) as o (partner_id uuid, delivery_id uuid, attempt_count smallint, status text,
     next_attempt_at timestamptz, completed_at timestamptz)
   where d.partner_id = o.partner_id and d.delivery_id = o.delivery_id and ${stillPending}
     and d.attempt_count = o.attempt_count and o.attempt_count between 0 and ${DELIVERY_ATTEMPTS}
   returning d.partner_id, d.status`,
);

/**
 * Updates deliveries without an attempt: those no longer sent, and those delayed for internal reasons. Returns the partners
 * of the former, one per delivery.
 */
export async function setAside(
  tx: Tx,
  { expired, postponed, now, until }: { expired: DueDelivery[]; postponed: DueDelivery[]; now: Date; until: Date },
): Promise<string[]> {
  const key = ({ partnerId, deliveryId, attemptCount }: DueDelivery) => ({ partnerId, deliveryId, attemptCount });
  const rows = [
    ...expired.map((delivery) => ({ ...key(delivery), status: 'Exhausted', nextAttemptAt: null, completedAt: now })),
    ...postponed.map((delivery) => ({ ...key(delivery), status: 'Pending', nextAttemptAt: until, completedAt: null })),
  ];
  if (rows.length === 0) return [];
  const aside = await tx.rows(SET_ASIDE, { deliveries: toRecordset(rows) });
  return aside.filter(({ status }) => status === 'Exhausted').map(({ partnerId }) => partnerId);
}

const UPDATE_LANES = statement<never, { lanes: string }>(
  'webhook_lanes_record',
  `update webhook_lanes l set status = o.status, consecutive_failures = o.consecutive_failures, degraded_since = o.degraded_since,
     disabled_at = o.disabled_at, disabled_reason = o.disabled_reason, health = o.health, lease_id = o.lease_id,
     leased_until = o.leased_until, due_at = o.due_at, replays_from = o.replays_from, last_success_at = o.last_success_at
   from json_to_recordset(:lanes::json) as o (partner_id uuid, status text, consecutive_failures integer,
     degraded_since timestamptz, disabled_at timestamptz, disabled_reason text, health jsonb, lease_id uuid,
     leased_until timestamptz, due_at timestamptz, replays_from timestamptz, last_success_at timestamptz)
   where l.partner_id = o.partner_id`,
);

/** The transaction must hold the locks of the lanes. */
export async function updateLanes(tx: Tx, lanes: readonly HeldLane[]): Promise<void> {
  if (lanes.length === 0) return;
  const rows = lanes.map(({ health: { memory, ...health }, ...lane }) => ({ ...lane, ...health, health: memory }));
  await tx.rows(UPDATE_LANES, { lanes: toRecordset(rows) });
}
