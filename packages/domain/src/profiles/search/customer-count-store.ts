import type { VerificationStatus } from '@onboarding/contract';
import { statement, type Tx } from '@onboarding/platform/postgres';

const COUNT = statement<{ verificationStatus: VerificationStatus; customers: number }, { partnerId: string }>(
  'customer_count_by_status',
  `select verification_status, sum(customers)::bigint as customers from customer_counts
   where partner_id = :partnerId group by verification_status`,
);

/** Triggers maintain the counts on every create and transition, so this only sums up a few rows per status. */
export async function countCustomers(tx: Tx, partnerId: string): Promise<Map<VerificationStatus, number>> {
  const rows = await tx.rows(COUNT, { partnerId });
  return new Map(rows.map((row) => [row.verificationStatus, row.customers]));
}

const STATUS_TIMES = statement<
  { customerId: string; statusChangedAt: Date },
  { partnerId: string; ids: readonly string[] }
>(
  'customer_status_times',
  `select customer_id, coalesce(status_changed_at, created_at) as status_changed_at from customers
   where partner_id = :partnerId and customer_id = any(:ids::uuid[])`,
);

/** When each of these customers entered its status. */
export async function listStatusTimes(tx: Tx, partnerId: string, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await tx.rows(STATUS_TIMES, { partnerId, ids });
  return new Map(rows.map((row) => [row.customerId, row.statusChangedAt]));
}
