import type { PartnersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type PartnerStanding = Pick<PartnersRow, 'status' | 'onboarding_status'>;

const ENTER = statement<PartnerStanding>('partner_enter', 'select status, onboarding_status from enter_partner($1)');

export async function enterAndFindStanding(tx: Tx, partnerId: string): Promise<PartnerStanding | undefined> {
  const [standing] = await tx.rows(ENTER, [partnerId]);
  return standing;
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
