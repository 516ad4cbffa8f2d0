import type { PartnersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type PartnerStanding = Pick<PartnersRow, 'status' | 'onboarding_status'>;

const ENTER = statement<PartnerStanding>('partner_enter', 'select status, onboarding_status from enter_partner($1)');

export async function enterAndFindStanding(tx: Tx, partnerId: string): Promise<PartnerStanding | undefined> {
  const [standing] = await tx.rows(ENTER, [partnerId]);
  return standing;
}
