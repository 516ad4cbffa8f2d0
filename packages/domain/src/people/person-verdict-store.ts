// Changes of people by verdicts and decisions of analysts.
import type { VerificationStatus } from '@onboarding/contract';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';

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
