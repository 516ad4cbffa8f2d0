import type { WebhookStatisticsRow } from '@onboarding/database/tables';
import { statement, type Tx, toRecordset } from '@onboarding/platform/postgres';
import { type Count, type CountRow, mergeCounts, type StatisticsRange } from './delivery-statistics.ts';

// Recording attempts holds the lane of each partner, so only the rare counts of given-up deliveries can run concurrently here.
// All are written in the order of the key, after any lock on deliveries, so that they wait instead of deadlocking.
const ADD = statement<never, { counts: string }>(
  'webhook_statistics_add',
  `insert into webhook_statistics as s (partner_id, hour, outcome, counted, durations)
   select partner_id, hour, outcome, counted, durations
   from json_to_recordset(:counts::json) as c (partner_id uuid, hour timestamptz, outcome text, counted integer, durations integer[])
   on conflict (partner_id, hour, outcome) do update set counted = s.counted + excluded.counted,
     durations = array(select coalesce(one, 0) + coalesce(other, 0)
       from unnest(s.durations, excluded.durations) with ordinality as pair (one, other, place) order by place)`,
);

/** Must run in the transaction of the counted attempts. */
export async function addCounts(tx: Tx, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) return;
  await tx.rows(ADD, { counts: toRecordset(mergeCounts(counts)) });
}

const READ = statement<Omit<WebhookStatisticsRow, 'partnerId'>, { partnerId: string; from: Date; to: Date }>(
  'webhook_statistics_read',
  `select hour, outcome, counted, durations from webhook_statistics
   where partner_id = :partnerId and hour >= :from and hour < :to`,
);

export function readCounts(tx: Tx, partnerId: string, { from, to }: StatisticsRange): Promise<CountRow[]> {
  return tx.rows(READ, { partnerId, from, to });
}

const DELETE = statement<{ deleted: number }, { before: Date; limit: number }>(
  'webhook_statistics_delete_old',
  `with gone as (
     delete from webhook_statistics where (partner_id, hour, outcome) in (
       select partner_id, hour, outcome from webhook_statistics where hour < :before order by hour limit :limit
     ) returning 1
   ) select count(*) as deleted from gone`,
);

export async function deleteOldStatistics(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE, { before, limit }))[0]?.deleted ?? 0;
}
