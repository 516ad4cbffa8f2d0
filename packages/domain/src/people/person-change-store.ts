// Changes of people that partners do not send: verdicts and decisions of analysts, and erasure.
import type { VerificationStatus } from '@onboarding/contract';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { IDENTITY, PERSON } from './person-columns.ts';

/**
 * A CTE that sets the verification status of a person of the customer returned by the CTE `customer`.
 */
export function judgingPerson(customer: string): Part<{ uboId: string; personStatus: VerificationStatus; now: Date }> {
  return part(`judged_person as (
     update people p set verification_status = :personStatus, updated_at = :now::timestamptz
     from ${customer} c where p.partner_id = c.partner_id and p.customer_id = c.customer_id and p.ubo_id = :uboId::uuid
   )`);
}

const APPROVE_UNJUDGED = statement<never, { partnerId: string; customerId: string; now: Date }>(
  'people_approve_unjudged',
  `update people set verification_status = 'Approved', updated_at = :now
   where partner_id = :partnerId and customer_id = :customerId and verification_status = 'NotStarted'`,
);

/**
 * Approving a business also approves its people without a verdict. Requires the customer's lock, in the transaction that
 * increases its version.
 */
export async function approveUnjudged(tx: Tx, partnerId: string, customerId: string, now: Date): Promise<void> {
  await tx.rows(APPROVE_UNJUDGED, { partnerId, customerId, now });
}

/** Applies the same change to one person in memory. */
export function approvedUnjudged<T extends { verificationStatus: VerificationStatus }>(person: T): T {
  return person.verificationStatus === 'NotStarted' ? { ...person, verificationStatus: 'Approved' } : person;
}

/**
 * A CTE that clears the people of the customer returned by the CTE `customer`. Keeps the rows, with share and role. The key
 * of an e-mail address is unique among the people of a business, so the person's own id replaces it.
 */
export function erasingPeople(customer: string): Part {
  return part(`erased_people as (
     update people p set ${PERSON.erased}, email_key = p.ubo_id::text
     from ${customer} c where p.partner_id = c.partner_id and p.customer_id = c.customer_id
   )`);
}

/**
 * The same for their identities. The encrypted number is unreadable without the customer's key; but the hash could confirm a
 * guessed number, and the mask shows its end. Keeps the existence and type of each identity.
 */
export function erasingIdentities(customer: string): Part {
  return part(`erased_identities as (
     update identities i set ${IDENTITY.erased}, value_cipher = '', value_masked = '', value_hash = ''
     from ${customer} c where i.partner_id = c.partner_id and i.customer_id = c.customer_id
   )`);
}

const COUNT_IDENTITIES = statement<{ identities: number }, CustomerKey>(
  'identities_count',
  'select count(*)::int as identities from identities where partner_id = :partnerId and customer_id = :customerId',
);

/** Includes replaced ones. */
export async function countIdentities(tx: Tx, partnerId: string, customerId: string): Promise<number> {
  return (await tx.rows(COUNT_IDENTITIES, { partnerId, customerId }))[0]?.identities ?? 0;
}
