// The change feed and the anchors wait for every transaction on the server, including those of other tests.
import type pg from 'pg';
import { until } from '../patience.ts';

/** Waits until every running transaction has ended, so that the feed shows its events and the next anchor states its entries. */
export async function untilTransactionsEnd(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query('select pg_current_xact_id() as number');
  await until(async () => {
    const ended = await owner.query('select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as all', [
      rows[0].number,
    ]);
    return ended.rows[0].all;
  }, 'transactions under way end');
}
