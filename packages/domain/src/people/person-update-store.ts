import type { IdentitiesRow } from '@onboarding/database/tables';
import { type Part, part, type RowOf, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { PERSON, SENT_IDENTITY } from './person-columns.ts';
import { joiningIdentities, PERSON_RECORDSET, type PersonInsert } from './person-store.ts';

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
export type KnownPerson = PersonInsert & {
  identities: (RowOf<typeof SENT_IDENTITY> &
    Pick<IdentitiesRow, 'identityId' | 'valueHashKeyId'> & { valueHash: string })[];
};

const KNOWN_BY = `${SENT_IDENTITY.json('i')}, 'valueHash', encode(i.value_hash, 'base64'), 'valueHashKeyId', i.value_hash_key_id`;

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
