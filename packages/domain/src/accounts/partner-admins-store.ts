import { statement, type Tx } from '@onboarding/platform/postgres';

export interface PartnerAdmin {
  partnerId: string;
  email: string;
  name: string;
}

const LIST = statement<{ partner_id: string; email: string; name: string }, { partnerIds: readonly string[] }>(
  'account_partner_admins',
  `select partner_id, email, name from accounts
   where partner_id = any(:partnerIds::uuid[]) and role = 'admin' and status = 'Active' order by partner_id, account_id`,
);

/** Whom to notify about a partner as a whole. */
export async function listPartnerAdmins(tx: Tx, partnerIds: readonly string[]): Promise<PartnerAdmin[]> {
  const rows = await tx.rows(LIST, { partnerIds });
  return rows.map(({ partner_id, email, name }) => ({ partnerId: partner_id, email, name }));
}

const COUNT = statement<{ admins: number }, { partnerId: string }>(
  'account_admins_count',
  `select count(*)::int as admins from accounts where partner_id = :partnerId and role = 'admin' and status = 'Active'`,
);

/** How many admins can sign in. */
export async function countPartnerAdmins(tx: Tx, partnerId: string): Promise<number> {
  return (await tx.rows(COUNT, { partnerId }))[0]?.admins ?? 0;
}

// Who has chosen nothing is told by default if they are an admin.
const REVIEW_MAIL_RECEIVERS = statement<{ email: string; name: string }, { partnerId: string }>(
  'account_review_mail_receivers',
  `select email, name from accounts
   where partner_id = :partnerId and status = 'Active' and coalesce(review_mails, role = 'admin') order by account_id`,
);

/** Whom to tell when a review ends or asks for changes. */
export function listReviewMailReceivers(tx: Tx, partnerId: string): Promise<{ email: string; name: string }[]> {
  return tx.rows(REVIEW_MAIL_RECEIVERS, { partnerId });
}
