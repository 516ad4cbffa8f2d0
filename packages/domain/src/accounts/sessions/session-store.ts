import type { Realm } from '@onboarding/contract';
import type { AccountsRow, PartnersRow, SessionsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export interface EnteredRow {
  sessionId: string;
  accountId: string;
  partnerId: string | null;
  role: AccountsRow['role'];
  name: string;
  email: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  secondFactorAt: Date;
  partnerName: string | null;
  clientId: string | null;
  status: PartnersRow['status'] | null;
  onboardingStatus: PartnersRow['onboardingStatus'] | null;
}

const ENTER = statement<EnteredRow, { hash: Buffer; realm: Realm; now: Date; inUse: boolean }>(
  'session_enter',
  `select session_id, account_id, partner_id, role, name, email, created_at, last_seen_at, expires_at, second_factor_at,
     partner_name, client_id, status, onboarding_status
   from enter_session(:hash, :realm, :now, :inUse)`,
);

export interface SessionInsert {
  hash: Buffer;
  sessionId: string;
  accountId: string;
  realm: Realm;
  now: Date;
  expiresAt: Date;
  secondFactorAt: Date;
  address: string;
  userAgent: string;
  signInId: string | null;
}

const INSERT = statement<never, SessionInsert>(
  'session_insert',
  `insert into sessions (session_hash, session_id, account_id, realm, created_at, last_seen_at, expires_at, second_factor_at,
     address, user_agent, sign_in_id)
   values (:hash, :sessionId, :accountId, :realm, :now, :now, :expiresAt, :secondFactorAt, :address, :userAgent,
     :signInId)`,
);

const END = statement<never, { hash: Buffer }>('session_end', 'select end_session(:hash)');

const END_ALL = statement<{ ended: number }, { accountId: string }>(
  'session_end_all',
  'select end_sessions(:accountId) as ended',
);

export type SessionRow = Pick<SessionsRow, 'sessionId' | 'createdAt' | 'lastSeenAt' | 'address' | 'userAgent'>;

// Filters by realm too, for the access policy: sessions are listed only to their own account, which has one realm.
const LIST = statement<SessionRow, { accountId: string; realm: Realm; now: Date; seenAfter: Date }>(
  'session_list',
  `select session_id, created_at, last_seen_at, address, user_agent from sessions
   where account_id = :accountId and realm = :realm and expires_at > :now and last_seen_at > :seenAfter
   order by last_seen_at desc, session_id desc limit 100`,
);

const FIND_HASH = statement<{ sessionHash: Buffer }, { accountId: string; sessionId: string }>(
  'session_find_hash',
  'select session_hash from sessions where account_id = :accountId and session_id = :sessionId',
);

/** Returns undefined if there is no such session, it has expired, or its account is disabled. */
export async function enterAndFindSession(
  tx: Tx,
  hash: Buffer,
  realm: Realm,
  now: Date,
  inUse: boolean,
): Promise<EnteredRow | undefined> {
  return (await tx.rows(ENTER, { hash, realm, now, inUse }))[0];
}

export async function insertSession(tx: Tx, session: SessionInsert): Promise<void> {
  await tx.rows(INSERT, session);
}

export async function deleteSession(tx: Tx, hash: Buffer): Promise<void> {
  await tx.rows(END, { hash });
}

export async function deleteAllSessions(tx: Tx, accountId: string): Promise<number> {
  return (await tx.rows(END_ALL, { accountId }))[0]?.ended ?? 0;
}

export async function findSessionHash(tx: Tx, accountId: string, sessionId: string): Promise<Buffer | undefined> {
  return (await tx.rows(FIND_HASH, { accountId, sessionId }))[0]?.sessionHash;
}

export function listSessionRows(
  tx: Tx,
  accountId: string,
  realm: Realm,
  now: Date,
  seenAfter: Date,
): Promise<SessionRow[]> {
  return tx.rows(LIST, { accountId, realm, now, seenAfter });
}

const DELETE_EXPIRED = statement<{ deleted: number }, { before: Date; limit: number }>(
  'sessions_delete_expired',
  `with gone as (
     delete from sessions where session_hash in (
       select session_hash from sessions where expires_at < :before order by expires_at limit :limit
     ) returning 1
   ) select count(*) as deleted from gone`,
);

/** Deletes up to `limit` sessions that expired before `before`; returns their number. */
export async function deleteExpiredSessions(tx: Tx, before: Date, limit: number): Promise<number> {
  return (await tx.rows(DELETE_EXPIRED, { before, limit }))[0]?.deleted ?? 0;
}
