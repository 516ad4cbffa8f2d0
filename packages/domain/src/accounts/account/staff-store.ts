import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AccountRow } from './account.ts';

export type StaffMember = Pick<AccountRow, 'accountId' | 'role' | 'name' | 'status'>;

// The only columns of each other's accounts that analysts may read.
const FIND = statement<StaffMember, { accountId: string }>(
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
  return (await tx.rows(FIND, { accountId }))[0];
}
