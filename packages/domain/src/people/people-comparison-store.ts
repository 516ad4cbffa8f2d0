// People of many businesses, for comparison: without names, addresses or identity numbers.
import type { IdentitiesRow, PeopleRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../customer-keys.ts';

export type ComparedPerson = CustomerKey &
  Pick<PeopleRow, 'uboId' | 'nationality' | 'taxResidenceCountry' | 'phone' | 'ownershipType' | 'percentageShare'> & {
    residence: string;
    identities: Pick<IdentitiesRow, 'identityId' | 'issuingCountry' | 'expiryDate' | 'generalRule'>[];
  };

const LIST_COMPARED = statement<ComparedPerson, CustomerKeys>(
  'people_list_compared',
  `select p.partner_id, p.customer_id, p.ubo_id, p.nationality, p.tax_residence_country, p.phone, p.ownership_type, p.percentage_share,
     p.address->>'countryCode' as residence, i.identities
   from ${NAMED_CUSTOMERS}
   join people p on p.partner_id = w.partner_id and p.customer_id = w.customer_id
   cross join lateral (
     select coalesce(json_agg(json_build_object('identityId', i.identity_id, 'issuingCountry', i.issuing_country,
       'expiryDate', i.expiry_date, 'generalRule', i.general_rule) order by i.identity_id), '[]') as identities
     from identities i
     where i.partner_id = p.partner_id and i.customer_id = p.customer_id and i.ubo_id = p.ubo_id and i.replaced_at is null
   ) i
   order by p.customer_id, p.ubo_id`,
);

export function listComparedPeople(tx: Tx, businesses: readonly CustomerKey[]): Promise<ComparedPerson[]> {
  return tx.rows(LIST_COMPARED, keysOf(businesses));
}

export type SharedIdentity = CustomerKey &
  Pick<IdentitiesRow, 'uboId' | 'identityId'> & {
    otherPartnerId: string;
    otherCustomerId: string;
    otherUboId: string;
  };

// Hashes are comparable only under the same key. A hash cleared by an erasure matches nothing.
const FIND_SHARED = statement<SharedIdentity, CustomerKeys & { limit: number }>(
  'identities_find_shared',
  `select w.partner_id, w.customer_id, f.*
   from ${NAMED_CUSTOMERS}
   cross join lateral (
     select i.ubo_id, i.identity_id, o.partner_id as other_partner_id, o.customer_id as other_customer_id,
       o.ubo_id as other_ubo_id
     from identities i
     join identities o on o.value_hash = i.value_hash and o.value_hash_key_id = i.value_hash_key_id
       and o.replaced_at is null and o.customer_id <> i.customer_id
     where i.partner_id = w.partner_id and i.customer_id = w.customer_id and i.replaced_at is null and i.value_hash <> ''
     limit :limit
   ) f
   order by w.customer_id, f.identity_id, f.other_customer_id, f.other_ubo_id`,
);

/** Identities that other businesses have too, of any partner; at most `limit` for each business. */
export function findSharedIdentities(
  tx: Tx,
  businesses: readonly CustomerKey[],
  limit: number,
): Promise<SharedIdentity[]> {
  return tx.rows(FIND_SHARED, { ...keysOf(businesses), limit });
}

// Comparisons of identity numbers for callers that may not read them, not even hashed: the database compares them.

export type IdentityKind = Pick<IdentitiesRow, 'identityId' | 'uboId' | 'identityTypeCode' | 'issuingCountry'>;

const FIND_KIND = statement<IdentityKind, CustomerKey & { identityId: string }>(
  'identity_find_kind',
  `select identity_id, ubo_id, identity_type_code, issuing_country from identities
   where partner_id = :partnerId and customer_id = :customerId and identity_id = :identityId and replaced_at is null`,
);

/** Returns undefined also for a replaced identity. */
export async function findIdentityKind(
  tx: Tx,
  { partnerId, customerId }: CustomerKey,
  identityId: string,
): Promise<IdentityKind | undefined> {
  return (await tx.rows(FIND_KIND, { partnerId, customerId, identityId }))[0];
}

type Hashes = { identityId: string; keyIds: readonly string[]; hashes: readonly Buffer[] };

const MATCH = statement<{ matches: boolean }, CustomerKey & Hashes>(
  'identity_number_matches',
  'select number_matches(:partnerId, :customerId, :identityId, :keyIds::text[], :hashes::bytea[]) as matches',
);

export async function matchesNumber(tx: Tx, values: CustomerKey & Hashes): Promise<boolean> {
  return (await tx.rows(MATCH, values))[0]?.matches === true;
}

/** Two identities in the same group have equal numbers; if their keys differ, they cannot be compared. */
export interface NumberGroup {
  identityId: string;
  keyId: string;
  numberGroup: number;
}

const EQUAL = statement<NumberGroup, CustomerKey>(
  'identity_equal_numbers',
  'select identity_id, key_id, number_group from equal_numbers(:partnerId, :customerId)',
);

/** All identities of a business, including replaced ones. */
export function listNumberGroups(tx: Tx, { partnerId, customerId }: CustomerKey): Promise<NumberGroup[]> {
  return tx.rows(EQUAL, { partnerId, customerId });
}
