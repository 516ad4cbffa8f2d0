import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../../customer-keys.ts';

/** The fields by which businesses are compared and flagged. */
export type ComparedBusiness = CustomerKey &
  Pick<
    CustomersRow,
    'companyName' | 'incorporationCountry' | 'registrationNumber' | 'phoneNumber' | 'industry' | 'financials'
  > & { addressCountries: string[]; erased: boolean };

const LIST_COMPARED = statement<ComparedBusiness, CustomerKeys>(
  'customers_list_compared',
  `select c.partner_id, c.customer_id, c.company_name, c.incorporation_country, c.registration_number, c.phone_number,
     c.industry, c.financials, c.data_key is null as erased,
     array(select a.value->>'countryCode' from jsonb_array_elements(c.addresses) with ordinality a order by a.ordinality)
       as address_countries
   from ${NAMED_CUSTOMERS}
   join customers c on c.partner_id = w.partner_id and c.customer_id = w.customer_id`,
);

/** Reads businesses of all partners: for processes that may see all. */
export function listComparedBusinesses(tx: Tx, businesses: readonly CustomerKey[]): Promise<ComparedBusiness[]> {
  return tx.rows(LIST_COMPARED, keysOf(businesses));
}
