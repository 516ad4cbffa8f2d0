import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { CUSTOMER_COLUMNS, type CustomerRow } from './profile-store.ts';

export type ReviewedCustomer = CustomerRow &
  Pick<CustomersRow, 'attempt' | 'submitted_at' | 'status_changed_at' | 'decided_at' | 'data_key' | 'data_key_id'>;

const FIND = statement<ReviewedCustomer>(
  'customer_find_reviewed',
  `select ${CUSTOMER_COLUMNS}, attempt, submitted_at, status_changed_at, decided_at, data_key, data_key_id
   from customers where partner_id = $1 and customer_id = $2`,
);

/** The business with how far its verification is, and with the key to what analysts noted about it. */
export async function findReviewedCustomer(
  tx: Tx,
  partnerId: string,
  customerId: string,
): Promise<ReviewedCustomer | undefined> {
  return (await tx.rows(FIND, [partnerId, customerId]))[0];
}
