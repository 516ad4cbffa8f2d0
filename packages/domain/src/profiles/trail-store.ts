import { statement, type Tx } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, NAMED_CUSTOMERS } from '../customer-keys.ts';

interface KeyRow {
  partnerId: string;
  customerId: string;
}
const toKey = (row: KeyRow): CustomerKey => ({ partnerId: row.partnerId, customerId: row.customerId });

const LIST_KEYS = statement<KeyRow, CustomerKey & { limit: number }>(
  'customer_list_keys',
  `select partner_id, customer_id from customers where (partner_id, customer_id) > (:partnerId, :customerId)
   order by partner_id, customer_id limit :limit`,
);

/**
 * The customers of all partners after a given one, in the order of the primary key. For the owner role, which sees them all.
 */
export async function listCustomerKeys(tx: Tx, after: CustomerKey, limit: number): Promise<CustomerKey[]> {
  return (await tx.rows(LIST_KEYS, { ...after, limit })).map(toKey);
}

const LIST_MISSING = statement<KeyRow, CustomerKeys>(
  'customer_list_missing',
  `select w.partner_id, w.customer_id from ${NAMED_CUSTOMERS}
   where not exists (select from customers c where c.partner_id = w.partner_id and c.customer_id = w.customer_id)`,
);

/** Returns those of these customers that do not exist. For the owner role, which sees them all. */
export async function listMissing(tx: Tx, keys: readonly CustomerKey[]): Promise<CustomerKey[]> {
  const partnerIds = keys.map((one) => one.partnerId);
  const customerIds = keys.map((one) => one.customerId);
  return (await tx.rows(LIST_MISSING, { partnerIds, customerIds })).map(toKey);
}
