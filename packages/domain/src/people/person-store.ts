import type { IdentitiesRow, PeopleRow } from '@onboarding/database/tables';
import { type Part, part, type RowOf, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { IDENTITY, PERSON, SENT_IDENTITY } from './person-columns.ts';

/**
 * A CTE that adds people and their identities to the row returned by the CTE `customer`; inserts nothing if there is none.
 */
export function addingPeople(customer: string): Part<AddedPeople> {
  return part(`added_people as (
     insert into people (partner_id, customer_id, ubo_id, email_key, ${PERSON.list()}, verification_status, created_at, updated_at)
     select c.partner_id, c.customer_id, p.ubo_id, p.email_key, ${PERSON.list('p')}, 'NotStarted', :now::timestamptz,
       :now::timestamptz
     from ${customer} c cross join json_to_recordset(:addedPeople::json) as p (${PERSON_RECORDSET})
   ), added_identities as (
     insert into identities (partner_id, customer_id, ubo_id, identity_id, ${IDENTITY.list()}, value_cipher, value_masked,
       value_hash, value_hash_key_id, created_at)
     select c.partner_id, c.customer_id, i.ubo_id, i.identity_id, ${IDENTITY.list('i')}, decode(i.value_cipher, 'base64'),
       i.value_masked, decode(i.value_hash, 'base64'), i.value_hash_key_id, :now::timestamptz
     from ${customer} c cross join json_to_recordset(:addedIdentities::json) as i (ubo_id uuid, identity_id uuid,
       ${IDENTITY.recordset}, value_cipher text, value_masked text, value_hash text, value_hash_key_id text)
   )`);
}

/** The columns of PersonInsert in JSON. */
export const PERSON_RECORDSET = `ubo_id uuid, email_key text, ${PERSON.recordset}`;

/** All people in one value and all identities in another, so that a hundred of them take no more round trips than one. */
export type AddedPeople = {
  /** PersonInsert[] as JSON. */
  addedPeople: string;
  /** IdentityInsert[] as JSON. */
  addedIdentities: string;
  now: Date;
};

export type PersonInsert = RowOf<typeof PERSON> & Pick<PeopleRow, 'uboId' | 'emailKey'>;

export type IdentityInsert = RowOf<typeof IDENTITY> &
  Pick<IdentitiesRow, 'uboId' | 'identityId' | 'valueMasked' | 'valueHashKeyId'> & {
    /** base64, because it is inside JSON. */
    valueCipher: string;
    valueHash: string;
  };

export type PersonRow = RowOf<typeof PERSON> &
  Pick<PeopleRow, 'uboId' | 'verificationStatus'> & {
    identities: (RowOf<typeof SENT_IDENTITY> & Pick<IdentitiesRow, 'identityId' | 'valueMasked'>)[];
  };

/** Joins the current identities of a person `p`, as JSON of these columns of `i`, under the name `identities`. */
export const joiningIdentities = (json: string) => `cross join lateral (
     select coalesce(json_agg(json_build_object('identityId', i.identity_id, ${json}) order by i.identity_id), '[]') as identities
     from identities i
     where i.partner_id = p.partner_id and i.customer_id = p.customer_id and i.ubo_id = p.ubo_id and i.replaced_at is null
   ) i`;

// UUIDv7 sorts by creation time, so people and identities are returned in the order in which they were sent.
const LIST_PEOPLE = statement<PersonRow, CustomerKey>(
  'people_list',
  `select p.ubo_id, ${PERSON.list('p')}, p.verification_status, i.identities
   from people p
   ${joiningIdentities(`${SENT_IDENTITY.json('i')}, 'valueMasked', i.value_masked`)}
   where p.partner_id = :partnerId and p.customer_id = :customerId
   order by p.ubo_id`,
);

export function listPeople(tx: Tx, partnerId: string, customerId: string): Promise<PersonRow[]> {
  return tx.rows(LIST_PEOPLE, { partnerId, customerId });
}
