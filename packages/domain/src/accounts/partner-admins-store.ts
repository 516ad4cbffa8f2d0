import { statement, type Tx } from '@onboarding/platform/postgres';

export interface PartnerAdmin {
  partnerId: string;
  email: string;
  name: string;
}

const LIST = statement<{ partner_id: string; email: string; name: string }>(
  'account_partner_admins',
  `select partner_id, email, name from accounts
   where partner_id = any($1::uuid[]) and role = 'admin' and status = 'Active' order by partner_id, account_id`,
);

/** Whom to tell what concerns a partner as a whole. */
export async function listPartnerAdmins(tx: Tx, partnerIds: readonly string[]): Promise<PartnerAdmin[]> {
  const rows = await tx.rows(LIST, [partnerIds]);
  return rows.map(({ partner_id, email, name }) => ({ partnerId: partner_id, email, name }));
}
