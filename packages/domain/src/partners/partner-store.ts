import type { PartnersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type PartnerStanding = Pick<PartnersRow, 'status' | 'onboardingStatus'>;

const ENTER = statement<PartnerStanding, { partnerId: string }>(
  'partner_enter',
  'select status, onboarding_status from enter_partner(:partnerId)',
);

export async function enterAndFindStanding(tx: Tx, partnerId: string): Promise<PartnerStanding | undefined> {
  const [standing] = await tx.rows(ENTER, { partnerId });
  return standing;
}

interface NewPartner {
  partnerId: string;
  name: string;
  clientId: string;
  status: PartnersRow['status'];
  onboardingStatus: PartnersRow['onboardingStatus'];
}

const INSERT = statement<never, NewPartner>(
  'partner_insert',
  `insert into partners (partner_id, name, client_id, status, onboarding_status)
   values (:partnerId, :name, :clientId, :status, :onboardingStatus)
   on conflict (partner_id) do nothing`,
);

export async function insertPartner(tx: Tx, partner: NewPartner): Promise<void> {
  await tx.rows(INSERT, partner);
}

const NAMES = statement<Pick<PartnersRow, 'partnerId' | 'name'>, { partnerIds: string[] }>(
  'partner_names',
  'select partner_id, name from partners where partner_id = any(:partnerIds::uuid[])',
);

const FIRST = statement<Pick<PartnersRow, 'partnerId' | 'name'>, { most: number }>(
  'partner_first_by_name',
  'select partner_id, name from partners order by name, partner_id limit :most',
);

/** The first partners by name, for a selection. */
export function listFirstPartners(tx: Tx, most: number): Promise<Pick<PartnersRow, 'partnerId' | 'name'>[]> {
  return tx.rows(FIRST, { most });
}

/** For callers that may see all partners. */
export async function listPartnerNames(tx: Tx, partnerIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows(NAMES, { partnerIds: [...new Set(partnerIds)] });
  return new Map(rows.map(({ partnerId, name }) => [partnerId, name]));
}
