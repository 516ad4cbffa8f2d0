import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type CustomerKey = Pick<CustomersRow, 'partner_id' | 'customer_id'>;

const LIST_KEYS = statement<CustomerKey>(
  'customer_list_keys',
  `select partner_id, customer_id from customers where (partner_id, customer_id) > ($1, $2)
   order by partner_id, customer_id limit $3`,
);

/** The customers of all partners behind one, in the order of their primary key. For the owner, who sees them all. */
export function listCustomerKeys(tx: Tx, after: CustomerKey, limit: number): Promise<CustomerKey[]> {
  return tx.rows(LIST_KEYS, [after.partner_id, after.customer_id, limit]);
}
