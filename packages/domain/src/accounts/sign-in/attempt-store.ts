import type { AccountAttemptsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AttemptSource, Attempts } from './lockout.ts';

// Callers must hold the lock on the account's row, so that each attempt sees the failures counted before it.
const FIND = statement<
  Pick<AccountAttemptsRow, 'failures' | 'countedAt' | 'blockedUntil'>,
  AttemptSource & { accountId: string }
>(
  'account_attempts_find',
  `select failures, counted_at, blocked_until from account_attempts
   where account_id = :accountId and source = :source and source_key = :key`,
);
const SET = statement<
  never,
  AttemptSource & { accountId: string; failures: number; countedAt: Date; blockedUntil: Date | null }
>(
  'account_attempts_set',
  `insert into account_attempts (account_id, source, source_key, failures, counted_at, blocked_until)
   values (:accountId, :source, :key, :failures, :countedAt, :blockedUntil)
   on conflict (account_id, source, source_key) do update set failures = excluded.failures,
     counted_at = excluded.counted_at, blocked_until = excluded.blocked_until`,
);
const FORGET = statement<never, AttemptSource & { accountId: string }>(
  'account_attempts_forget',
  'delete from account_attempts where account_id = :accountId and source = :source and source_key = :key',
);
const DELETE_OLD = statement<{ deleted: number }, { before: Date; limit: number }>(
  'account_attempts_delete_old',
  `with gone as (
     delete from account_attempts where (account_id, source, source_key) in (
       select account_id, source, source_key from account_attempts
       where counted_at < :before order by counted_at limit :limit
     ) returning 1
   ) select count(*) as deleted from gone`,
);

export async function findAttempts(
  tx: Tx,
  accountId: string,
  { source, key }: AttemptSource,
): Promise<Attempts | undefined> {
  const row = (await tx.rows(FIND, { accountId, source, key }))[0];
  return row === undefined ? undefined : { ...row, blockedUntil: row.blockedUntil ?? undefined };
}

export async function setAttempts(
  tx: Tx,
  accountId: string,
  { source, key }: AttemptSource,
  { failures, countedAt, blockedUntil }: Attempts,
): Promise<void> {
  await tx.rows(SET, { accountId, source, key, failures, countedAt, blockedUntil: blockedUntil ?? null });
}

export async function forgetAttempts(tx: Tx, accountId: string, { source, key }: AttemptSource): Promise<void> {
  await tx.rows(FORGET, { accountId, source, key });
}

/** Deletes up to `limit` counts unchanged since `before`; returns their number. */
export async function deleteOldAttempts(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_OLD, { before, limit }))[0]?.deleted ?? 0;
}
