import type { AccountAttemptsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AttemptSource, Attempts } from './lockout.ts';

// The account's row is locked by whoever comes here, so that none tries without the failure before it being counted.
const FIND = statement<Pick<AccountAttemptsRow, 'failures' | 'counted_at' | 'blocked_until'>>(
  'account_attempts_find',
  `select failures, counted_at, blocked_until from account_attempts
   where account_id = $1 and source = $2 and source_key = $3`,
);
const SET = statement(
  'account_attempts_set',
  `insert into account_attempts (account_id, source, source_key, failures, counted_at, blocked_until)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (account_id, source, source_key) do update set failures = excluded.failures,
     counted_at = excluded.counted_at, blocked_until = excluded.blocked_until`,
);
const FORGET = statement(
  'account_attempts_forget',
  'delete from account_attempts where account_id = $1 and source = $2 and source_key = $3',
);
const DELETE_OLD = statement<{ deleted: number }>(
  'account_attempts_delete_old',
  `with gone as (
     delete from account_attempts where (account_id, source, source_key) in (
       select account_id, source, source_key from account_attempts where counted_at < $1 order by counted_at limit $2
     ) returning 1
   ) select count(*) as deleted from gone`,
);

export async function findAttempts(
  tx: Tx,
  accountId: string,
  { source, key }: AttemptSource,
): Promise<Attempts | undefined> {
  const row = (await tx.rows(FIND, [accountId, source, key]))[0];
  if (row === undefined) return undefined;
  return { failures: row.failures, countedAt: row.counted_at, blockedUntil: row.blocked_until ?? undefined };
}

export async function setAttempts(
  tx: Tx,
  accountId: string,
  { source, key }: AttemptSource,
  { failures, countedAt, blockedUntil }: Attempts,
): Promise<void> {
  await tx.rows(SET, [accountId, source, key, failures, countedAt, blockedUntil ?? null]);
}

export async function forgetAttempts(tx: Tx, accountId: string, { source, key }: AttemptSource): Promise<void> {
  await tx.rows(FORGET, [accountId, source, key]);
}

/** Deletes up to `limit` counts that nobody has added to since the time given; answers how many. */
export async function deleteOldAttempts(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_OLD, [before, limit]))[0]?.deleted ?? 0;
}
