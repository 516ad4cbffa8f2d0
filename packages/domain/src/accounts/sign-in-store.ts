// Sign-ins: the provider's session in one browser and the sessions with the API that came of it.
import type { SignInsRow } from '@onboarding/database/tables';
import { uuidv7 } from '@onboarding/platform/ids';
import { statement, type Tx } from '@onboarding/platform/postgres';

const BEGIN = statement(
  'sign_in_begin',
  `insert into sign_ins (sign_in_id, account_id, provider_hash, signed_in_at, last_seen_at, expires_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (provider_hash) do update set signed_in_at = greatest(sign_ins.signed_in_at, excluded.signed_in_at),
     expires_at = greatest(sign_ins.expires_at, excluded.expires_at), last_seen_at = excluded.last_seen_at
   where sign_ins.account_id = excluded.account_id and sign_ins.ended_at is null`,
);

// What a session with the API has seen counts as well: one request a minute is noted there.
const FIND_LIVE = statement<Pick<SignInsRow, 'sign_in_id' | 'signed_in_at'>>(
  'sign_in_find_live',
  `select i.sign_in_id, i.signed_in_at from sign_ins i
   where i.provider_hash = $1 and i.account_id = $2 and i.ended_at is null and i.expires_at > $3
     and (i.last_seen_at > $4 or exists (
       select from sessions s
       where s.account_id = i.account_id and s.sign_in_id = i.sign_in_id and s.last_seen_at > $4))`,
);

const TOUCH = statement(
  'sign_in_touch',
  'update sign_ins set last_seen_at = $2 where provider_hash = $1 and ended_at is null and last_seen_at <= $3',
);

const END = statement(
  'sign_in_end',
  `with ended as (
     update sign_ins set ended_at = $2 where provider_hash = $1 and ended_at is null returning account_id, sign_in_id
   )
   delete from sessions s using ended e where s.account_id = e.account_id and s.sign_in_id = e.sign_in_id`,
);

const HOLD = statement<{ alive: boolean | null }>('sign_in_hold', 'select hold_sign_in($1, $2, $3) as alive');
const END_OF_SESSION = statement('sign_in_end_of_session', 'select end_sign_in($1)');

const DELETE_EXPIRED = statement<{ deleted: number }>(
  'sign_ins_delete_expired',
  `with gone as (
     delete from sign_ins where sign_in_id in (
       select sign_in_id from sign_ins where expires_at < $1 order by expires_at limit $2
     ) returning 1
   ) select count(*) as deleted from gone`,
);

export interface BegunSignIn {
  providerHash: Buffer;
  accountId: string;
  signedInAt: Date;
  expiresAt: Date;
}

/** Notes a sign-in with everything; for one that goes on, that everything was shown again. */
export async function insertSignIn(tx: Tx, begun: BegunSignIn, now: Date): Promise<void> {
  const { accountId, providerHash, signedInAt, expiresAt } = begun;
  await tx.rows(BEGIN, [uuidv7(now), accountId, providerHash, signedInAt, now, expiresAt]);
}

export async function findLiveRow(tx: Tx, providerHash: Buffer, accountId: string, now: Date, seenAfter: Date) {
  return (await tx.rows(FIND_LIVE, [providerHash, accountId, now, seenAfter]))[0];
}

export async function touchSignIn(tx: Tx, providerHash: Buffer, now: Date, ifSeenBefore: Date): Promise<void> {
  await tx.rows(TOUCH, [providerHash, now, ifSeenBefore]);
}

export async function endByProvider(tx: Tx, providerHash: Buffer, now: Date): Promise<void> {
  await tx.rows(END, [providerHash, now]);
}

/** Whether a session may come of it, which nobody can end before this transaction does. */
export async function holdSignIn(tx: Tx, signInId: string, accountId: string, now: Date): Promise<boolean> {
  return (await tx.rows(HOLD, [signInId, accountId, now]))[0]?.alive === true;
}

export async function endOfSession(tx: Tx, sessionHash: Buffer): Promise<void> {
  await tx.rows(END_OF_SESSION, [sessionHash]);
}

/** Deletes up to `limit` sign-ins that ended before the time given; answers how many. */
export async function deleteExpiredSignIns(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_EXPIRED, [before, limit]))[0]?.deleted ?? 0;
}
