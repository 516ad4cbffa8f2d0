import type { MetadataPair } from '@onboarding/contract';
import type { CustomerMetadataRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx, toRecordset } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';

/** A pair of the business, whose subject is its own id, or of one of its people. */
export type MetadataRow = Pick<CustomerMetadataRow, 'subjectId' | 'key' | 'value'>;
export type MetadataKey = Omit<MetadataRow, 'value'>;

/** A CTE that adds pairs to the customer returned by the CTE `customer`, or changes their values. */
export function addingMetadata(customer: string): Part<{ addedMetadata: string }> {
  return part(`added_metadata as (
     insert into customer_metadata (partner_id, customer_id, subject_id, key, value)
     select c.partner_id, c.customer_id, m.subject_id, m.key, m.value
     from ${customer} c cross join json_to_recordset(:addedMetadata::json) as m (subject_id uuid, key text, value text)
     on conflict (partner_id, customer_id, subject_id, key) do update set value = excluded.value
   )`);
}

/** A CTE that removes pairs of the customer returned by the CTE `customer`. */
export function removingMetadata(customer: string): Part<{ removedMetadata: string }> {
  return part(`removed_metadata as (
     delete from customer_metadata m
     using ${customer} c cross join json_to_recordset(:removedMetadata::json) as r (subject_id uuid, key text)
     where m.partner_id = c.partner_id and m.customer_id = c.customer_id and m.subject_id = r.subject_id and m.key = r.key
   )`);
}

/** The values of both. */
export const metadataValues = (added: readonly MetadataRow[], removed: readonly MetadataKey[]) => ({
  addedMetadata: toRecordset(added),
  removedMetadata: toRecordset(removed),
});

/** A CTE that removes all pairs of the customer returned by the CTE `customer`, and of its people. */
export function erasingMetadata(customer: string): Part {
  return part(`erased_metadata as (
     delete from customer_metadata m
     using ${customer} c where m.partner_id = c.partner_id and m.customer_id = c.customer_id
   )`);
}

const LIST = statement<MetadataRow, CustomerKey>(
  'metadata_list',
  `select subject_id, key, value from customer_metadata
   where partner_id = :partnerId and customer_id = :customerId order by subject_id, key`,
);

/** The pairs of a business and its people. */
export function listMetadata(tx: Tx, partnerId: string, customerId: string): Promise<MetadataRow[]> {
  return tx.rows(LIST, { partnerId, customerId });
}

/** A condition on the customer with this id: it, or one of its people, has each of the pairs. */
export function havingPairs(id: string): Part<{ partnerId: string } & PairLists> {
  return part(`not exists (
         select from unnest(:pairKeys::text[], :pairValues::text[]) as pair (key, value)
         where not exists (
           select from customer_metadata m
           where m.partner_id = :partnerId and m.key = pair.key and m.value = pair.value and m.customer_id = ${id}
         )
       )`);
}

export type PairLists = { pairKeys: readonly string[]; pairValues: readonly string[] };

export const toPairLists = (pairs: readonly MetadataPair[]): PairLists => ({
  pairKeys: pairs.map(({ key }) => key),
  pairValues: pairs.map(({ value }) => value),
});

interface NamedBy extends MetadataPair {
  partnerId: string;
  /** Ids from the first, inclusive, to the second, exclusive. */
  fromId: string;
  beforeId: string;
  limit: number;
}

const NAMED_BY = statement<{ customerId: string }, NamedBy>(
  'metadata_named_by',
  `select distinct customer_id from customer_metadata
   where partner_id = :partnerId and key = :key and value = :value and customer_id >= :fromId and customer_id < :beforeId
   order by customer_id desc limit :limit`,
);

/** The businesses that have this pair or a person with it, newest first. */
export function listNamedBy(tx: Tx, values: NamedBy): Promise<{ customerId: string }[]> {
  return tx.rows(NAMED_BY, values);
}
