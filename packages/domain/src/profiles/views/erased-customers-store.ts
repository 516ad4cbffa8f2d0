import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { LOWEST_ID } from '../../cursors.ts';

/** The time is null if an earlier release erased it but kept names and addresses: it must be erased again. */
export type ErasedCustomer = Pick<CustomersRow, 'partnerId' | 'customerId' | 'erasedAt'>;

const LIST = statement<ErasedCustomer, { erasedAt: Date | null; customerId: string; limit: number }>(
  'customers_list_erased',
  `select partner_id, customer_id, erased_at from customers
   where data_key is null
     and (coalesce(erased_at, '-infinity'), customer_id) > (coalesce(:erasedAt::timestamptz, '-infinity'), :customerId::uuid)
   order by coalesce(erased_at, '-infinity'), customer_id limit :limit`,
);

/** Erased customers of all partners after a given one, in the order of erasure. For the owner role, which sees them all. */
export function listErased(tx: Tx, after: ErasedCustomer | undefined, limit: number): Promise<ErasedCustomer[]> {
  return tx.rows(LIST, {
    erasedAt: after?.erasedAt ?? null,
    customerId: after?.customerId ?? LOWEST_ID,
    limit,
  });
}
