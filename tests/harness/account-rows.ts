// Accounts, written directly.
import { uuidv7 } from '@onboarding/platform/ids';
import type { TestDatabase } from './database.ts';

export interface AccountOptions {
  realm?: 'partner' | 'staff';
  role?: string;
  /** The person's partner; only in the realm partner. */
  partnerId?: string;
  status?: string;
  /** When it was created; of a session, when the person signed in with a second factor. Defaults to now. */
  at?: Date;
}

export async function addAccount(database: TestDatabase, options: AccountOptions = {}): Promise<string> {
  const { realm = 'partner', status = 'Active', at = new Date() } = options;
  const accountId = uuidv7(at);
  const partnerId = realm === 'partner' ? (options.partnerId ?? (await database.addPartner()).partnerId) : null;
  const role = options.role ?? (realm === 'partner' ? 'admin' : 'analyst');
  const email = `${accountId}@people.example`;
  await database.owner.query(
    `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, created_at)
     values ($1, $2, $3, $4, $5, $5, 'Ada Lind', $6, $7)`,
    [accountId, realm, partnerId, role, email, status, at],
  );
  return accountId;
}
