import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

/** Without a time if it was erased by a release that left names and addresses: to be erased again. */
export type ErasedCustomer = Pick<CustomersRow, 'partner_id' | 'customer_id' | 'erased_at'>;

const LIST = statement<ErasedCustomer>(
  'customers_list_erased',
  `select partner_id, customer_id, erased_at from customers
   where data_key is null
     and (coalesce(erased_at, '-infinity'), customer_id) > (coalesce($1::timestamptz, '-infinity'), $2::uuid)
   order by coalesce(erased_at, '-infinity'), customer_id limit $3`,
);

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Of all partners, in the order of their erasure, behind one. For the owner, who sees them all. */
export function listErased(tx: Tx, after: ErasedCustomer | undefined, limit: number): Promise<ErasedCustomer[]> {
  return tx.rows(LIST, [after?.erased_at ?? null, after?.customer_id ?? LOWEST_ID, limit]);
}
