// Comparisons of identity numbers for callers that may not read them, not even hashed: the database compares them.
import type { IdentitiesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';

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
