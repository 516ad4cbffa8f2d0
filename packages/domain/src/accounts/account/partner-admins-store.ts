import { statement, type Tx } from '@onboarding/platform/postgres';

export interface PartnerAdmin {
  partnerId: string;
  email: string;
  name: string;
}

const LIST = statement<PartnerAdmin, { partnerIds: readonly string[] }>(
  'account_partner_admins',
  `select partner_id, email, name from accounts
   where partner_id = any(:partnerIds::uuid[]) and role = 'admin' and status = 'Active' order by partner_id, account_id`,
);

/** The recipients of notifications about a partner as a whole. */
export function listPartnerAdmins(tx: Tx, partnerIds: readonly string[]): Promise<PartnerAdmin[]> {
  return tx.rows(LIST, { partnerIds });
}

const COUNT = statement<{ admins: number }, { partnerId: string }>(
  'account_admins_count',
  `select count(*)::int as admins from accounts where partner_id = :partnerId and role = 'admin' and status = 'Active'`,
);

/** The number of admins who can sign in. */
export async function countPartnerAdmins(tx: Tx, partnerId: string): Promise<number> {
  return (await tx.rows(COUNT, { partnerId }))[0]?.admins ?? 0;
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
