import { statement, type Tx } from '@onboarding/platform/postgres';

/**
 * The part of a statement that blanks the identities of the customer that `customer`, an earlier part of the same statement,
 * has put out. The encrypted number is unreadable without the customer's key anyway; the hash would still tell whether it
 * equals a number that somebody guesses, and the mask shows its end. That there was an identity, and of which kind, stays.
 */
export function erasingIdentities(customer: string): string {
  return `erased_identities as (
     update identities i set value_cipher = '', value_masked = '', value_hash = '', issue_date = null, expiry_date = null,
       document_id = null
     from ${customer} c where i.partner_id = c.partner_id and i.customer_id = c.customer_id
   )`;
}

const COUNT_IDENTITIES = statement<{ identities: number }>(
  'identities_count',
  'select count(*)::int as identities from identities where partner_id = $1 and customer_id = $2',
);

/** Replaced ones included. */
export async function countIdentities(tx: Tx, partnerId: string, customerId: string): Promise<number> {
  return (await tx.rows(COUNT_IDENTITIES, [partnerId, customerId]))[0]?.identities ?? 0;
}
