import type { ReviewsRow } from '@onboarding/database/tables';
import { part, sql, statement, type Tx, type ValuesOf } from '@onboarding/platform/postgres';
import type { Claim } from './move.ts';
import { type ReviewRow, voidingProposal } from './review-store.ts';

// Voids the open proposal: its proposer no longer has the package.
const TAKING_OVER = part<{ partnerId: string; customerId: string; by: string; endsAt: Date; now: Date }>(`package as (
     update reviews set claimed_by = :by, claimed_at = :now::timestamptz, claim_ends_at = :endsAt
     where partner_id = :partnerId and customer_id = :customerId and claimed_by is not null
     returning partner_id, customer_id
   )`);
const HANDING_OVER = sql`with ${TAKING_OVER}, ${voidingProposal('package', 'Handover')} select customer_id from package`;
const HAND_OVER = statement<{ customerId: string }, ValuesOf<typeof HANDING_OVER>>('review_hand_over', HANDING_OVER);

/** Reassigns a package to another analyst. The caller must hold the customer's lock. */
export async function handOver(
  tx: Tx,
  { partnerId, customerId }: ReviewRow,
  { by, endsAt }: Claim,
  now: Date,
): Promise<void> {
  const rows = await tx.rows(HAND_OVER, { partnerId, customerId, by, endsAt, now });
  if (rows.length !== 1) throw new Error('A locked package has changed');
}

export type EndedClaim = Pick<ReviewsRow, 'partnerId' | 'customerId'> & { claimEndsAt: Date };

const LIST_ENDED = statement<EndedClaim, { now: Date; afterEnd: Date | '-infinity'; afterId: string; limit: number }>(
  'review_list_ended_claims',
  `select partner_id, customer_id, claim_ends_at from reviews
   where claimed_by is not null and claim_ends_at <= :now
     and (claim_ends_at, customer_id) > (:afterEnd::timestamptz, :afterId::uuid)
   order by claim_ends_at, customer_id limit :limit`,
);

/** Expired claims after `after`. Takes no lock, so work on them can continue. */
export function listEndedClaims(
  tx: Tx,
  now: Date,
  after: EndedClaim | undefined,
  limit: number,
): Promise<EndedClaim[]> {
  const afterEnd = after?.claimEndsAt ?? '-infinity';
  const afterId = after?.customerId ?? '00000000-0000-0000-0000-000000000000';
  return tx.rows(LIST_ENDED, { now, afterEnd, afterId, limit });
}
