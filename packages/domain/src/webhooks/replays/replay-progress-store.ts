import { DELIVERY_STATUSES, type DeliveryStatus } from '@onboarding/contract';
import type { WebhookReplaysRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { firstDeliveryId } from '../deliveries/delivery.ts';

export type ReplayRow = Omit<WebhookReplaysRow, 'partnerId' | 'completedAt'>;

interface ReplayKey {
  partnerId: string;
  replayId: string;
}

const COLUMNS = `replay_id, requested_by, requested_at, from_at, to_at, event_type, include_unrouted, delivery_status,
  customer_id, source_series, created, cancelled_at`;

// Ids are generated when a replay is requested, so the primary key has the order.
const LIST = statement<ReplayRow, { partnerId: string; below: string; kept: string; limit: number }>(
  'replay_list',
  `select ${COLUMNS} from webhook_replays where partner_id = :partnerId and replay_id < :below and replay_id >= :kept
   order by replay_id desc limit :limit`,
);

/** Replays between two ids, newest first. */
export function listReplayRows(
  tx: Tx,
  partnerId: string,
  page: { below: string; kept: string; limit: number },
): Promise<ReplayRow[]> {
  return tx.rows(LIST, { partnerId, ...page });
}

const FIND = statement<ReplayRow, ReplayKey>(
  'replay_find',
  `select ${COLUMNS} from webhook_replays where partner_id = :partnerId and replay_id = :replayId`,
);

export async function findReplay(tx: Tx, partnerId: string, replayId: string): Promise<ReplayRow | undefined> {
  return (await tx.rows(FIND, { partnerId, replayId }))[0];
}

interface CountRow {
  status: DeliveryStatus;
  deliveries: number;
  /** The number of deliveries that the cancellation gave up. */
  cancelled: number;
  lastCompletedAt: Date | null;
}

// An index-only scan of the index of replays; once per status, as the index starts with it.
const COUNT = statement<CountRow, ReplayKey & { sinceDelivery: string; cancelledAt: Date | null }>(
  'replay_count_deliveries',
  DELIVERY_STATUSES.map(
    (status) => `select '${status}' as status, count(*)::int as deliveries, max(completed_at) as last_completed_at,
     count(*) filter (where completed_at = :cancelledAt::timestamptz)::int as cancelled
   from webhook_deliveries where partner_id = :partnerId and status = '${status}' and replay_series = :replayId
     and delivery_id >= :sinceDelivery`,
  ).join('\n   union all '),
);

const COUNT_BATCHED = statement<{ events: number }, ReplayKey>(
  'replay_count_batched',
  `select coalesce(sum(cardinality(event_ids)), 0)::int as events from webhook_replay_batches
   where partner_id = :partnerId and replay_id = :replayId`,
);

export interface ReplayCounts {
  delivered: number;
  failed: number;
  waiting: number;
  /** When the last delivery was completed. */
  lastCompletedAt: Date | null;
}

export async function countReplay(
  tx: Tx,
  partnerId: string,
  { replayId, cancelledAt, requestedAt }: ReplayRow,
): Promise<ReplayCounts> {
  // In this order, an event whose delivery is created in between is counted twice instead of missed.
  const [batched] = await tx.rows(COUNT_BATCHED, { partnerId, replayId });
  const rows = await tx.rows(COUNT, { partnerId, replayId, sinceDelivery: firstDeliveryId(requestedAt), cancelledAt });
  const of = (status: DeliveryStatus) => rows.find((row) => row.status === status);
  const ends = rows.flatMap(({ lastCompletedAt: at }) => (at === null ? [] : [at.getTime()]));
  return {
    delivered: of('Delivered')?.deliveries ?? 0,
    failed: (of('Exhausted')?.deliveries ?? 0) - (of('Exhausted')?.cancelled ?? 0),
    waiting: (of('Pending')?.deliveries ?? 0) + (batched?.events ?? 0),
    lastCompletedAt: ends.length === 0 ? null : new Date(Math.max(...ends)),
  };
}

const CANCEL = statement<never, ReplayKey & { now: Date }>(
  'replay_cancel',
  'update webhook_replays set cancelled_at = :now where partner_id = :partnerId and replay_id = :replayId',
);

export async function markCancelled(tx: Tx, partnerId: string, replayId: string, now: Date): Promise<void> {
  await tx.rows(CANCEL, { partnerId, replayId, now });
}
