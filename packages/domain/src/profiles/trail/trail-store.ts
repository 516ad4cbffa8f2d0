import { statement, type Tx } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../../customer-keys.ts';

const LIST_KEYS = statement<CustomerKey, CustomerKey & { limit: number }>(
  'customer_list_keys',
  `select partner_id, customer_id from customers where (partner_id, customer_id) > (:partnerId, :customerId)
   order by partner_id, customer_id limit :limit`,
);

/**
 * The customers of all partners after a given one, in the order of the primary key. For the owner role, which sees them all.
 */
export function listCustomerKeys(tx: Tx, after: CustomerKey, limit: number): Promise<CustomerKey[]> {
  return tx.rows(LIST_KEYS, { ...after, limit });
}

const LIST_MISSING = statement<CustomerKey, CustomerKeys>(
  'customer_list_missing',
  `select w.partner_id, w.customer_id from ${NAMED_CUSTOMERS}
   where not exists (select from customers c where c.partner_id = w.partner_id and c.customer_id = w.customer_id)`,
);

/** Returns those of these customers that do not exist. For the owner role, which sees them all. */
export function listMissing(tx: Tx, keys: readonly CustomerKey[]): Promise<CustomerKey[]> {
  return tx.rows(LIST_MISSING, keysOf(keys));
}
