// The little that the queue and its statistics need to know of many businesses at once, for those who may see all partners.
import type { CustomersRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type BusinessBrief = Pick<CustomersRow, 'customer_id' | 'company_name' | 'attempt'>;
type Key = Pick<CustomersRow, 'partner_id' | 'customer_id'>;

const NAMED = `from unnest($1::uuid[], $2::uuid[]) as named (partner_id, customer_id)
   join customers c on c.partner_id = named.partner_id and c.customer_id = named.customer_id`;

const BRIEFS = statement<BusinessBrief>('customer_briefs', `select c.customer_id, c.company_name, c.attempt ${NAMED}`);

export async function listBusinessBriefs(tx: Tx, keys: readonly Key[]): Promise<Map<string, BusinessBrief>> {
  const rows = await tx.rows(BRIEFS, valuesOf(keys));
  return new Map(rows.map((row) => [row.customer_id, row]));
}

// What was never handed in again was handed in when it was made.
const SUBMISSIONS = statement<{ customer_id: string; submitted_at: Date }>(
  'customer_submissions',
  `select c.customer_id, coalesce(c.submitted_at, c.created_at) as submitted_at ${NAMED}`,
);

/** When each was handed in last. */
export async function listSubmissions(tx: Tx, keys: readonly Key[]): Promise<Map<string, Date>> {
  const rows = await tx.rows(SUBMISSIONS, valuesOf(keys));
  return new Map(rows.map((row) => [row.customer_id, row.submitted_at]));
}

const valuesOf = (keys: readonly Key[]) => [
  keys.map(({ partner_id: partnerId }) => partnerId),
  keys.map(({ customer_id: customerId }) => customerId),
];
