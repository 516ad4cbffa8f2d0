import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type CustomerKey = Pick<CustomersRow, 'partner_id' | 'customer_id'>;

const LIST_KEYS = statement<CustomerKey, { partnerId: string; customerId: string; limit: number }>(
  'customer_list_keys',
  `select partner_id, customer_id from customers where (partner_id, customer_id) > (:partnerId, :customerId)
   order by partner_id, customer_id limit :limit`,
);

/** The customers of all partners after a given one, in the order of the primary key. For the owner, who sees them all. */
export function listCustomerKeys(tx: Tx, after: CustomerKey, limit: number): Promise<CustomerKey[]> {
  return tx.rows(LIST_KEYS, { partnerId: after.partner_id, customerId: after.customer_id, limit });
}
