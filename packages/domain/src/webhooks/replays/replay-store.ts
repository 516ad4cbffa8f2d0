import type { WebhookReplaysRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { joiningEvent, timeOfEvent } from '../../events/index.ts';
import { firstDeliveryId } from '../deliveries/delivery.ts';

const INSERT_ONE = statement<never, { partnerId: string; of: string; deliveryId: string; now: Date }>(
  'replay_insert_one',
  `insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
     next_attempt_at, is_replay)
   select partner_id, :deliveryId, event_id, event_type, event_version, occurred_at, 'Pending', 'Replay', :now, true
   from webhook_deliveries where partner_id = :partnerId and delivery_id = :of`,
);

/** Creates a new delivery for the event of another delivery. */
export async function insertReplay(
  tx: Tx,
  partnerId: string,
  { of, deliveryId }: { of: string; deliveryId: string },
  now: Date,
): Promise<void> {
  await tx.rows(INSERT_ONE, { partnerId, of, deliveryId, now });
}

interface ReplayKey {
  partnerId: string;
  replayId: string;
}

// The row lock is the claim: a second worker with the same job waits for it, and then finds less to do.
const CLAIM = statement<Pick<WebhookReplaysRow, 'completedAt' | 'cancelledAt'>, ReplayKey>(
  'replay_claim',
  `select completed_at, cancelled_at from webhook_replays where partner_id = :partnerId and replay_id = :replayId
   for update`,
);

const TAKE_BATCH = statement<{ eventIds: string[] }, ReplayKey>(
  'replay_take_batch',
  `delete from webhook_replay_batches where partner_id = :partnerId and replay_id = :replayId and batch_no = (
     select min(batch_no) from webhook_replay_batches where partner_id = :partnerId and replay_id = :replayId
   ) returning event_ids`,
);

const INSERT_BATCH = statement<
  { inserted: number },
  ReplayKey & { eventIds: string[]; deliveryIds: string[]; now: Date }
>(
  'replay_insert_batch',
  `with made as (
     insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status,
       class, next_attempt_at, is_replay, replay_series)
     select n.partner_id, n.delivery_id, n.event_id, event.event_type, event.event_version, event.occurred_at, 'Pending',
       'Replay', :now, true, :replayId
     from (
       select :partnerId::uuid as partner_id, ids.* from unnest(:eventIds::uuid[], :deliveryIds::uuid[]) as ids (event_id, delivery_id)
     ) n ${joiningEvent('n')}
     returning 1
   ) select count(*)::int as inserted from made`,
);

const COMPLETE = statement<never, ReplayKey & { now: Date }>(
  'replay_complete',
  'update webhook_replays set completed_at = :now where partner_id = :partnerId and replay_id = :replayId',
);

// Counts only up to a limit, beyond which the number does not matter.
const COUNT_OPEN = statement<{ open: number }, ReplayKey>(
  'replay_count_open_before',
  `select count(*)::int as open from (
     select from webhook_replays where partner_id = :partnerId and replay_id < :replayId and completed_at is null limit 100
   ) first`,
);

/** The number of earlier replays of the partner that are not complete. */
export async function countOpenBefore(tx: Tx, partnerId: string, replayId: string): Promise<number> {
  return (await tx.rows(COUNT_OPEN, { partnerId, replayId }))[0]?.open ?? 0;
}

/** Returns undefined if there is no such replay. */
export async function claimReplay(
  tx: Tx,
  partnerId: string,
  replayId: string,
): Promise<{ completed: boolean; cancelledAt: Date | null } | undefined> {
  const [row] = await tx.rows(CLAIM, { partnerId, replayId });
  return row === undefined ? undefined : { completed: row.completedAt !== null, cancelledAt: row.cancelledAt };
}

/** The oldest remaining events; undefined when there are none. */
export async function takeBatch(tx: Tx, partnerId: string, replayId: string): Promise<string[] | undefined> {
  return (await tx.rows(TAKE_BATCH, { partnerId, replayId }))[0]?.eventIds;
}

export async function insertBatch(
  tx: Tx,
  partnerId: string,
  { replayId, eventIds, deliveryIds }: { replayId: string; eventIds: string[]; deliveryIds: string[] },
  now: Date,
): Promise<number> {
  return (await tx.rows(INSERT_BATCH, { partnerId, replayId, eventIds, deliveryIds, now }))[0]?.inserted ?? 0;
}

export async function completeReplay(tx: Tx, partnerId: string, replayId: string, now: Date): Promise<void> {
  await tx.rows(COMPLETE, { partnerId, replayId, now });
}

const DROP_BATCHES = statement<never, ReplayKey>(
  'replay_drop_batches',
  'delete from webhook_replay_batches where partner_id = :partnerId and replay_id = :replayId',
);

// Deliveries completed at the time of the cancellation are counted as cancelled, not as failed.
const GIVE_UP = statement<{ givenUp: number }, ReplayKey & { sinceDelivery: string; cancelledAt: Date; limit: number }>(
  'replay_give_up_waiting',
  `with waiting as materialized (
     select partner_id, delivery_id from webhook_deliveries
     where partner_id = :partnerId and status = 'Pending' and replay_series = :replayId and delivery_id >= :sinceDelivery
     limit :limit for update
   ), given_up as (
     update webhook_deliveries d set status = 'Exhausted', next_attempt_at = null, completed_at = :cancelledAt
     from waiting w where d.partner_id = w.partner_id and d.delivery_id = w.delivery_id
     returning 1
   ) select count(*)::int as given_up from given_up`,
);

/** Deletes the events whose delivery has not been created yet. */
export async function dropBatches(tx: Tx, partnerId: string, replayId: string): Promise<void> {
  await tx.rows(DROP_BATCHES, { partnerId, replayId });
}

/** Gives up at most `limit` pending deliveries of a replay; returns their number. The caller must hold the lane's lock. */
export async function giveUpWaiting(
  tx: Tx,
  partnerId: string,
  { replayId, cancelledAt, limit }: { replayId: string; cancelledAt: Date; limit: number },
): Promise<number> {
  const sinceDelivery = firstDeliveryId(timeOfEvent(replayId));
  const values = { partnerId, replayId, sinceDelivery, cancelledAt, limit };
  return (await tx.rows(GIVE_UP, values))[0]?.givenUp ?? 0;
}
