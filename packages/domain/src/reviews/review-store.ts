import type { VoidedBy } from '@onboarding/contract';
import type { ReviewsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { Claim, PreparedMove } from './move.ts';

/**
 * The part of a statement that queues the package of a new customer, which `customer`, an earlier part of the same statement,
 * has put out; none if it put out none. Its three parameters, from `first` on, are `queueingValues`.
 */
export function queueingReview(customer: string, first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  return `queued_review as (
     insert into reviews (partner_id, customer_id, queued_at, country, business_type_code, flags_due_at, screening_due_at,
       screening_since)
     select c.partner_id, c.customer_id, ${at(0)}::timestamptz, ${at(1)}, ${at(2)}, ${at(0)}::timestamptz, ${at(0)}::timestamptz,
       ${at(0)}::timestamptz
     from ${customer} c
   )`;
}

export interface Filed {
  country: string;
  businessTypeCode: string;
}

export function queueingValues({ country, businessTypeCode }: Filed, now: Date): unknown[] {
  return [now, country, businessTypeCode];
}

/**
 * The part of a statement that brings the package of the customer that `customer`, an earlier part of the same statement, has
 * put out to where a transition leads. What queued it first keeps its age; what is queued anew is flagged anew, because nobody
 * has watched it meanwhile. What is approved knows the flags of that moment. Its ten parameters, from `first` on, are
 * `movingValues`.
 */
export function movingReview(customer: string, first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  return `moved_review as (
     update reviews r set queued_at = case when ${at(0)}::boolean then coalesce(r.queued_at, ${at(1)}::timestamptz) end,
       priority = coalesce(${at(2)}::smallint, r.priority), claimed_by = ${at(3)}::uuid,
       claimed_at = case when ${at(3)}::uuid is not null then ${at(1)}::timestamptz end, claim_ends_at = ${at(4)}::timestamptz,
       country = coalesce(${at(5)}, r.country), business_type_code = coalesce(${at(6)}, r.business_type_code),
       flags_due_at = case when ${at(7)}::boolean or (${at(0)}::boolean and r.queued_at is null) then ${at(1)}::timestamptz else r.flags_due_at end,
       screening_due_at = case when ${at(7)}::boolean then ${at(1)}::timestamptz else r.screening_due_at end,
       screening_tries = case when ${at(7)}::boolean then 0 else r.screening_tries end,
       screening_since = case when ${at(7)}::boolean then coalesce(r.screening_since, ${at(1)}::timestamptz)
         else r.screening_since end,
       queue_reason = coalesce(${at(8)}, r.queue_reason),
       decided_flags = case when ${at(9)}::boolean then r.flags else r.decided_flags end
     from ${customer} c where r.partner_id = c.partner_id and r.customer_id = c.customer_id
   )`;
}

/** `filed` is given when the business itself has changed: it is filed anew, and looked at anew. */
export function movingValues(move: PreparedMove, now: Date, filed?: Filed): unknown[] {
  const { queued, queuedAs, claim, approves } = move;
  return [
    queued,
    now,
    queuedAs?.priority ?? null,
    claim?.by ?? null,
    claim?.endsAt ?? null,
    filed?.country ?? null,
    filed?.businessTypeCode ?? null,
    filed !== undefined,
    queuedAs?.reason ?? null,
    approves,
  ];
}

const NEW_EVIDENCE: readonly VoidedBy[] = ['DocumentConfirmed', 'ScreeningHit'];

/**
 * The part of a statement that voids what is proposed about the customer that `customer`, an earlier part of the same
 * statement, has put out, and says what has voided it. Its parameter is the time, or null where it turns out that nothing is to be
 * voided. New evidence voids approvals only: whoever is to be rejected could otherwise put that off for ever.
 */
export function voidingProposal(customer: string, first: number, by: VoidedBy): string {
  const only = NEW_EVIDENCE.includes(by) ? `and d.outcome = 'Approve'` : '';
  return `voided_proposal as (
     update review_decisions d set state = 'Voided', settled_at = $${first}::timestamptz, voided_by = '${by}'
     from ${customer} c where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.state = 'Proposed'
       and $${first}::timestamptz is not null ${only}
     returning d.partner_id, d.customer_id
   )`;
}

/**
 * The part behind `voidingProposal` where the package stays with its analyst: the claim no longer waits for a second analyst.
 * Its parameter is when it ends at the latest.
 */
export function shorteningClaim(first: number): string {
  return `shortened_claim as (
     update reviews r set claim_ends_at = least(r.claim_ends_at, $${first}::timestamptz)
     from voided_proposal v
     where r.partner_id = v.partner_id and r.customer_id = v.customer_id and r.claimed_by is not null
   )`;
}

/** The part of a statement that takes the package of an erased customer out of everybody's hands: nothing of it is left. Whoever
 * is still computing flags for it finds that they are no longer due, and writes none. */
export function closingReview(customer: string): string {
  return `closed_review as (
     update reviews r set queued_at = null, claimed_by = null, claimed_at = null, claim_ends_at = null, flags = '[]',
       flag_codes = '{}', decided_flags = null, flags_due_at = null, screening_due_at = null, screening_since = null
     from ${customer} c where r.partner_id = c.partner_id and r.customer_id = c.customer_id
   )`;
}

const HOLD_CLAIM = statement<object>(
  'review_hold_claim',
  'update reviews set claim_ends_at = $4 where partner_id = $1 and customer_id = $2 and claimed_by = $3',
);

/** Until when the package stays with the analyst who has it. Behind the customer's lock. */
export async function holdClaim(tx: Tx, partnerId: string, customerId: string, { by, endsAt }: Claim): Promise<void> {
  await tx.rows(HOLD_CLAIM, [partnerId, customerId, by, endsAt]);
}

export type ReviewRow = Pick<
  ReviewsRow,
  | 'partner_id'
  | 'customer_id'
  | 'priority'
  | 'queued_at'
  | 'claimed_by'
  | 'claimed_at'
  | 'claim_ends_at'
  | 'flags'
  | 'flag_codes'
  | 'flags_due_at'
  | 'screening_due_at'
  | 'queue_reason'
  | 'decided_flags'
>;

const REVIEW_COLUMNS = `partner_id, customer_id, priority, queued_at, claimed_by, claimed_at, claim_ends_at, flags, flag_codes,
  flags_due_at, screening_due_at, queue_reason, decided_flags`;

// Analysts know a package by its customer alone; whose it is, they learn here.
const FIND_REVIEW = statement<ReviewRow>('review_find', `select ${REVIEW_COLUMNS} from reviews where customer_id = $1`);

/** For those who may see all partners. */
export async function findReview(tx: Tx, customerId: string): Promise<ReviewRow | undefined> {
  return (await tx.rows(FIND_REVIEW, [customerId]))[0];
}
