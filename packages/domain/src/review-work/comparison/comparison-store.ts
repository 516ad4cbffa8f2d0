import type { IdentityComparisonsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../../customer-keys.ts';

type ComparisonKey = CustomerKey & { identityId: string; by: string };
export type ComparisonRow = Pick<IdentityComparisonsRow, 'begunAt' | 'tries'>;

const FIND = statement<ComparisonRow, ComparisonKey>(
  'verification_find_comparison',
  `select begun_at, tries from identity_comparisons
   where partner_id = :partnerId and customer_id = :customerId and identity_id = :identityId and compared_by = :by`,
);

export async function findComparison(tx: Tx, key: ComparisonKey): Promise<ComparisonRow | undefined> {
  return (await tx.rows(FIND, key))[0];
}

const NOTE = statement<never, ComparisonKey & { begunAt: Date; tries: number }>(
  'verification_note_comparison',
  `insert into identity_comparisons (partner_id, customer_id, identity_id, compared_by, begun_at, tries)
   values (:partnerId, :customerId, :identityId, :by, :begunAt, :tries)
   on conflict (partner_id, customer_id, identity_id, compared_by) do update set begun_at = excluded.begun_at,
     tries = excluded.tries`,
);

/** Requires the customer's lock, so that every attempt is counted. */
export async function noteComparison(tx: Tx, key: ComparisonKey, { begunAt, tries }: ComparisonRow): Promise<void> {
  await tx.rows(NOTE, { ...key, begunAt, tries });
}
