import { type AddressRecord, ERASED_NAME } from '@onboarding/contract';
import { statement, type Tx } from '@onboarding/platform/postgres';

const NO_ADDRESS: AddressRecord = {
  streetLine1: '',
  streetLine2: null,
  city: '',
  state: '',
  postalCode: '',
  countryCode: '',
};

/**
 * The part of a statement that blanks the people of the customer that `customer`, an earlier part of the same statement, has
 * put out. That there was somebody, with which share and in which role, stays. The key of an e-mail address is unique among
 * the people of a business, so that the person's own id takes its place.
 */
export function erasingPeople(customer: string): string {
  return `erased_people as (
     update people p set first_name = '${ERASED_NAME}', last_name = '${ERASED_NAME}', birth_date = null, tax_residence_country = null,
       nationality = '', email = '', email_key = p.ubo_id::text, phone = null, address = '${JSON.stringify(NO_ADDRESS)}'
     from ${customer} c where p.partner_id = c.partner_id and p.customer_id = c.customer_id
   )`;
}

/**
 * The same for their identities. The encrypted number is unreadable without the customer's key anyway; the hash would still
 * tell whether it equals a number that somebody guesses, and the mask shows its end. That there was an identity, and of which
 * kind, stays.
 */
export function erasingIdentities(customer: string): string {
  return `erased_identities as (
     update identities i set issuing_country = '', value_cipher = '', value_masked = '', value_hash = '', issue_date = null,
       expiry_date = null, document_id = null
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
