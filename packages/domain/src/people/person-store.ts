import type { IdentitiesRow, PeopleRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

/**
 * The part of a statement that adds people and their identities to the customer that `customer`, an earlier part of the
 * same statement, has put out; none if it put out none. Its three parameters, from `first` on, are `peopleValues`.
 */
export function addingPeople(customer: string, first: number): string {
  return `added_people as (
     insert into people (partner_id, customer_id, ubo_id, first_name, last_name, birth_date, tax_residence_country,
       nationality, email, email_key, phone, ownership_type, percentage_share, address, verification_status, created_at, updated_at)
     select c.partner_id, c.customer_id, p.ubo_id, p.first_name, p.last_name, p.birth_date, p.tax_residence_country,
       p.nationality, p.email, p.email_key, p.phone, p.ownership_type, p.percentage_share, p.address, 'NotStarted',
       $${first + 2}::timestamptz, $${first + 2}::timestamptz
     from ${customer} c cross join json_to_recordset($${first}::json) as p (ubo_id uuid, first_name text, last_name text,
       birth_date date, tax_residence_country text, nationality text, email text, email_key text, phone text,
       ownership_type text[], percentage_share smallint, address jsonb)
   ), added_identities as (
     insert into identities (partner_id, customer_id, ubo_id, identity_id, identity_type_code, issuing_country, value_cipher,
       value_masked, value_hash, value_hash_key_id, issue_date, expiry_date, document_id, requirement_set_id, general_rule, created_at)
     select c.partner_id, c.customer_id, i.ubo_id, i.identity_id, i.identity_type_code, i.issuing_country,
       decode(i.value_cipher, 'base64'), i.value_masked, decode(i.value_hash, 'base64'), i.value_hash_key_id, i.issue_date,
       i.expiry_date, i.document_id, i.requirement_set_id, i.general_rule, $${first + 2}::timestamptz
     from ${customer} c cross join json_to_recordset($${first + 1}::json) as i (ubo_id uuid, identity_id uuid,
       identity_type_code text, issuing_country text, value_cipher text, value_masked text, value_hash text,
       value_hash_key_id text, issue_date date, expiry_date date, document_id uuid, requirement_set_id integer,
       general_rule boolean)
   )`;
}

/** All people in one parameter and all identities in another: a hundred of them cost no more round trips than one. */
export function peopleValues(people: PersonInsert[], identities: IdentityInsert[], now: Date): unknown[] {
  return [JSON.stringify(people), JSON.stringify(identities), now];
}

export type PersonInsert = Pick<
  PeopleRow,
  | 'ubo_id'
  | 'first_name'
  | 'last_name'
  | 'birth_date'
  | 'tax_residence_country'
  | 'nationality'
  | 'email'
  | 'email_key'
  | 'phone'
  | 'ownership_type'
  | 'percentage_share'
  | 'address'
>;

export type IdentityInsert = Omit<
  IdentitiesRow,
  'partner_id' | 'customer_id' | 'created_at' | 'replaced_at' | 'value_cipher' | 'value_hash'
> & {
  /** base64, because they travel inside JSON. */
  value_cipher: string;
  value_hash: string;
};

export type PersonRow = Omit<PersonInsert, 'email_key'> &
  Pick<PeopleRow, 'verification_status'> & {
    identities: Pick<
      IdentitiesRow,
      | 'identity_id'
      | 'identity_type_code'
      | 'issuing_country'
      | 'value_masked'
      | 'issue_date'
      | 'expiry_date'
      | 'document_id'
    >[];
  };

// UUIDv7 sorts by the time of making, so people and identities come in the order in which they were sent.
const LIST_PEOPLE = statement<PersonRow>(
  'people_list',
  `select p.ubo_id, p.first_name, p.last_name, p.birth_date, p.tax_residence_country, p.nationality, p.email, p.phone,
     p.ownership_type, p.percentage_share, p.address, p.verification_status, i.identities
   from people p
   cross join lateral (
     select coalesce(json_agg(json_build_object('identity_id', i.identity_id, 'identity_type_code', i.identity_type_code,
       'issuing_country', i.issuing_country, 'value_masked', i.value_masked, 'issue_date', i.issue_date,
       'expiry_date', i.expiry_date, 'document_id', i.document_id) order by i.identity_id), '[]') as identities
     from identities i
     where i.partner_id = p.partner_id and i.customer_id = p.customer_id and i.ubo_id = p.ubo_id and i.replaced_at is null
   ) i
   where p.partner_id = $1 and p.customer_id = $2
   order by p.ubo_id`,
);

export function listPeople(tx: Tx, partnerId: string, customerId: string): Promise<PersonRow[]> {
  return tx.rows(LIST_PEOPLE, [partnerId, customerId]);
}
