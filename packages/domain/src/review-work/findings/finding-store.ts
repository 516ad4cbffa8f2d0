import type { HitFinding } from '@onboarding/contract';
import type { HitFindingsRow } from '@onboarding/database/tables';
import { type Part, part, sql, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../../customer-keys.ts';
import { changingCustomer } from '../../profiles/index.ts';
import { voidingProposal } from '../../review-state/index.ts';

export type FindingRow = Omit<HitFindingsRow, 'partnerId' | 'customerId'>;

/** A package is read as a whole, so its findings must be bounded. */
const MOST_LISTED = 2_000;

const LIST = statement<FindingRow, CustomerKey>(
  'verification_list_findings',
  `select hit_hash, finding, note_cipher, found_by, found_at from hit_findings
   where partner_id = :partnerId and customer_id = :customerId order by found_at desc limit ${MOST_LISTED}`,
);

/** Newest first, including findings about hits that have changed since. */
export function listFindings(tx: Tx, partnerId: string, customerId: string): Promise<FindingRow[]> {
  return tx.rows(LIST, { partnerId, customerId });
}

/**
 * A CTE that deletes the findings about the customer returned by the CTE `customer`; the trail still shows that there were
 * some.
 */
export function erasingFindings(customer: string): Part {
  return part(`erased_findings as (
     delete from hit_findings f using ${customer} c where f.partner_id = c.partner_id and f.customer_id = c.customer_id
   )`);
}

type FindingValues = {
  hitHash: Buffer;
  finding: HitFinding;
  noteCipher: Buffer | null;
  foundBy: string;
  now: Date;
};

const GIVING = part<FindingValues>(`given_finding as (
     insert into hit_findings (partner_id, customer_id, hit_hash, finding, note_cipher, found_by, found_at)
     select c.partner_id, c.customer_id, :hitHash::bytea, :finding, :noteCipher::bytea, :foundBy::uuid, :now::timestamptz
     from customer c
     on conflict (partner_id, customer_id, hit_hash) do update set finding = excluded.finding,
       note_cipher = excluded.note_cipher, found_by = excluded.found_by, found_at = excluded.found_at
   )`);

/**
 * Like a verdict, voids an open proposal, because its basis has changed. Only our own staff can read it, so the version does
 * not increase.
 */
export const JUDGE_HIT = changingCustomer('verification_judge_hit', {
  parts: sql`${GIVING}, ${voidingProposal('customer', 'Verdict')}`,
});
