// The few fields of many businesses that the queue and its statistics need, for callers that may see all partners.
import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { type CustomerKey, type CustomerKeys, keysOf, NAMED_CUSTOMERS } from '../../customer-keys.ts';

export type BusinessBrief = Pick<
  CustomersRow,
  'customerId' | 'partnerCustomerId' | 'companyName' | 'attempt' | 'erasedAt'
>;
const NAMED = `from ${NAMED_CUSTOMERS}
   join customers c on c.partner_id = w.partner_id and c.customer_id = w.customer_id`;

const BRIEFS = statement<BusinessBrief, CustomerKeys>(
  'customer_briefs',
  `select c.customer_id, c.partner_customer_id, c.company_name, c.attempt, c.erased_at ${NAMED}`,
);

export async function listBusinessBriefs(tx: Tx, keys: readonly CustomerKey[]): Promise<Map<string, BusinessBrief>> {
  const rows = await tx.rows(BRIEFS, keysOf(keys));
  return new Map(rows.map((row) => [row.customerId, row]));
}

// A profile that was never resubmitted counts as submitted at its creation.
const SUBMISSIONS = statement<{ customerId: string; submittedAt: Date }, CustomerKeys>(
  'customer_submissions',
  `select c.customer_id, coalesce(c.submitted_at, c.created_at) as submitted_at ${NAMED}`,
);

/** When each business was last submitted. */
export async function listSubmissions(tx: Tx, keys: readonly CustomerKey[]): Promise<Map<string, Date>> {
  const rows = await tx.rows(SUBMISSIONS, keysOf(keys));
  return new Map(rows.map((row) => [row.customerId, row.submittedAt]));
}
