import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../../customer-keys.ts';
import { CUSTOMER_COLUMNS, type CustomerRow } from '../record/profile-store.ts';

export type ReviewedCustomer = CustomerRow &
  Pick<CustomersRow, 'attempt' | 'submittedAt' | 'statusChangedAt' | 'decidedAt' | 'dataKey' | 'dataKeyId'>;

const FIND = statement<ReviewedCustomer, CustomerKey>(
  'customer_find_reviewed',
  `select ${CUSTOMER_COLUMNS}, attempt, submitted_at, status_changed_at, decided_at, data_key, data_key_id
   from customers where partner_id = :partnerId and customer_id = :customerId`,
);

/** The business with its verification state and the key that encrypts the analysts' notes. */
export async function findReviewedCustomer(
  tx: Tx,
  partnerId: string,
  customerId: string,
): Promise<ReviewedCustomer | undefined> {
  return (await tx.rows(FIND, { partnerId, customerId }))[0];
}
