import { statement, type Tx } from '@onboarding/platform/postgres';

const DELETE_OIDC_RECORDS = statement<{ deleted: number }, { before: Date; limit: number }>(
  'oidc_records_delete_expired',
  `with gone as (
     delete from oidc_records where (model, record_hash) in (
       select model, record_hash from oidc_records where expires_at < :before order by expires_at limit :limit
     ) returning 1
   ) select count(*) as deleted from gone`,
);
// Skips rows that a process, perhaps a frozen one, has locked.
const DELETE_PROBES = statement<{ deleted: number }, { before: Date; limit: number }>(
  'process_probes_delete_old',
  `with gone as (
     delete from process_probes where (service, process_id) in (
       select service, process_id from process_probes where probed_at < :before order by probed_at limit :limit
       for update skip locked
     ) returning 1
   ) select count(*) as deleted from gone`,
);
const RETIRE_PARTITIONS = statement<
  { dropped: number; droppedRows: number; oldest: Date | null },
  { table: string; keepDays: number | null }
>('partitions_retire', 'select dropped, dropped_rows, oldest from retire_partitions(:table, :keepDays)');
const FORGET_ROWS = statement<
  { removed: number; oldest: Date | null },
  { family: string; keepDays: number | null; limit: number }
>('rows_forget', 'select removed, oldest from forget_rows(:family, :keepDays, :limit)');

export async function deleteExpiredOidcRecords(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_OIDC_RECORDS, { before, limit }))[0]?.deleted ?? 0;
}

export async function deleteOldProbes(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_PROBES, { before, limit }))[0]?.deleted ?? 0;
}

/** Drops partitions that are older than the retention period; without one it only finds the oldest. */
export async function retirePartitions(tx: Tx, table: string, keepDays: number | undefined) {
  const [row] = await tx.rows(RETIRE_PARTITIONS, { table, keepDays: keepDays ?? null });
  return { rows: row?.droppedRows ?? 0, partitions: row?.dropped ?? 0, oldest: row?.oldest ?? undefined };
}

/** Deletes rows that are older than the retention period; without one it only finds the oldest. */
export async function forgetRows(tx: Tx, family: string, keepDays: number | undefined, limit: number) {
  const [row] = await tx.rows(FORGET_ROWS, { family, keepDays: keepDays ?? null, limit });
  return { rows: row?.removed ?? 0, oldest: row?.oldest ?? undefined };
}
