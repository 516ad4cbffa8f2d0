import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AccountRow } from './account.ts';

const NAMES = statement<Pick<AccountRow, 'accountId' | 'name'>, { accountIds: string[] }>(
  'account_staff_names',
  `select account_id, name from accounts where account_id = any(:accountIds::uuid[]) and realm = 'staff'`,
);

/** Names of our staff by account id, for their colleagues. */
export async function listStaffNames(tx: Tx, accountIds: Iterable<string>): Promise<Map<string, string>> {
  const rows = await tx.rows(NAMES, { accountIds: [...new Set(accountIds)] });
  return new Map(rows.map(({ accountId, name }) => [accountId, name]));
}
