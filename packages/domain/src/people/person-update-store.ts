import type { IdentitiesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { PersonInsert } from './person-store.ts';

/**
 * The part of a statement that changes people of the customer that `customer`, an earlier part of the same statement,
 * has put out, and marks identities that others have replaced. What an analyst found about them before no longer counts. Its
 * three parameters, from `first` on, are
 * `peopleUpdateValues`.
 */
export function updatingPeople(customer: string, first: number): string {
  return `updated_people as (
     update people p set first_name = u.first_name, last_name = u.last_name, birth_date = u.birth_date,
       tax_residence_country = u.tax_residence_country, nationality = u.nationality, email = u.email,
       email_key = u.email_key, phone = u.phone, ownership_type = u.ownership_type,
       percentage_share = u.percentage_share, address = u.address, verification_status = 'NotStarted',
       updated_at = $${first + 2}::timestamptz
     from ${customer} c cross join json_to_recordset($${first}::json) as u (ubo_id uuid, first_name text, last_name text,
       birth_date date, tax_residence_country text, nationality text, email text, email_key text, phone text,
       ownership_type text[], percentage_share smallint, address jsonb)
     where p.partner_id = c.partner_id and p.customer_id = c.customer_id and p.ubo_id = u.ubo_id
   ), replaced_identities as (
     update identities i set replaced_at = $${first + 2}::timestamptz
     from ${customer} c cross join json_to_recordset($${first + 1}::json) as r (ubo_id uuid, identity_id uuid)
     where i.partner_id = c.partner_id and i.customer_id = c.customer_id and i.ubo_id = r.ubo_id
       and i.identity_id = r.identity_id
   )`;
}

export type IdentityKey = Pick<IdentitiesRow, 'ubo_id' | 'identity_id'>;

export function peopleUpdateValues(people: PersonInsert[], replaced: IdentityKey[], now: Date): unknown[] {
  return [JSON.stringify(people), JSON.stringify(replaced), now];
}

/** A person as an update compares it with what is sent. */
export type KnownPerson = PersonInsert & {
  identities: (Pick<
    IdentitiesRow,
    | 'identity_id'
    | 'identity_type_code'
    | 'issuing_country'
    | 'value_hash_key_id'
    | 'issue_date'
    | 'expiry_date'
    | 'document_id'
  > & { value_hash: string })[];
};

// Only those that the request may mean: a profile can have many more people than a request.
const FIND_KNOWN = statement<KnownPerson>(
  'people_find_known',
  `select p.ubo_id, p.first_name, p.last_name, p.birth_date, p.tax_residence_country, p.nationality, p.email,
     p.email_key, p.phone, p.ownership_type, p.percentage_share, p.address, i.identities
   from people p
   cross join lateral (
     select coalesce(json_agg(json_build_object('identity_id', i.identity_id, 'identity_type_code', i.identity_type_code,
       'issuing_country', i.issuing_country, 'value_hash', encode(i.value_hash, 'base64'),
       'value_hash_key_id', i.value_hash_key_id, 'issue_date', i.issue_date, 'expiry_date', i.expiry_date, 'document_id', i.document_id)
       order by i.identity_id), '[]') as identities
     from identities i
     where i.partner_id = p.partner_id and i.customer_id = p.customer_id and i.ubo_id = p.ubo_id and i.replaced_at is null
   ) i
   where p.partner_id = $1 and p.customer_id = $2 and (p.ubo_id = any($3::uuid[]) or p.email_key = any($4::text[]))
   order by p.ubo_id`,
);

export function findKnownPeople(
  tx: Tx,
  partnerId: string,
  customerId: string,
  { uboIds, emailKeys }: { uboIds: string[]; emailKeys: string[] },
): Promise<KnownPerson[]> {
  return tx.rows(FIND_KNOWN, [partnerId, customerId, uboIds, emailKeys]);
}

export interface PeopleTotals {
  people: number;
  /** The shares of everybody on the profile together. */
  share: number;
}

const TOTALS = statement<PeopleTotals>(
  'people_totals',
  `select count(*)::integer as people, coalesce(sum(percentage_share), 0) as share
   from people where partner_id = $1 and customer_id = $2`,
);

export async function peopleTotals(tx: Tx, partnerId: string, customerId: string): Promise<PeopleTotals> {
  return (await tx.rows(TOTALS, [partnerId, customerId]))[0] ?? { people: 0, share: 0 };
}
