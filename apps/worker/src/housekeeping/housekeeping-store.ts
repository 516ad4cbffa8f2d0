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

interface Partitions {
  table: string;
  daysAhead: number;
}

// Parsed from the names of the partitions: table_YYYYMMDD, or table_YYYYMM for a month.
const PARTITIONS = statement<{ name: string; daysAhead: number }, { now: Date }>(
  'partitions_measure',
  `select name, max(ends) - (:now::timestamptz at time zone 'utc')::date - 1 as days_ahead
   from (
     select parent.relname as name, (to_date(suffix, case when length(suffix) = 6 then 'YYYYMM' else 'YYYYMMDD' end)
       + case when length(suffix) = 6 then interval '1 month' else interval '1 day' end)::date as ends
     from pg_class parent join pg_inherits i on i.inhparent = parent.oid join pg_class child on child.oid = i.inhrelid
       cross join lateral substring(child.relname from '_([0-9]{6,8})$') as suffix
     where parent.relkind = 'p' and parent.relnamespace = 'onboarding'::regnamespace and suffix is not null
   ) partitions group by 1`,
);

/** How far ahead partitions exist. */
export async function measurePartitions(tx: Tx, now: Date): Promise<Partitions[]> {
  const rows = await tx.rows(PARTITIONS, { now });
  return rows.map((row) => ({ table: row.name, daysAhead: row.daysAhead }));
}

const TABLES = statement<{ schema: string; table: string; size: number | null }>(
  'tables_measure',
  `select n.nspname as schema, c.relname as table, pg_total_relation_size(c.oid) as size
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('onboarding', 'pgboss') and c.relkind = 'r'`,
);

/** The bytes of each table and partition, with indexes. One that is being dropped has none. */
export async function measureTables(tx: Tx): Promise<{ schema: string; table: string; size: number }[]> {
  return (await tx.rows(TABLES, {})).map((row) => ({ ...row, size: row.size ?? 0 }));
}

// Positions are null for a role that is not a member of pg_read_all_stats.
const REPLICATION = statement<{ standby: string; lag: number }>(
  'replication_measure',
  `select application_name as standby, max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn))::bigint as lag
   from pg_stat_replication where replay_lsn is not null group by 1`,
);

export function measureReplication(tx: Tx): Promise<{ standby: string; lag: number }[]> {
  return tx.rows(REPLICATION, {});
}
