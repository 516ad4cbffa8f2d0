import type { PeopleRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';

export type PersonStatusRow = Pick<PeopleRow, 'uboId' | 'verificationStatus'>;

const LIST_STATUSES = statement<PersonStatusRow, CustomerKey>(
  'people_list_statuses',
  `select ubo_id, verification_status from people
   where partner_id = :partnerId and customer_id = :customerId order by ubo_id`,
);

/** Only the status of each person of a business. */
export function listPersonStatuses(tx: Tx, partnerId: string, customerId: string): Promise<PersonStatusRow[]> {
  return tx.rows(LIST_STATUSES, { partnerId, customerId });
}

export interface NamedFile {
  uboId: string;
  documentId: string;
}

const LIST_NAMED_FILES = statement<NamedFile, CustomerKey>(
  'people_named_files',
  `select ubo_id, document_id from identities
   where partner_id = :partnerId and customer_id = :customerId and replaced_at is null and document_id is not null
   order by ubo_id, document_id`,
);

/** The documents that current identities of a business refer to. */
export function listNamedFiles(tx: Tx, partnerId: string, customerId: string): Promise<NamedFile[]> {
  return tx.rows(LIST_NAMED_FILES, { partnerId, customerId });
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
