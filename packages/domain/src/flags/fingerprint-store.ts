import { type Part, part, settled, statement, type Tx, toRecordset } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, NAMED_CUSTOMERS } from '../customer-keys.ts';
import { type Fingerprint, nameBlocks } from './fingerprint.ts';

/** Fingerprints, transposed: one array per column. */
interface Lists extends CustomerKeys {
  countries: string[];
  registrationKeys: string[];
  nameKeys: string[];
}

// Skips unchanged fingerprints and the blocks of their names, which are many.
const PUT = statement<CustomerKey, Lists>(
  'flags_put_fingerprints',
  `insert into business_fingerprints as f (partner_id, customer_id, country, registration_key, name_key)
   select * from unnest(:partnerIds::uuid[], :customerIds::uuid[], :countries::text[], :registrationKeys::text[], :nameKeys::text[])
   on conflict (partner_id, customer_id) do update
     set country = excluded.country, registration_key = excluded.registration_key, name_key = excluded.name_key
     where (f.country, f.registration_key, f.name_key)
       is distinct from (excluded.country, excluded.registration_key, excluded.name_key)
   returning partner_id, customer_id`,
);

const REMOVE_BLOCKS = statement<never, CustomerKeys>(
  'flags_remove_blocks',
  `delete from business_name_blocks b using ${NAMED_CUSTOMERS}
   where b.partner_id = w.partner_id and b.customer_id = w.customer_id`,
);

const ADD_BLOCKS = statement<never, CustomerKeys & { countries: string[]; blocks: string[] }>(
  'flags_add_blocks',
  `insert into business_name_blocks (partner_id, customer_id, country, block)
   select * from unnest(:partnerIds::uuid[], :customerIds::uuid[], :countries::text[], :blocks::text[])`,
);

export async function putFingerprints(tx: Tx, fingerprints: readonly Fingerprint[]): Promise<void> {
  const changed = new Set((await tx.rows(PUT, listsOf(fingerprints))).map((row) => row.customerId));
  const written = fingerprints.filter((one) => changed.has(one.customerId));
  if (written.length === 0) return;
  const blocks = written.flatMap((one) => nameBlocks(one.nameKey).map((block) => ({ ...one, block })));
  await settled([
    tx.rows(REMOVE_BLOCKS, {
      partnerIds: written.map((one) => one.partnerId),
      customerIds: written.map((one) => one.customerId),
    }),
    tx.rows(ADD_BLOCKS, {
      partnerIds: blocks.map((one) => one.partnerId),
      customerIds: blocks.map((one) => one.customerId),
      countries: blocks.map((one) => one.country),
      blocks: blocks.map((one) => one.block),
    }),
  ]);
}

export type SameRegistration = CustomerKey & { otherPartnerId: string; otherCustomerId: string };

// Limited without sorting, because many businesses may share a number such as 0.
const FIND_REGISTRATION = statement<SameRegistration, Omit<Lists, 'nameKeys'> & { limit: number }>(
  'flags_find_registration',
  `select w.partner_id, w.customer_id, o.*
   from unnest(:partnerIds::uuid[], :customerIds::uuid[], :countries::text[], :registrationKeys::text[])
     as w (partner_id, customer_id, country, registration_key)
   cross join lateral (
     select f.partner_id as other_partner_id, f.customer_id as other_customer_id from business_fingerprints f
     where f.country = w.country and f.registration_key = w.registration_key and f.customer_id <> w.customer_id
     limit :limit
   ) o
   where w.registration_key <> ''
   order by w.customer_id, o.other_customer_id`,
);

/** Other businesses of the country with that registration number, of any partner; at most `limit` for each. */
export function findSameRegistration(
  tx: Tx,
  fingerprints: readonly Fingerprint[],
  limit: number,
): Promise<SameRegistration[]> {
  const { nameKeys: _, ...lists } = listsOf(fingerprints);
  return tx.rows(FIND_REGISTRATION, { ...lists, limit });
}

export type SimilarName = SameRegistration & { score: number };

// If many names share a block, only the newest businesses are compared: a search reads a limited number per block, regardless
// of the size of the table. Very similar names also share a rarer block.
const FIND_NAMES = statement<SimilarName, NameSearch & { wanted: string }>(
  'flags_find_names',
  `select w.partner_id, w.customer_id, o.*
   from json_to_recordset(:wanted::json) as w (partner_id uuid, customer_id uuid, country text, name_key text, blocks text[])
   cross join lateral (
     select f.partner_id as other_partner_id, f.customer_id as other_customer_id,
       round(similarity(f.name_key, w.name_key)::numeric, 3)::float8 as score
     from (
       select distinct b.partner_id, b.customer_id from unnest(w.blocks) as part (block)
       cross join lateral (
         select n.partner_id, n.customer_id from business_name_blocks n
         where n.country = w.country and n.block = part.block and n.customer_id <> w.customer_id
         order by n.customer_id desc limit :among
       ) b
     ) c
     cross join lateral (
       select f.partner_id, f.customer_id, f.name_key from business_fingerprints f
       where f.partner_id = c.partner_id and f.customer_id = c.customer_id
     ) f
     where similarity(f.name_key, w.name_key) >= :threshold::real
     order by score desc, other_customer_id limit :limit
   ) o
   order by w.customer_id, o.score desc, o.other_customer_id`,
);

export interface NameSearch {
  /** From 0 to 1; less similar names are omitted. */
  threshold: number;
  /** The maximum number of results for each business. */
  limit: number;
  /** The maximum number of names compared per block. */
  among: number;
}

/** Other businesses of the country with a similar name, of any partner, the most similar first. */
export function findSimilarNames(
  tx: Tx,
  fingerprints: readonly Fingerprint[],
  { threshold, limit, among }: NameSearch,
): Promise<SimilarName[]> {
  const wanted = fingerprints.map((one) => ({ ...one, blocks: nameBlocks(one.nameKey) }));
  return tx.rows(FIND_NAMES, { wanted: toRecordset(wanted), threshold, limit, among });
}

/**
 * A CTE that deletes the fingerprint of the customer returned by the CTE `customer`. Only the owner of the table may use it.
 */
export function erasingFingerprint(customer: string): Part {
  return part(`erased_fingerprint as (
     delete from business_fingerprints f using ${customer} c
     where f.partner_id = c.partner_id and f.customer_id = c.customer_id
   )`);
}

function listsOf(fingerprints: readonly Fingerprint[]): Lists {
  return {
    partnerIds: fingerprints.map((one) => one.partnerId),
    customerIds: fingerprints.map((one) => one.customerId),
    countries: fingerprints.map((one) => one.country),
    registrationKeys: fingerprints.map((one) => one.registrationKey),
    nameKeys: fingerprints.map((one) => one.nameKey),
  };
}
