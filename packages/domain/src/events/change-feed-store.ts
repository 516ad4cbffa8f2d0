import type { EventsRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';

export type FeedRow = Pick<EventsRow, 'eventId' | 'transactionId' | 'body'>;

/** Every transaction with a lower id has ended: its rows are visible now, or never will be. */
const ENDED_BELOW = statement<{ endedBelow: string }>(
  'change_feed_ended',
  'select pg_snapshot_xmin(pg_current_snapshot()) as ended_below',
);

// The bound on event_id only prunes old partitions; the position determines the index scan.
const PAGE = statement<
  FeedRow,
  { partnerId: string; notBefore: string; transactionId: string; eventId: string; limit: number }
>(
  'change_feed_page',
  `select event_id, transaction_id, body from events
   where partner_id = :partnerId and event_id >= :notBefore and (transaction_id, event_id) > (:transactionId::xid8, :eventId::uuid)
   order by transaction_id, event_id limit :limit`,
);

export interface FeedPlace {
  transactionId: bigint;
  eventId: string;
}

/**
 * The events after a position, including those of running transactions. In this order, a transaction that ends in between only makes the
 * page newer than the bound.
 */
export async function readFeed(
  tx: Tx,
  partnerId: string,
  { after, notBefore, limit }: { after: FeedPlace; notBefore: string; limit: number },
): Promise<{ endedBelow: bigint; rows: FeedRow[] }> {
  const { transactionId, eventId } = after;
  const values = { partnerId, notBefore, transactionId: String(transactionId), eventId, limit };
  const [[bound], rows] = await settled([tx.rows(ENDED_BELOW, {}), tx.rows(PAGE, values)]);
  if (bound === undefined) throw new Error('The database did not say which transactions have ended');
  return { endedBelow: BigInt(bound.endedBelow), rows };
}
