import type { PartnersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type PartnerLimitsRow = Pick<
  PartnersRow,
  'partnerId' | 'readsPerSecond' | 'writesPerSecond' | 'uploadLinksPerSecond'
>;

const LIST = statement<PartnerLimitsRow>(
  'partner_limits_list',
  'select partner_id, reads_per_second, writes_per_second, upload_links_per_second from partner_limits()',
);

/** Only partners with their own limits. */
export function listPartnerLimits(tx: Tx): Promise<PartnerLimitsRow[]> {
  return tx.rows(LIST, {});
}
