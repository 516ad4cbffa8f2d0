import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

type BusinessKey = Pick<CustomersRow, 'partner_id' | 'customer_id'>;

/** What businesses are compared by, and what is judged about them. */
export type ComparedBusiness = BusinessKey &
  Pick<
    CustomersRow,
    'company_name' | 'incorporation_country' | 'registration_number' | 'phone_number' | 'industry' | 'financials'
  > & { erased: boolean };

const LIST_COMPARED = statement<ComparedBusiness>(
  'customers_list_compared',
  `select c.partner_id, c.customer_id, c.company_name, c.incorporation_country, c.registration_number, c.phone_number,
     c.industry, c.financials, c.data_key is null as erased
   from unnest($1::uuid[], $2::uuid[]) as w (partner_id, customer_id)
   join customers c on c.partner_id = w.partner_id and c.customer_id = w.customer_id`,
);

/** Many at once, of all partners: for those of our own processes that may see all. */
export function listComparedBusinesses(tx: Tx, businesses: readonly BusinessKey[]): Promise<ComparedBusiness[]> {
  const values = [businesses.map((one) => one.partner_id), businesses.map((one) => one.customer_id)];
  return tx.rows(LIST_COMPARED, values);
}
