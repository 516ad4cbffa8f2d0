import type { AccountStatus, Realm } from '@onboarding/contract';
import type { AccountsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AccountRow, SignInRow } from './account.ts';

interface NewAccount {
  accountId: string;
  realm: Realm;
  partnerId: string | null;
  role: AccountRow['role'];
  email: string;
  emailKey: string;
  name: string;
}

const COLUMNS = 'account_id, realm, partner_id, role, email, name, status';
const SIGN_IN_COLUMNS = `${COLUMNS}, password_hash, password_changed_at`;

const FIND = statement<AccountRow, { accountId: string }>(
  'account_find',
  `select ${COLUMNS} from accounts where account_id = :accountId`,
);
const FIND_IN_ANY_REALM = statement<AccountRow & Pick<AccountsRow, 'holdsEmail'>, { emailKey: string }>(
  'account_find_in_any_realm',
  `select ${COLUMNS}, holds_email from accounts where email_key = :emailKey order by realm, account_id`,
);

// Serialises sign-in attempts on one account, so that each sees the failures counted before it.
const LOCK = statement<AccountRow, { accountId: string }>(
  'account_lock',
  `select ${COLUMNS} from accounts where account_id = :accountId for update`,
);
const LOCK_FOR_SIGN_IN = statement<SignInRow, { accountId: string }>(
  'account_lock_for_sign_in',
  `select ${SIGN_IN_COLUMNS} from accounts where account_id = :accountId for update`,
);
// Besides the account that holds the address, there may be invitations from other partners.
const HOLDER =
  'where realm = :realm and email_key = :emailKey order by holds_email desc, account_id limit 1 for update';
const LOCK_FOR_SIGN_IN_BY_EMAIL = statement<SignInRow, { realm: Realm; emailKey: string }>(
  'account_lock_for_sign_in_by_email',
  `select ${SIGN_IN_COLUMNS} from accounts ${HOLDER}`,
);
const LOCK_HOLDER = statement<AccountRow, { realm: Realm; emailKey: string }>(
  'account_lock_holder',
  `select ${COLUMNS} from accounts ${HOLDER}`,
);
const LOCK_MEMBER = statement<AccountRow, Pick<NewAccount, 'realm' | 'partnerId' | 'emailKey'>>(
  'account_lock_member',
  `select ${COLUMNS} from accounts
   where realm = :realm and email_key = :emailKey and partner_id is not distinct from :partnerId::uuid for update`,
);
// In the order of their ids, so that two concurrent acceptances do not deadlock.
const LOCK_ALL_OF_ADDRESS = statement<AccountRow & Pick<AccountsRow, 'holdsEmail'>, { accountId: string }>(
  'account_lock_all_of_address',
  `select ${COLUMNS}, holds_email from accounts
   where (realm, email_key) = (select realm, email_key from accounts where account_id = :accountId)
   order by account_id for update`,
);
const FIND_STANDING = statement<{ organisation: string | null; heldElsewhere: boolean }, { accountId: string }>(
  'account_invitation_standing',
  'select organisation, held_elsewhere from invitation_standing(:accountId)',
);
const INSERT = statement<{ accountId: string }, NewAccount & { now: Date }>(
  'account_insert',
  `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, created_at)
   values (:accountId, :realm, :partnerId, :role, :email, :emailKey, :name, 'Invited', :now)
   on conflict on constraint accounts_email do nothing returning account_id`,
);
const UPDATE_INVITED = statement<never, Pick<NewAccount, 'accountId' | 'role' | 'email' | 'name'>>(
  'account_update_invited',
  'update accounts set role = :role, email = :email, name = :name where account_id = :accountId',
);
const SET_PASSWORD = statement<never, { accountId: string; passwordHash: string; now: Date }>(
  'account_set_password',
  'update accounts set password_hash = :passwordHash, password_changed_at = :now where account_id = :accountId',
);
const FORGET_PASSWORD = statement<never, { accountId: string; now: Date }>(
  'account_forget_password',
  'select forget_password(:accountId, :now)',
);
const NOTE_SIGN_IN = statement<never, { accountId: string; now: Date }>(
  'account_note_sign_in',
  'select note_sign_in(:accountId, :now)',
);
const SET_STATUS = statement<never, { accountId: string; status: AccountStatus }>(
  'account_set_status',
  'update accounts set status = :status where account_id = :accountId',
);

const first = async <Row>(rows: Promise<Row[]>): Promise<Row | undefined> => (await rows)[0];

export const findAccountRow = (tx: Tx, accountId: string) => first(tx.rows(FIND, { accountId }));
export const findAccountsByEmail = (tx: Tx, emailKey: string) => tx.rows(FIND_IN_ANY_REALM, { emailKey });
export const lockAccount = (tx: Tx, accountId: string) => first(tx.rows(LOCK, { accountId }));
export const lockForSignIn = (tx: Tx, accountId: string) => first(tx.rows(LOCK_FOR_SIGN_IN, { accountId }));
export const lockForSignInByEmail = (tx: Tx, realm: Realm, emailKey: string) =>
  first(tx.rows(LOCK_FOR_SIGN_IN_BY_EMAIL, { realm, emailKey }));
/** The account that can sign in with this e-mail; otherwise an invited one. */
export const lockHolder = (tx: Tx, realm: Realm, emailKey: string) => first(tx.rows(LOCK_HOLDER, { realm, emailKey }));
export const lockMember = (tx: Tx, member: Pick<NewAccount, 'realm' | 'partnerId' | 'emailKey'>) =>
  first(tx.rows(LOCK_MEMBER, member));
/** The account, and all others with its e-mail in the same realm. */
export const lockAllOfAddress = (tx: Tx, accountId: string) => tx.rows(LOCK_ALL_OF_ADDRESS, { accountId });

/** Who sent the invitation, and whether another account already holds the e-mail address. */
export async function findInvitationStanding(tx: Tx, accountId: string) {
  const row = await first(tx.rows(FIND_STANDING, { accountId }));
  return { organisation: row?.organisation ?? undefined, heldElsewhere: row?.heldElsewhere ?? false };
}

/** Returns false if the partner, or our staff, already has an account with this e-mail. */
export async function insertAccount(tx: Tx, account: NewAccount, now: Date): Promise<boolean> {
  return (await tx.rows(INSERT, { ...account, now })).length > 0;
}

export async function updateInvited(
  tx: Tx,
  accountId: string,
  facts: Pick<NewAccount, 'role' | 'email' | 'name'>,
): Promise<void> {
  await tx.rows(UPDATE_INVITED, { ...facts, accountId });
}

export async function setPassword(tx: Tx, accountId: string, passwordHash: string, now: Date): Promise<void> {
  await tx.rows(SET_PASSWORD, { accountId, passwordHash, now });
}

export async function forgetPassword(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.rows(FORGET_PASSWORD, { accountId, now });
}

/** Runs before entering a partner: the account may belong to any partner, or to our own staff. */
export async function noteSignIn(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx.rows(NOTE_SIGN_IN, { accountId, now });
}

export async function setStatus(tx: Tx, accountId: string, status: AccountStatus): Promise<void> {
  await tx.rows(SET_STATUS, { accountId, status });
}
