// Users as other modules see them: the recipients of mails, members of our staff, and names.
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AccountRow } from './account.ts';

interface PartnerAdmin {
  partnerId: string;
  email: string;
  name: string;
}

const LIST_ADMINS = statement<PartnerAdmin, { partnerIds: readonly string[] }>(
  'account_partner_admins',
  `select partner_id, email, name from accounts
   where partner_id = any(:partnerIds::uuid[]) and role = 'admin' and status = 'Active' order by partner_id, account_id`,
);

/** The recipients of notifications about a partner as a whole. */
export function listPartnerAdmins(tx: Tx, partnerIds: readonly string[]): Promise<PartnerAdmin[]> {
  return tx.rows(LIST_ADMINS, { partnerIds });
}

const COUNT_ADMINS = statement<{ admins: number }, { partnerId: string }>(
  'account_admins_count',
  `select count(*)::int as admins from accounts where partner_id = :partnerId and role = 'admin' and status = 'Active'`,
);

/** The number of admins who can sign in. */
export async function countPartnerAdmins(tx: Tx, partnerId: string): Promise<number> {
  return (await tx.rows(COUNT_ADMINS, { partnerId }))[0]?.admins ?? 0;
}

// By default, admins receive these mails and others do not.
const REVIEW_MAIL_RECEIVERS = statement<{ email: string; name: string }, { partnerId: string }>(
  'account_review_mail_receivers',
  `select email, name from accounts
   where partner_id = :partnerId and status = 'Active' and coalesce(review_mails, role = 'admin') order by account_id`,
);

/** The recipients of mails about ended reviews and requested changes. */
export function listReviewMailReceivers(tx: Tx, partnerId: string): Promise<{ email: string; name: string }[]> {
  return tx.rows(REVIEW_MAIL_RECEIVERS, { partnerId });
}

const USER_NAMES = statement<Pick<AccountRow, 'accountId' | 'name'>, { partnerId: string; accountIds: string[] }>(
  'account_user_names',
  'select account_id, name from accounts where partner_id = :partnerId and account_id = any(:accountIds::uuid[])',
);

/** Names of a partner's users by account id, for their colleagues. */
export async function listUserNames(
  tx: Tx,
  partnerId: string,
  accountIds: Iterable<string>,
): Promise<Map<string, string>> {
  const wanted = [...new Set(accountIds)];
  if (wanted.length === 0) return new Map();
  const rows = await tx.rows(USER_NAMES, { partnerId, accountIds: wanted });
  return new Map(rows.map(({ accountId, name }) => [accountId, name]));
}

export type StaffMember = Pick<AccountRow, 'accountId' | 'role' | 'name' | 'status'>;

// The only columns of each other's accounts that analysts may read.
const FIND_STAFF = statement<StaffMember, { accountId: string }>(
  'account_find_staff',
  `select account_id, role, name, status from accounts where account_id = :accountId and realm = 'staff'`,
);

const REVIEWERS = statement<StaffMember, { roles: readonly string[]; most: number }>(
  'account_list_reviewers',
  `select account_id, role, name, status from accounts
   where realm = 'staff' and role = any(:roles::text[]) and status = 'Active' order by name, account_id limit :most`,
);

/** Staff who can be assigned a package, by name; optionally also those who only read. */
export function listReviewers(tx: Tx, most: number, withAuditors: boolean): Promise<StaffMember[]> {
  return tx.rows(REVIEWERS, { roles: ['analyst', 'supervisor', ...(withAuditors ? ['auditor'] : [])], most });
}

export async function findStaffMember(tx: Tx, accountId: string): Promise<StaffMember | undefined> {
  return (await tx.rows(FIND_STAFF, { accountId }))[0];
}

const STAFF_ADDRESS = statement<Pick<AccountRow, 'email' | 'name'>, { accountId: string }>(
  'account_staff_address',
  `select email, name from accounts where account_id = :accountId and realm = 'staff' and status = 'Active'`,
);

/** Undefined for an account that is gone or disabled. For a worker only: analysts cannot read addresses. */
export async function findStaffAddress(
  tx: Tx,
  accountId: string,
): Promise<Pick<AccountRow, 'email' | 'name'> | undefined> {
  return (await tx.rows(STAFF_ADDRESS, { accountId }))[0];
}

const STAFF_NAMES = statement<Pick<AccountRow, 'accountId' | 'name'>, { accountIds: string[] }>(
  'account_staff_names',
  `select account_id, name from accounts where account_id = any(:accountIds::uuid[]) and realm = 'staff'`,
);

/** Names of our staff by account id, for their colleagues. */
export async function listStaffNames(tx: Tx, accountIds: Iterable<string>): Promise<Map<string, string>> {
  const rows = await tx.rows(STAFF_NAMES, { accountIds: [...new Set(accountIds)] });
  return new Map(rows.map(({ accountId, name }) => [accountId, name]));
}
