// Sign-ins: the provider's session in one browser and the API sessions based on it. Failed attempts to sign in.
import type { AccountAttemptsRow, SignInsRow } from '@onboarding/database/tables';
import { uuidv7 } from '@onboarding/platform/ids';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AttemptSource, Attempts } from './lockout.ts';

interface BegunSignIn {
  providerHash: Buffer;
  accountId: string;
  signedInAt: Date;
  expiresAt: Date;
}

const BEGIN = statement<never, BegunSignIn & { signInId: string; now: Date }>(
  'sign_in_begin',
  `insert into sign_ins (sign_in_id, account_id, provider_hash, signed_in_at, last_seen_at, expires_at)
   values (:signInId, :accountId, :providerHash, :signedInAt, :now, :expiresAt)
   on conflict (provider_hash) do update set signed_in_at = greatest(sign_ins.signed_in_at, excluded.signed_in_at),
     expires_at = greatest(sign_ins.expires_at, excluded.expires_at), last_seen_at = excluded.last_seen_at
   where sign_ins.account_id = excluded.account_id and sign_ins.ended_at is null`,
);

// Use of an API session counts too: it is recorded at most once a minute.
const FIND_LIVE = statement<
  Pick<SignInsRow, 'signInId' | 'signedInAt'>,
  { providerHash: Buffer; accountId: string; now: Date; seenAfter: Date }
>(
  'sign_in_find_live',
  `select i.sign_in_id, i.signed_in_at from sign_ins i
   where i.provider_hash = :providerHash and i.account_id = :accountId and i.ended_at is null and i.expires_at > :now
     and (i.last_seen_at > :seenAfter or exists (
       select from sessions s
       where s.account_id = i.account_id and s.sign_in_id = i.sign_in_id and s.last_seen_at > :seenAfter))`,
);

const TOUCH = statement<never, { providerHash: Buffer; now: Date; ifSeenBefore: Date }>(
  'sign_in_touch',
  `update sign_ins set last_seen_at = :now
   where provider_hash = :providerHash and ended_at is null and last_seen_at <= :ifSeenBefore`,
);

const END = statement<never, { providerHash: Buffer; now: Date }>(
  'sign_in_end',
  `with ended as (
     update sign_ins set ended_at = :now
     where provider_hash = :providerHash and ended_at is null returning account_id, sign_in_id
   )
   delete from sessions s using ended e where s.account_id = e.account_id and s.sign_in_id = e.sign_in_id`,
);

const HOLD = statement<{ alive: boolean | null }, { signInId: string; accountId: string; now: Date }>(
  'sign_in_hold',
  'select hold_sign_in(:signInId, :accountId, :now) as alive',
);
const END_OF_SESSION = statement<never, { sessionHash: Buffer }>(
  'sign_in_end_of_session',
  'select end_sign_in(:sessionHash)',
);

const DELETE_EXPIRED = statement<{ deleted: number }, { before: Date; limit: number }>(
  'sign_ins_delete_expired',
  `with gone as (
     delete from sign_ins where sign_in_id in (
       select sign_in_id from sign_ins where expires_at < :before order by expires_at limit :limit
     ) returning 1
   ) select count(*) as deleted from gone`,
);

/** Records a full sign-in or, for an existing one, that both factors were proven again. */
export async function insertSignIn(tx: Tx, begun: BegunSignIn, now: Date): Promise<void> {
  await tx.rows(BEGIN, { ...begun, signInId: uuidv7(now), now });
}

export async function findLiveRow(tx: Tx, providerHash: Buffer, accountId: string, now: Date, seenAfter: Date) {
  return (await tx.rows(FIND_LIVE, { providerHash, accountId, now, seenAfter }))[0];
}

export async function touchSignIn(tx: Tx, providerHash: Buffer, now: Date, ifSeenBefore: Date): Promise<void> {
  await tx.rows(TOUCH, { providerHash, now, ifSeenBefore });
}

export async function endByProvider(tx: Tx, providerHash: Buffer, now: Date): Promise<void> {
  await tx.rows(END, { providerHash, now });
}

/** Whether a session may be based on it. Locks it, so that it cannot end before this transaction does. */
export async function holdSignIn(tx: Tx, signInId: string, accountId: string, now: Date): Promise<boolean> {
  return (await tx.rows(HOLD, { signInId, accountId, now }))[0]?.alive === true;
}

export async function endOfSession(tx: Tx, sessionHash: Buffer): Promise<void> {
  await tx.rows(END_OF_SESSION, { sessionHash });
}

/** Deletes up to `limit` sign-ins that expired before `before`; returns their number. */
export async function deleteExpiredSignIns(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_EXPIRED, { before, limit }))[0]?.deleted ?? 0;
}

// Callers must hold the lock on the account's row, so that each attempt sees the failures counted before it.
const FIND_ATTEMPTS = statement<
  Pick<AccountAttemptsRow, 'failures' | 'countedAt' | 'blockedUntil'>,
  AttemptSource & { accountId: string }
>(
  'account_attempts_find',
  `select failures, counted_at, blocked_until from account_attempts
   where account_id = :accountId and source = :source and source_key = :key`,
);
const SET_ATTEMPTS = statement<
  never,
  AttemptSource & { accountId: string; failures: number; countedAt: Date; blockedUntil: Date | null }
>(
  'account_attempts_set',
  `insert into account_attempts (account_id, source, source_key, failures, counted_at, blocked_until)
   values (:accountId, :source, :key, :failures, :countedAt, :blockedUntil)
   on conflict (account_id, source, source_key) do update set failures = excluded.failures,
     counted_at = excluded.counted_at, blocked_until = excluded.blocked_until`,
);
const FORGET_ATTEMPTS = statement<never, AttemptSource & { accountId: string }>(
  'account_attempts_forget',
  'delete from account_attempts where account_id = :accountId and source = :source and source_key = :key',
);
const DELETE_OLD_ATTEMPTS = statement<{ deleted: number }, { before: Date; limit: number }>(
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
  const row = (await tx.rows(FIND_ATTEMPTS, { accountId, source, key }))[0];
  return row === undefined ? undefined : { ...row, blockedUntil: row.blockedUntil ?? undefined };
}

export async function setAttempts(
  tx: Tx,
  accountId: string,
  { source, key }: AttemptSource,
  { failures, countedAt, blockedUntil }: Attempts,
): Promise<void> {
  await tx.rows(SET_ATTEMPTS, { accountId, source, key, failures, countedAt, blockedUntil: blockedUntil ?? null });
}

export async function forgetAttempts(tx: Tx, accountId: string, { source, key }: AttemptSource): Promise<void> {
  await tx.rows(FORGET_ATTEMPTS, { accountId, source, key });
}

/** Deletes up to `limit` counts unchanged since `before`; returns their number. */
export async function deleteOldAttempts(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_OLD_ATTEMPTS, { before, limit }))[0]?.deleted ?? 0;
}
