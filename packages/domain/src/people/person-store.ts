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
const PERSON_RECORDSET = `ubo_id uuid, email_key text, ${PERSON.recordset}`;

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
const joiningIdentities = (json: string) => `cross join lateral (
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

/**
 * A CTE that updates people of the customer returned by the CTE `customer` and marks replaced identities. Invalidates earlier
 * verdicts on these people.
 */
export function updatingPeople(customer: string): Part<UpdatedPeople> {
  return part(`updated_people as (
     update people p set ${PERSON.assignedFrom('u')}, email_key = u.email_key, verification_status = 'NotStarted',
       updated_at = :now::timestamptz
     from ${customer} c cross join json_to_recordset(:updatedPeople::json) as u (${PERSON_RECORDSET})
     where p.partner_id = c.partner_id and p.customer_id = c.customer_id and p.ubo_id = u.ubo_id
   ), replaced_identities as (
     update identities i set replaced_at = :now::timestamptz
     from ${customer} c cross join json_to_recordset(:replacedIdentities::json) as r (ubo_id uuid, identity_id uuid)
     where i.partner_id = c.partner_id and i.customer_id = c.customer_id and i.ubo_id = r.ubo_id
       and i.identity_id = r.identity_id
   )`);
}

export type UpdatedPeople = {
  /** PersonInsert[] as JSON. */
  updatedPeople: string;
  /** IdentityKey[] as JSON. */
  replacedIdentities: string;
  now: Date;
};

export type IdentityKey = Pick<IdentitiesRow, 'uboId' | 'identityId'>;

/** A stored person, for comparison with the one sent. */
export type KnownPerson = PersonInsert & { identities: KnownIdentity[] };

export type KnownIdentity = RowOf<typeof SENT_IDENTITY> &
  Pick<IdentitiesRow, 'identityId' | 'valueHashKeyId'> & {
    /** base64, because it is inside JSON. */
    valueCipher: string;
    valueHash: string;
  };

const KNOWN_BY = `${SENT_IDENTITY.json('i')}, 'valueCipher', encode(i.value_cipher, 'base64'),
  'valueHash', encode(i.value_hash, 'base64'), 'valueHashKeyId', i.value_hash_key_id`;

// Only those that the request may refer to: a profile can have many more people than a request.
const FIND_KNOWN = statement<KnownPerson, CustomerKey & { uboIds: readonly string[]; emailKeys: readonly string[] }>(
  'people_find_known',
  `select p.ubo_id, p.email_key, ${PERSON.list('p')}, i.identities
   from people p
   ${joiningIdentities(KNOWN_BY)}
   where p.partner_id = :partnerId and p.customer_id = :customerId
     and (p.ubo_id = any(:uboIds::uuid[]) or p.email_key = any(:emailKeys::text[]))
   order by p.ubo_id`,
);

export function findKnownPeople(
  tx: Tx,
  partnerId: string,
  customerId: string,
  { uboIds, emailKeys }: { uboIds: string[]; emailKeys: string[] },
): Promise<KnownPerson[]> {
  return tx.rows(FIND_KNOWN, { partnerId, customerId, uboIds, emailKeys });
}

export interface PeopleTotals {
  people: number;
  /** The sum of all shares on the profile. */
  share: number;
}

const TOTALS = statement<PeopleTotals, CustomerKey>(
  'people_totals',
  `select count(*)::integer as people, coalesce(sum(percentage_share), 0) as share
   from people where partner_id = :partnerId and customer_id = :customerId`,
);

export async function peopleTotals(tx: Tx, partnerId: string, customerId: string): Promise<PeopleTotals> {
  return (await tx.rows(TOTALS, { partnerId, customerId }))[0] ?? { people: 0, share: 0 };
}

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
