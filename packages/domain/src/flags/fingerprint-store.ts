import type { BusinessFingerprintsRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';
import { type Fingerprint, nameBlocks } from './fingerprint.ts';

type BusinessKey = Pick<BusinessFingerprintsRow, 'partner_id' | 'customer_id'>;

// One that has not changed is not written, and neither are the parts of its name, which are many.
const PUT = statement<BusinessKey>(
  'flags_put_fingerprints',
  `insert into business_fingerprints as f (partner_id, customer_id, country, registration_key, name_key)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
   on conflict (partner_id, customer_id) do update
     set country = excluded.country, registration_key = excluded.registration_key, name_key = excluded.name_key
     where (f.country, f.registration_key, f.name_key)
       is distinct from (excluded.country, excluded.registration_key, excluded.name_key)
   returning partner_id, customer_id`,
);

const REMOVE_BLOCKS = statement<object>(
  'flags_remove_blocks',
  `delete from business_name_blocks b using unnest($1::uuid[], $2::uuid[]) as w (partner_id, customer_id)
   where b.partner_id = w.partner_id and b.customer_id = w.customer_id`,
);

const ADD_BLOCKS = statement<object>(
  'flags_add_blocks',
  `insert into business_name_blocks (partner_id, customer_id, country, block)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])`,
);

export async function putFingerprints(tx: Tx, fingerprints: readonly Fingerprint[]): Promise<void> {
  const changed = new Set((await tx.rows(PUT, columnsOf(fingerprints))).map((row) => row.customer_id));
  const written = fingerprints.filter((one) => changed.has(one.customerId));
  if (written.length === 0) return;
  const blocks = written.flatMap((one) => nameBlocks(one.nameKey).map((block) => ({ ...one, block })));
  await settled([
    tx.rows(REMOVE_BLOCKS, [written.map((one) => one.partnerId), written.map((one) => one.customerId)]),
    tx.rows(ADD_BLOCKS, [
      blocks.map((one) => one.partnerId),
      blocks.map((one) => one.customerId),
      blocks.map((one) => one.country),
      blocks.map((one) => one.block),
    ]),
  ]);
}

export type SameRegistration = BusinessKey & { other_partner_id: string; other_customer_id: string };

// Not sorted before it is cut: a number such as 0 may be that of very many.
const FIND_REGISTRATION = statement<SameRegistration>(
  'flags_find_registration',
  `select w.partner_id, w.customer_id, o.*
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as w (partner_id, customer_id, country, registration_key)
   cross join lateral (
     select f.partner_id as other_partner_id, f.customer_id as other_customer_id from business_fingerprints f
     where f.country = w.country and f.registration_key = w.registration_key and f.customer_id <> w.customer_id
     limit $5
   ) o
   where w.registration_key <> ''
   order by w.customer_id, o.other_customer_id`,
);

/** Other businesses of the country with that registration number, of whatever partner; at most `limit` for each. */
export function findSameRegistration(
  tx: Tx,
  fingerprints: readonly Fingerprint[],
  limit: number,
): Promise<SameRegistration[]> {
  const [partnerIds, customerIds, countries, registrationKeys] = columnsOf(fingerprints);
  return tx.rows(FIND_REGISTRATION, [partnerIds, customerIds, countries, registrationKeys, limit]);
}

export type SimilarName = SameRegistration & { score: number };

// Of a part that very many names have, those of the newest businesses are looked at: a search reads no more than so many for
// each part, whatever there is. Those that are very similar share a rarer part as well.
const FIND_NAMES = statement<SimilarName>(
  'flags_find_names',
  `select w.partner_id, w.customer_id, o.*
   from json_to_recordset($1::json) as w (partner_id uuid, customer_id uuid, country text, name_key text, blocks text[])
   cross join lateral (
     select f.partner_id as other_partner_id, f.customer_id as other_customer_id,
       round(similarity(f.name_key, w.name_key)::numeric, 3)::float8 as score
     from (
       select distinct b.partner_id, b.customer_id from unnest(w.blocks) as part (block)
       cross join lateral (
         select n.partner_id, n.customer_id from business_name_blocks n
         where n.country = w.country and n.block = part.block and n.customer_id <> w.customer_id
         order by n.customer_id desc limit $4
       ) b
     ) c
     cross join lateral (
       select f.partner_id, f.customer_id, f.name_key from business_fingerprints f
       where f.partner_id = c.partner_id and f.customer_id = c.customer_id
     ) f
     where similarity(f.name_key, w.name_key) >= $2::real
     order by score desc, other_customer_id limit $3
   ) o
   order by w.customer_id, o.score desc, o.other_customer_id`,
);

export interface NameSearch {
  /** From 0 to 1; what is less similar is not found. */
  threshold: number;
  /** How many are found for each. */
  limit: number;
  /** How many are looked at for each part of a name. */
  among: number;
}

/** Other businesses of the country with a similar name, of whatever partner, the most similar first. */
export function findSimilarNames(
  tx: Tx,
  fingerprints: readonly Fingerprint[],
  { threshold, limit, among }: NameSearch,
): Promise<SimilarName[]> {
  const wanted = fingerprints.map(({ partnerId, customerId, country, nameKey }) => ({
    partner_id: partnerId,
    customer_id: customerId,
    country,
    name_key: nameKey,
    blocks: nameBlocks(nameKey),
  }));
  return tx.rows(FIND_NAMES, [JSON.stringify(wanted), threshold, limit, among]);
}

/**
 * The part of a statement that removes the fingerprint of the customer that `customer`, an earlier part of the same statement,
 * has put out. Only the owner of the table may.
 */
export function erasingFingerprint(customer: string): string {
  return `erased_fingerprint as (
     delete from business_fingerprints f using ${customer} c
     where f.partner_id = c.partner_id and f.customer_id = c.customer_id
   )`;
}

function columnsOf(fingerprints: readonly Fingerprint[]): [string[], string[], string[], string[], string[]] {
  return [
    fingerprints.map((one) => one.partnerId),
    fingerprints.map((one) => one.customerId),
    fingerprints.map((one) => one.country),
    fingerprints.map((one) => one.registrationKey),
    fingerprints.map((one) => one.nameKey),
  ];
}
