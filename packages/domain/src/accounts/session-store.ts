import type { SessionsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export interface EnteredRow {
  session_id: string;
  account_id: string;
  partner_id: string | null;
  role: string;
  name: string;
  email: string;
  created_at: Date;
  expires_at: Date;
  second_factor_at: Date;
  partner_name: string | null;
  client_id: string | null;
  status: string | null;
  onboarding_status: string | null;
}

const ENTER = statement<EnteredRow>(
  'session_enter',
  `select session_id, account_id, partner_id, role, name, email, created_at, expires_at, second_factor_at, partner_name,
     client_id, status, onboarding_status
   from enter_session($1, $2, $3)`,
);

const INSERT = statement(
  'session_insert',
  `insert into sessions (session_hash, session_id, account_id, realm, created_at, last_seen_at, expires_at, second_factor_at,
     address, user_agent, sign_in_id)
   values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10)`,
);

const END = statement('session_end', 'select end_session($1)');

const END_ALL = statement<{ ended: number }>('session_end_all', 'select end_sessions($1) as ended');

export type SessionRow = Pick<SessionsRow, 'session_id' | 'created_at' | 'last_seen_at' | 'address' | 'user_agent'>;

// The realm, because an account's sessions are listed only to that account, and an account has one realm.
const LIST = statement<SessionRow>(
  'session_list',
  `select session_id, created_at, last_seen_at, address, user_agent from sessions
   where account_id = $1 and realm = $2 and expires_at > $3 and last_seen_at > $4
   order by last_seen_at desc, session_id desc limit 100`,
);

/** Undefined when there is no such session, its time is over, or its account may not work any more. */
export async function enterAndFindSession(
  tx: Tx,
  hash: Buffer,
  realm: string,
  now: Date,
): Promise<EnteredRow | undefined> {
  return (await tx.rows(ENTER, [hash, realm, now]))[0];
}

export interface SessionInsert {
  hash: Buffer;
  sessionId: string;
  accountId: string;
  realm: string;
  now: Date;
  expiresAt: Date;
  secondFactorAt: Date;
  address: string;
  userAgent: string;
  signInId: string | undefined;
}

export async function insertSession(tx: Tx, session: SessionInsert): Promise<void> {
  await tx.rows(INSERT, [
    session.hash,
    session.sessionId,
    session.accountId,
    session.realm,
    session.now,
    session.expiresAt,
    session.secondFactorAt,
    session.address,
    session.userAgent,
    session.signInId ?? null,
  ]);
}

export async function deleteSession(tx: Tx, hash: Buffer): Promise<void> {
  await tx.rows(END, [hash]);
}

export async function deleteAllSessions(tx: Tx, accountId: string): Promise<number> {
  return (await tx.rows(END_ALL, [accountId]))[0]?.ended ?? 0;
}

export function listSessionRows(
  tx: Tx,
  accountId: string,
  realm: string,
  now: Date,
  seenAfter: Date,
): Promise<SessionRow[]> {
  return tx.rows(LIST, [accountId, realm, now, seenAfter]);
}
