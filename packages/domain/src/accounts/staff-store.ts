import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AccountRow } from './account.ts';

export type StaffMember = Pick<AccountRow, 'account_id' | 'role' | 'name' | 'status'>;

// Analysts may read no more than this of each other's accounts.
const FIND = statement<StaffMember>(
  'account_find_staff',
  `select account_id, role, name, status from accounts where account_id = $1 and realm = 'staff'`,
);

export async function findStaffMember(tx: Tx, accountId: string): Promise<StaffMember | undefined> {
  return (await tx.rows(FIND, [accountId]))[0];
}
