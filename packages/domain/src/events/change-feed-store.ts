import type { EventsRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';

export type FeedRow = Pick<EventsRow, 'event_id' | 'transaction_id' | 'body'>;

/** Below this number every transaction has come to its end: what it wrote can be seen, or never will be. */
const SETTLED_BELOW = statement<{ settled_below: string }>(
  'change_feed_settled',
  'select pg_snapshot_xmin(pg_current_snapshot()) as settled_below',
);

// The bound on event_id only keeps old partitions out; the position is what the index is read by.
const PAGE = statement<FeedRow>(
  'change_feed_page',
  `select event_id, transaction_id, body from events
   where partner_id = $1 and event_id >= $2 and (transaction_id, event_id) > ($3::xid8, $4::uuid)
   order by transaction_id, event_id limit $5`,
);

export interface FeedPlace {
  transactionId: bigint;
  eventId: string;
}

/**
 * The events behind a place, those that are not settled yet included. Asked for in this order: a transaction that ends in
 * between then only makes the page fresher than the bound that it is judged by.
 */
export async function readFeed(
  tx: Tx,
  partnerId: string,
  { after, notBefore, limit }: { after: FeedPlace; notBefore: string; limit: number },
): Promise<{ settledBelow: bigint; rows: FeedRow[] }> {
  const values = [partnerId, notBefore, String(after.transactionId), after.eventId, limit];
  const [[bound], rows] = await settled([tx.rows(SETTLED_BELOW, []), tx.rows(PAGE, values)]);
  if (bound === undefined) throw new Error('The database did not say which transactions are settled');
  return { settledBelow: BigInt(bound.settled_below), rows };
}
