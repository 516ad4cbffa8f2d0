// The change feed waits for every transaction of the whole server, those of other tests included.
import type pg from 'pg';
import { until } from './process.ts';

/** Waits until whatever is being written at this moment has been committed or given up, so that the feed shows it. */
export async function untilSettled(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query('select pg_current_xact_id() as number');
  await until(async () => {
    const settled = await owner.query('select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as all', [
      rows[0].number,
    ]);
    return settled.rows[0].all;
  }, 'transactions under way end');
}
