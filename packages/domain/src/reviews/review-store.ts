import type { ReviewsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { PreparedMove } from './move.ts';

/**
 * The part of a statement that queues the package of a new customer, which `customer`, an earlier part of the same statement,
 * has put out; none if it put out none. Its three parameters, from `first` on, are `queueingValues`.
 */
export function queueingReview(customer: string, first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  return `queued_review as (
     insert into reviews (partner_id, customer_id, queued_at, country, business_type_code, flags_due_at, screening_due_at)
     select c.partner_id, c.customer_id, ${at(0)}::timestamptz, ${at(1)}, ${at(2)}, ${at(0)}::timestamptz, ${at(0)}::timestamptz
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
 * put out to where a transition leads. What queued it first keeps its age. Its eight parameters, from `first` on, are
 * `movingValues`.
 */
export function movingReview(customer: string, first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  return `moved_review as (
     update reviews r set queued_at = case when ${at(0)}::boolean then coalesce(r.queued_at, ${at(1)}::timestamptz) end,
       priority = coalesce(${at(2)}::smallint, r.priority), claimed_by = ${at(3)}::uuid,
       claimed_at = case when ${at(3)}::uuid is not null then ${at(1)}::timestamptz end, claim_ends_at = ${at(4)}::timestamptz,
       country = coalesce(${at(5)}, r.country), business_type_code = coalesce(${at(6)}, r.business_type_code),
       flags_due_at = case when ${at(7)}::boolean then ${at(1)}::timestamptz else r.flags_due_at end,
       screening_due_at = case when ${at(7)}::boolean then ${at(1)}::timestamptz else r.screening_due_at end,
       screening_tries = case when ${at(7)}::boolean then 0 else r.screening_tries end
     from ${customer} c where r.partner_id = c.partner_id and r.customer_id = c.customer_id
   )`;
}

/** `filed` is given when the business itself has changed: it is filed anew, and looked at anew. */
export function movingValues({ queued, priority, claim }: PreparedMove, now: Date, filed?: Filed): unknown[] {
  return [
    queued,
    now,
    priority,
    claim?.by ?? null,
    claim?.endsAt ?? null,
    filed?.country ?? null,
    filed?.businessTypeCode ?? null,
    filed !== undefined,
  ];
}

/**
 * The part of a statement that voids what is proposed about the customer that `customer`, an earlier part of the same
 * statement, has put out: the evidence has changed, or the package left the proposer. Its parameter is the time.
 */
export function voidingProposal(customer: string, first: number): string {
  return `voided_proposal as (
     update review_decisions d set state = 'Voided', settled_at = $${first}::timestamptz
     from ${customer} c where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.state = 'Proposed'
   )`;
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
>;

const REVIEW_COLUMNS = `partner_id, customer_id, priority, queued_at, claimed_by, claimed_at, claim_ends_at, flags, flag_codes,
  flags_due_at, screening_due_at`;

// Analysts know a package by its customer alone; whose it is, they learn here.
const FIND_REVIEW = statement<ReviewRow>('review_find', `select ${REVIEW_COLUMNS} from reviews where customer_id = $1`);

/** For those who may see all partners. */
export async function findReview(tx: Tx, customerId: string): Promise<ReviewRow | undefined> {
  return (await tx.rows(FIND_REVIEW, [customerId]))[0];
}
