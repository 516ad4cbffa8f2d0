// How statements refer to customers.

/** The values of a statement about one customer. */
export interface CustomerKey {
  partnerId: string;
  customerId: string;
}

/** The values of `NAMED_CUSTOMERS`. */
export interface CustomerKeys {
  partnerIds: readonly string[];
  customerIds: readonly string[];
}

/** Many customers of any partners, as a table to join. */
export const NAMED_CUSTOMERS = 'unnest(:partnerIds::uuid[], :customerIds::uuid[]) as w (partner_id, customer_id)';

export function keysOf(rows: readonly CustomerKey[]): CustomerKeys {
  return { partnerIds: rows.map((one) => one.partnerId), customerIds: rows.map((one) => one.customerId) };
}
