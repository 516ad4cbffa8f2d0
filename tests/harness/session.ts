// A signed-in person without the provider: an account and a session, written directly.
import { createHash } from 'node:crypto';
import { makeSessionValue } from '@onboarding/domain/accounts';
import { openKeyRing } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import { sessionCookie } from '../../apps/api/src/http/cookies.ts';
import { type AccountOptions, addAccount } from './account-rows.ts';
import type { TestDatabase } from './database.ts';
import { ORIGINS, TEST_KEY_RING } from './values.ts';

export interface SignedIn {
  accountId: string;
  sessionId: string;
  /** The cookie's value. */
  value: string;
  /** Headers of a read. */
  cookie: { cookie: string };
  /** Headers of a write. */
  headers: { cookie: string; origin: string; 'x-csrf': string };
}

export async function signIn(database: TestDatabase, options: AccountOptions = {}): Promise<SignedIn> {
  const { realm = 'partner', at = new Date() } = options;
  const account = await addAccount(database, options);
  return openSessionFor(database, account, realm, at);
}

/** Another session of the same person. */
export async function openSessionFor(
  database: TestDatabase,
  accountId: string,
  realm: 'partner' | 'staff',
  at: Date,
): Promise<SignedIn> {
  const value = makeSessionValue(openKeyRing(TEST_KEY_RING));
  const sessionId = uuidv7(at);
  await database.owner.query(
    `insert into sessions (session_hash, session_id, account_id, realm, created_at, last_seen_at, expires_at, second_factor_at,
       address, user_agent)
     values ($1, $2, $3, $4, $5, $5, $6, $5, '127.0.0.1', 'test')`,
    [
      createHash('sha256').update(value).digest(),
      sessionId,
      accountId,
      realm,
      at,
      new Date(at.getTime() + 12 * 3_600_000),
    ],
  );
  const cookie = `${sessionCookie(realm)}=${value}`;
  return {
    accountId,
    sessionId,
    value,
    cookie: { cookie },
    headers: { cookie, origin: ORIGINS[realm], 'x-csrf': '1' },
  };
}

/** As if the person had just used the second factor again: it counts for five minutes, and a test file may take longer. */
export async function renewSecondFactor(database: TestDatabase, { sessionId }: SignedIn): Promise<void> {
  await database.owner.query('update sessions set second_factor_at = now() where session_id = $1', [sessionId]);
}
