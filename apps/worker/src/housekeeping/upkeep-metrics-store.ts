import { statement, type Tx } from '@onboarding/platform/postgres';

export interface Partitions {
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
