import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AccountRow } from './account.ts';

const NAMES = statement<Pick<AccountRow, 'accountId' | 'name'>, { partnerId: string; accountIds: string[] }>(
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
  const rows = await tx.rows(NAMES, { partnerId, accountIds: wanted });
  return new Map(rows.map(({ accountId, name }) => [accountId, name]));
}
