import type { PeopleRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type PersonStatusRow = Pick<PeopleRow, 'ubo_id' | 'verification_status'>;

const LIST_STATUSES = statement<PersonStatusRow>(
  'people_list_statuses',
  'select ubo_id, verification_status from people where partner_id = $1 and customer_id = $2 order by ubo_id',
);

/** Where each person of a business stands, without anything else about them. */
export function listPersonStatuses(tx: Tx, partnerId: string, customerId: string): Promise<PersonStatusRow[]> {
  return tx.rows(LIST_STATUSES, [partnerId, customerId]);
}

const IS_PERSON_OF = statement<{ known: boolean }>(
  'people_know',
  `select exists (select from people where partner_id = $1 and customer_id = $2 and ubo_id = $3) as known`,
);

export async function isPersonOf(tx: Tx, partnerId: string, customerId: string, uboId: string): Promise<boolean> {
  return (await tx.rows(IS_PERSON_OF, [partnerId, customerId, uboId]))[0]?.known === true;
}
