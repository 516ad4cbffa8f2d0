import type { ReviewsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { Claim } from './move.ts';
import { type ReviewRow, voidingProposal } from './review-store.ts';

// What was proposed is void: who proposed it no longer has the package.
const HAND_OVER = statement<{ customer_id: string }>(
  'review_hand_over',
  `with package as (
     update reviews set claimed_by = $3, claimed_at = $4::timestamptz, claim_ends_at = $5
     where partner_id = $1 and customer_id = $2 and claimed_by is not null
     returning partner_id, customer_id
   ), ${voidingProposal('package', 4, 'Handover')}
   select customer_id from package`,
);

/** From one analyst to another. For whoever has locked the customer. */
export async function handOver(
  tx: Tx,
  { partner_id: partnerId, customer_id: customerId }: ReviewRow,
  { by, endsAt }: Claim,
  now: Date,
): Promise<void> {
  const rows = await tx.rows(HAND_OVER, [partnerId, customerId, by, now, endsAt]);
  if (rows.length !== 1) throw new Error('A locked package has changed');
}

export type EndedClaim = Pick<ReviewsRow, 'partner_id' | 'customer_id'> & { claim_ends_at: Date };

const LIST_ENDED = statement<EndedClaim>(
  'review_list_ended_claims',
  `select partner_id, customer_id, claim_ends_at from reviews
   where claimed_by is not null and claim_ends_at <= $1 and (claim_ends_at, customer_id) > ($2::timestamptz, $3::uuid)
   order by claim_ends_at, customer_id limit $4`,
);

/** Claims whose time is over, from the one `after` on. Nobody is kept from working on them meanwhile. */
export function listEndedClaims(
  tx: Tx,
  now: Date,
  after: EndedClaim | undefined,
  limit: number,
): Promise<EndedClaim[]> {
  const position = [after?.claim_ends_at ?? '-infinity', after?.customer_id ?? '00000000-0000-0000-0000-000000000000'];
  return tx.rows(LIST_ENDED, [now, ...position, limit]);
}
