import type { BusinessFingerprintsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { Fingerprint } from './fingerprint.ts';

type BusinessKey = Pick<BusinessFingerprintsRow, 'partner_id' | 'customer_id'>;

// One that has not changed is not written: its entries in the index of names are many.
const PUT = statement<object>(
  'flags_put_fingerprints',
  `insert into business_fingerprints as f (partner_id, customer_id, country, registration_key, name_key)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
   on conflict (partner_id, customer_id) do update
     set country = excluded.country, registration_key = excluded.registration_key, name_key = excluded.name_key
     where (f.country, f.registration_key, f.name_key)
       is distinct from (excluded.country, excluded.registration_key, excluded.name_key)`,
);

export async function putFingerprints(tx: Tx, fingerprints: readonly Fingerprint[]): Promise<void> {
  await tx.rows(PUT, columnsOf(fingerprints));
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

// The planner takes a comparison of names for cheap and every hundredth name for similar. Both are wrong by far, and from some
// size on it would rather read all names.
const PREPARE_NAMES = statement<object>(
  'flags_prepare_names',
  `select set_config('pg_trgm.similarity_threshold', $1, true), set_config('enable_seqscan', 'off', true)`,
);

export type SimilarName = SameRegistration & { score: number };

// The index finds what shares enough trigrams, within the country. Of a name that very many have, or nearly, the first few
// hundred are as good as all: they are enough to say so. Materialized, because the planner would hope to come upon those few
// hundred soon by reading all names; they are read one by one all the same.
const FIND_NAMES = statement<SimilarName>(
  'flags_find_names',
  `select w.partner_id, w.customer_id, o.*
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as w (partner_id, customer_id, country, name_key)
   cross join lateral (
     select c.partner_id as other_partner_id, c.customer_id as other_customer_id,
       round(similarity(c.name_key, w.name_key)::numeric, 3)::float8 as score
     from (
       with similar_names as materialized (
         select f.partner_id, f.customer_id, f.name_key from business_fingerprints f
         where f.country = w.country and f.name_key % w.name_key and f.customer_id <> w.customer_id
       )
       select * from similar_names limit $6
     ) c
     order by score desc, other_customer_id limit $5
   ) o
   where w.name_key <> ''
   order by w.customer_id, o.score desc, o.other_customer_id`,
);

export interface NameSearch {
  /** From 0 to 1; what is less similar is not found. */
  threshold: number;
  /** How many are found for each. */
  limit: number;
  /** Among how many of those that are similar enough. */
  among: number;
}

/** Other businesses of the country with a similar name, of whatever partner, the most similar first. */
export async function findSimilarNames(
  tx: Tx,
  fingerprints: readonly Fingerprint[],
  { threshold, limit, among }: NameSearch,
): Promise<SimilarName[]> {
  // Until the end of the transaction only; the connection is used for other things as well.
  await tx.rows(PREPARE_NAMES, [String(threshold)]);
  const [partnerIds, customerIds, countries, , nameKeys] = columnsOf(fingerprints);
  return tx.rows(FIND_NAMES, [partnerIds, customerIds, countries, nameKeys, limit, among]);
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
