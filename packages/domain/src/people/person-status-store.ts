import type { PeopleRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';

export type PersonStatusRow = Pick<PeopleRow, 'ubo_id' | 'verification_status'>;

const LIST_STATUSES = statement<PersonStatusRow, CustomerKey>(
  'people_list_statuses',
  `select ubo_id, verification_status from people
   where partner_id = :partnerId and customer_id = :customerId order by ubo_id`,
);

/** The status of each person of a business, and nothing else about them. */
export function listPersonStatuses(tx: Tx, partnerId: string, customerId: string): Promise<PersonStatusRow[]> {
  return tx.rows(LIST_STATUSES, { partnerId, customerId });
}

const IS_PERSON_OF = statement<{ known: boolean }, CustomerKey & { uboId: string }>(
  'people_know',
  `select exists (
     select from people where partner_id = :partnerId and customer_id = :customerId and ubo_id = :uboId
   ) as known`,
);

export async function isPersonOf(tx: Tx, partnerId: string, customerId: string, uboId: string): Promise<boolean> {
  return (await tx.rows(IS_PERSON_OF, { partnerId, customerId, uboId }))[0]?.known === true;
}
