import type { WebhookReplaysRow } from '@onboarding/database/tables';
import { type Statement, statement, type Tx } from '@onboarding/platform/postgres';
import { fannedOutEvents, joiningEvent } from '../events/index.ts';

const INSERT_ONE = statement(
  'replay_insert_one',
  `insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
     next_attempt_at, is_replay)
   select partner_id, $3, event_id, event_type, event_version, occurred_at, 'Pending', 'Replay', $4, true
   from webhook_deliveries where partner_id = $1 and delivery_id = $2`,
);

/** A new delivery of the event of another. */
export async function insertReplay(
  tx: Tx,
  partnerId: string,
  { of, deliveryId }: { of: string; deliveryId: string },
  now: Date,
): Promise<void> {
  await tx.rows(INSERT_ONE, [partnerId, of, deliveryId, now]);
}

// Windows of one partner are settled one after the other: each sees what the one before it has chosen.
const LOCK = statement(
  'replay_lock',
  `select pg_advisory_xact_lock(hashtextextended('onboarding.webhook_replays ' || $1::text, 0))`,
);

export const BATCH_SIZE = 1_000;

const WITHIN = 'd.partner_id = $1 and d.event_id >= $3 and d.event_id < $4 and d.delivery_id >= $5';
const NOT_WAITING = 'not exists (select from waiting w where w.event_id = c.event_id)';

// Chosen, counted and put away in one statement, which sees the events, their deliveries and the outbox at one moment.
function settleStatement(name: string, candidates: string): Statement<{ created: number }> {
  return statement(
    name,
    `with waiting as materialized (
       select d.event_id from webhook_deliveries d where ${WITHIN} and d.status = 'Pending'
       union all
       select unnest(b.event_ids) from webhook_replay_batches b where b.partner_id = $1
     ), chosen as materialized (
       select distinct c.event_id from (${candidates}) c where ${NOT_WAITING}
     ), settled as (
       insert into webhook_replays (partner_id, replay_id, requested_by, requested_at, from_at, to_at, event_type,
         include_unrouted, created, completed_at)
       select $1, $2, $7, $8, $9, $10, $6, $11, counted.events, case when counted.events = 0 then $8::timestamptz end
       from (select count(*)::int as events from chosen) counted
       returning created
     ), batched as (
       insert into webhook_replay_batches (partner_id, replay_id, batch_no, event_ids)
       select $1, $2, numbered.batch_no, array_agg(numbered.event_id order by numbered.event_id)
       from (select event_id, ((row_number() over (order by event_id) - 1) / ${BATCH_SIZE})::int as batch_no from chosen) numbered
       group by numbered.batch_no
     )
     select created from settled`,
  );
}

const SETTLE_ROUTED = settleStatement(
  'replay_settle_routed',
  `select d.event_id from webhook_deliveries d
   where ${WITHIN} and d.status in ('Delivered', 'Exhausted') and ($6::text is null or d.event_type = $6)`,
);
// Whether an event ever had a delivery makes no difference here.
const SETTLE_ALL = settleStatement(
  'replay_settle_all',
  fannedOutEvents({ partner: '$1', from: '$3', to: '$4', type: '$6' }),
);

export interface SettledWindow {
  replayId: string;
  /** Ids of events from the first, inclusive, to the second, exclusive. */
  events: readonly [string, string];
  /** No delivery of these events has a lower id. */
  since: string;
  eventType: string | null;
  includeUnrouted: boolean;
  from: Date;
  to: Date;
  requestedBy: string;
}

export async function lockReplays(tx: Tx, partnerId: string): Promise<void> {
  await tx.rows(LOCK, [partnerId]);
}

/** Settles which events a window sends; answers how many. */
export async function settleWindow(tx: Tx, partnerId: string, window: SettledWindow, now: Date): Promise<number> {
  const rows = await tx.rows(window.includeUnrouted ? SETTLE_ALL : SETTLE_ROUTED, [
    partnerId,
    window.replayId,
    ...window.events,
    window.since,
    window.eventType,
    window.requestedBy,
    now,
    window.from,
    window.to,
    window.includeUnrouted,
  ]);
  const [settled] = rows;
  if (settled === undefined) throw new Error('A replay was not written down');
  return settled.created;
}

// Whoever has the row works on the replay; a second worker with the same job waits and finds less to do.
const CLAIM = statement<Pick<WebhookReplaysRow, 'completed_at'>>(
  'replay_claim',
  'select completed_at from webhook_replays where partner_id = $1 and replay_id = $2 for update',
);

const TAKE_BATCH = statement<{ event_ids: string[] }>(
  'replay_take_batch',
  `delete from webhook_replay_batches where partner_id = $1 and replay_id = $2 and batch_no = (
     select min(batch_no) from webhook_replay_batches where partner_id = $1 and replay_id = $2
   ) returning event_ids`,
);

const INSERT_BATCH = statement<{ inserted: number }>(
  'replay_insert_batch',
  `with made as (
     insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status,
       class, next_attempt_at, is_replay, replay_series)
     select n.partner_id, n.delivery_id, n.event_id, event.event_type, event.event_version, event.occurred_at, 'Pending',
       'Replay', $5, true, $2
     from (select $1::uuid as partner_id, ids.* from unnest($3::uuid[], $4::uuid[]) as ids (event_id, delivery_id)) n
       ${joiningEvent('n')}
     returning 1
   ) select count(*)::int as inserted from made`,
);

const COMPLETE = statement(
  'replay_complete',
  'update webhook_replays set completed_at = $3 where partner_id = $1 and replay_id = $2',
);

/** Undefined for a replay that is not there. */
export async function claimReplay(
  tx: Tx,
  partnerId: string,
  replayId: string,
): Promise<{ completed: boolean } | undefined> {
  const [row] = await tx.rows(CLAIM, [partnerId, replayId]);
  return row === undefined ? undefined : { completed: row.completed_at !== null };
}

/** The oldest events that are left; undefined when none are. */
export async function takeBatch(tx: Tx, partnerId: string, replayId: string): Promise<string[] | undefined> {
  return (await tx.rows(TAKE_BATCH, [partnerId, replayId]))[0]?.event_ids;
}

export async function insertBatch(
  tx: Tx,
  partnerId: string,
  { replayId, eventIds, deliveryIds }: { replayId: string; eventIds: string[]; deliveryIds: string[] },
  now: Date,
): Promise<number> {
  return (await tx.rows(INSERT_BATCH, [partnerId, replayId, eventIds, deliveryIds, now]))[0]?.inserted ?? 0;
}

export async function completeReplay(tx: Tx, partnerId: string, replayId: string, now: Date): Promise<void> {
  await tx.rows(COMPLETE, [partnerId, replayId, now]);
}
