import type { PeopleRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';

/** The data by which sanctions lists identify people. */
export type PersonToScreen = Pick<PeopleRow, 'uboId' | 'firstName' | 'lastName' | 'birthDate' | 'nationality'> & {
  residence: string | null;
};

const LIST_TO_SCREEN = statement<PersonToScreen, CustomerKey>(
  'people_list_to_screen',
  `select ubo_id, first_name, last_name, birth_date, nationality, address ->> 'countryCode' as residence
   from people where partner_id = :partnerId and customer_id = :customerId order by ubo_id`,
);

export function listPeopleToScreen(tx: Tx, partnerId: string, customerId: string): Promise<PersonToScreen[]> {
  return tx.rows(LIST_TO_SCREEN, { partnerId, customerId });
}
