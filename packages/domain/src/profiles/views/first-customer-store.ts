import { statement, type Tx } from '@onboarding/platform/postgres';

const EXISTS = statement<{ found: boolean }, { partnerId: string }>(
  'customer_first',
  'select exists (select from customers where partner_id = :partnerId) as found',
);

/** Whether the partner has created any customer. */
export async function hasCustomers(tx: Tx, partnerId: string): Promise<boolean> {
  return (await tx.rows(EXISTS, { partnerId }))[0]?.found === true;
}
