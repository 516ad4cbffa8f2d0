import type { ScreeningsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';

/** Hits are encrypted with the customer's data key, bound to the screening's id. */
export type ScreeningRow = Omit<ScreeningsRow, 'partnerId' | 'customerId'>;

// Only the last result of each provider about a subject counts.
const LIST_LATEST = statement<ScreeningRow, CustomerKey>(
  'screening_list_latest',
  `select distinct on (ubo_id, provider) screening_id, ubo_id, provider, outcome, subject_hash, hit_count, hits_cipher,
     screened_at
   from screenings where partner_id = :partnerId and customer_id = :customerId
   order by ubo_id nulls first, provider, screened_at desc, screening_id desc`,
);

/** The business first, then its people in the order of their ids. */
export function listLatestScreenings(tx: Tx, partnerId: string, customerId: string): Promise<ScreeningRow[]> {
  return tx.rows(LIST_LATEST, { partnerId, customerId });
}
