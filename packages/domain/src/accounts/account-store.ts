import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AccountRow } from './account.ts';

const COLUMNS = 'account_id, realm, partner_id, role, email, name, status, password_hash, password_changed_at';

const FIND = statement<AccountRow>('account_find', `select ${COLUMNS} from accounts where account_id = $1`);
const FIND_BY_EMAIL = statement<AccountRow>(
  'account_find_by_email',
  `select ${COLUMNS} from accounts where realm = $1 and email_key = $2`,
);
const FIND_IN_ANY_REALM = statement<AccountRow>(
  'account_find_in_any_realm',
  `select ${COLUMNS} from accounts where email_key = $1 order by realm`,
);
const LIST = statement<AccountRow>('account_list', `select ${COLUMNS} from accounts order by realm, email_key`);

// Attempts on one account queue here, so that none is made without the failure before it being counted.
const LOCK = statement<AccountRow>('account_lock', `select ${COLUMNS} from accounts where account_id = $1 for update`);
const LOCK_BY_EMAIL = statement<AccountRow>(
  'account_lock_by_email',
  `select ${COLUMNS} from accounts where realm = $1 and email_key = $2 for update`,
);
const INSERT = statement<{ account_id: string }>(
  'account_insert',
  `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'Invited', $8)
   on conflict on constraint accounts_email do nothing returning account_id`,
);
const UPDATE_INVITED = statement(
  'account_update_invited',
  'update accounts set role = $2, email = $3, name = $4 where account_id = $1',
);
const SET_PASSWORD = statement(
  'account_set_password',
  'update accounts set password_hash = $2, password_changed_at = $3 where account_id = $1',
);
const SET_STATUS = statement('account_set_status', 'update accounts set status = $2 where account_id = $1');
const first = async <Row>(rows: Promise<Row[]>): Promise<Row | undefined> => (await rows)[0];

export const findAccountRow = (tx: Tx, accountId: string) => first(tx.rows(FIND, [accountId]));
export const findAccountByEmail = (tx: Tx, realm: string, emailKey: string) =>
  first(tx.rows(FIND_BY_EMAIL, [realm, emailKey]));
export const findAccountsByEmail = (tx: Tx, emailKey: string) => tx.rows(FIND_IN_ANY_REALM, [emailKey]);
export const listAccountRows = (tx: Tx) => tx.rows(LIST, []);
export const lockAccount = (tx: Tx, accountId: string) => first(tx.rows(LOCK, [accountId]));
export const lockAccountByEmail = (tx: Tx, realm: string, emailKey: string) =>
  first(tx.rows(LOCK_BY_EMAIL, [realm, emailKey]));

export interface NewAccount {
  accountId: string;
  realm: string;
  partnerId: string | undefined;
  role: string;
  email: string;
  emailKey: string;
  name: string;
}

/** False when the realm has an account with this e-mail already. */
export async function insertAccount(tx: Tx, account: NewAccount, now: Date): Promise<boolean> {
  const { accountId, realm, partnerId, role, email, emailKey, name } = account;
  const rows = await tx.rows(INSERT, [accountId, realm, partnerId ?? null, role, email, emailKey, name, now]);
  return rows.length > 0;
}

export async function updateInvited(
  tx: Tx,
  accountId: string,
  facts: Pick<NewAccount, 'role' | 'email' | 'name'>,
): Promise<void> {
  await tx.rows(UPDATE_INVITED, [accountId, facts.role, facts.email, facts.name]);
}

export async function setPassword(tx: Tx, accountId: string, passwordHash: string | null, now: Date): Promise<void> {
  await tx.rows(SET_PASSWORD, [accountId, passwordHash, now]);
}

export async function setStatus(tx: Tx, accountId: string, status: string): Promise<void> {
  await tx.rows(SET_STATUS, [accountId, status]);
}
