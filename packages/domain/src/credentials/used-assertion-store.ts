import { statement, type Tx } from '@onboarding/platform/postgres';

const DELETE = statement<{ deleted: number }, { before: Date; limit: number }>(
  'used_assertions_delete_expired',
  `with gone as (
     delete from used_assertions where assertion_hash in (
       select assertion_hash from used_assertions where expires_at < :before order by expires_at limit :limit
     ) returning 1
   ) select count(*) as deleted from gone`,
);

/** Deletes up to `limit` assertions that expired before `before`; returns their number. */
export async function deleteExpiredAssertions(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE, { before, limit }))[0]?.deleted ?? 0;
}
