// What an analyst's work changes about people.
import { statement, type Tx } from '@onboarding/platform/postgres';

/**
 * The part of a statement that says where a person of the customer that `customer`, an earlier part of the same statement, has
 * put out stands. Its three parameters, from `first` on, are the person, the status and the time.
 */
export function judgingPerson(customer: string, first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  return `judged_person as (
     update people p set verification_status = ${at(1)}, updated_at = ${at(2)}::timestamptz
     from ${customer} c where p.partner_id = c.partner_id and p.customer_id = c.customer_id and p.ubo_id = ${at(0)}::uuid
   )`;
}

const APPROVE_UNJUDGED = statement<object>(
  'people_approve_unjudged',
  `update people set verification_status = 'Approved', updated_at = $3
   where partner_id = $1 and customer_id = $2 and verification_status = 'NotStarted'`,
);

/** Whoever approves a business approves those of its people about whom nothing was said. Behind the customer's lock, and in
 * the transaction that raises its version. */
export async function approveUnjudged(tx: Tx, partnerId: string, customerId: string, now: Date): Promise<void> {
  await tx.rows(APPROVE_UNJUDGED, [partnerId, customerId, now]);
}
