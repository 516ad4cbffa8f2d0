import { statement, type Tx } from '@onboarding/platform/postgres';

const DELETE_OIDC_RECORDS = statement<{ deleted: number }>(
  'oidc_records_delete_expired',
  `with gone as (
     delete from oidc_records where (model, record_hash) in (
       select model, record_hash from oidc_records where expires_at < $1 order by expires_at limit $2
     ) returning 1
   ) select count(*) as deleted from gone`,
);
// Whoever holds one of them, frozen perhaps, is not waited for.
const DELETE_PROBES = statement<{ deleted: number }>(
  'process_probes_delete_old',
  `with gone as (
     delete from process_probes where (service, process_id) in (
       select service, process_id from process_probes where probed_at < $1 order by probed_at limit $2
       for update skip locked
     ) returning 1
   ) select count(*) as deleted from gone`,
);
const DROP_PARTITIONS = statement<{ dropped: number }>('partitions_drop', 'select drop_partitions($1, $2) as dropped');

export async function deleteExpiredOidcRecords(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_OIDC_RECORDS, [before, limit]))[0]?.deleted ?? 0;
}

export async function deleteOldProbes(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_PROBES, [before, limit]))[0]?.deleted ?? 0;
}

/** Drops the partitions of days that are over for longer than they are kept; answers how many. */
export async function dropPartitions(tx: Tx, table: string, keepDays: number): Promise<number> {
  return (await tx.rows(DROP_PARTITIONS, [table, keepDays]))[0]?.dropped ?? 0;
}
