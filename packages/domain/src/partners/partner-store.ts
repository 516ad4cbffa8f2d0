import type { PartnersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type PartnerStanding = Pick<PartnersRow, 'status' | 'onboarding_status'>;

const ENTER = statement<PartnerStanding>('partner_enter', 'select status, onboarding_status from enter_partner($1)');

export async function enterAndFindStanding(tx: Tx, partnerId: string): Promise<PartnerStanding | undefined> {
  const [standing] = await tx.rows(ENTER, [partnerId]);
  return standing;
}

const INSERT = statement(
  'partner_insert',
  `insert into partners (partner_id, name, client_id, status, onboarding_status) values ($1, $2, $3, $4, $5)
   on conflict (partner_id) do nothing`,
);

export async function insertPartner(
  tx: Tx,
  partner: { partnerId: string; name: string; clientId: string; status: string; onboardingStatus: string },
): Promise<void> {
  const { partnerId, name, clientId, status, onboardingStatus } = partner;
  await tx.rows(INSERT, [partnerId, name, clientId, status, onboardingStatus]);
}

const NAMES = statement<Pick<PartnersRow, 'partner_id' | 'name'>>(
  'partner_names',
  'select partner_id, name from partners where partner_id = any($1::uuid[])',
);

/** For those who may see all partners. */
export async function listPartnerNames(tx: Tx, partnerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(NAMES, [[...new Set(partnerIds)]]);
  return new Map(rows.map(({ partner_id, name }) => [partner_id, name]));
}
