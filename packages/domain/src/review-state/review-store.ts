import type { QueueReason, VoidedBy } from '@onboarding/contract';
import type { ReviewsRow } from '@onboarding/database/tables';
import { type Part, part, sql, statement, type Tx, type ValuesOf } from '@onboarding/platform/postgres';
import { wake } from '../waking/index.ts';
import type { Claim, PreparedMove } from './move.ts';

/**
 * A CTE that queues the package of the new customer returned by the CTE `customer`; inserts nothing if there is none.
 */
export function queueingReview(customer: string): Part<Filed & { now: Date }> {
  return part(`queued_review as (
     insert into reviews (partner_id, customer_id, queued_at, entered_at, country, business_type_code, flags_due_at,
       screening_due_at, screening_since)
     select c.partner_id, c.customer_id, :now::timestamptz, :now::timestamptz, :filedCountry, :filedType, :now::timestamptz,
       :now::timestamptz, :now::timestamptz
     from ${customer} c
   )`);
}

/** The columns by which the queue filters: the business's country and the code of its type. */
type Filed = {
  filedCountry: string;
  filedType: string;
};

/**
 * A CTE that performs a transition of the package of the customer returned by the CTE `customer`. A package that was already
 * queued keeps its age; one that is queued again gets new flags, because they were not updated meanwhile. An approval stores
 * the current flags as known. Most updates change nothing here, and then nothing is written.
 */
export function movingReview(customer: string): Part<MovedReview & { now: Date }> {
  return part(`moved_review as (
     update reviews r set queued_at = case when :queued::boolean then coalesce(r.queued_at, :now::timestamptz) end,
       entered_at = case when :queued::boolean and r.queued_at is null then :now::timestamptz else r.entered_at end,
       priority = coalesce(:priority::smallint, r.priority), claimed_by = :claimedBy::uuid,
       claimed_at = case when :claimedBy::uuid is not null then :now::timestamptz end, claim_ends_at = :claimEndsAt::timestamptz,
       country = coalesce(:filedCountry, r.country), business_type_code = coalesce(:filedType, r.business_type_code),
       flags_due_at = case when :flagsDue::boolean or (:queued::boolean and r.queued_at is null) then :now::timestamptz
         else r.flags_due_at end,
       screening_due_at = case when :screeningDue::boolean then :now::timestamptz else r.screening_due_at end,
       screening_tries = case when :screeningDue::boolean then 0 else r.screening_tries end,
       screening_since = case when :screeningDue::boolean then coalesce(r.screening_since, :now::timestamptz)
         else r.screening_since end,
       queue_reason = coalesce(:queueReason, r.queue_reason),
       decided_flags = case when :approves::boolean then r.flags else r.decided_flags end
     from ${customer} c where r.partner_id = c.partner_id and r.customer_id = c.customer_id
       and (:moves::boolean or :flagsDue::boolean or :screeningDue::boolean or r.country <> :filedCountry
         or r.business_type_code <> :filedType)
   )`);
}

type MovedReview = { [K in keyof Filed]: Filed[K] | null } & {
  queued: boolean;
  priority: number | null;
  queueReason: QueueReason | null;
  claimedBy: string | null;
  claimEndsAt: Date | null;
  moves: boolean;
  flagsDue: boolean;
  screeningDue: boolean;
  approves: boolean;
};

/** What the worker computes from the data of a package. */
export type Check = 'Flags' | 'Screening';

/** The values of `movingReview`. `updated` is set when the business itself has changed. */
export function movedReview(
  { moves, queued, queuedAs, claim, approves }: PreparedMove,
  updated?: Filed & { dueChecks: ReadonlySet<Check> },
): MovedReview {
  return {
    moves,
    queued,
    priority: queuedAs?.priority ?? null,
    queueReason: queuedAs?.reason ?? null,
    claimedBy: claim?.by ?? null,
    claimEndsAt: claim?.endsAt ?? null,
    filedCountry: updated?.filedCountry ?? null,
    filedType: updated?.filedType ?? null,
    flagsDue: updated?.dueChecks.has('Flags') ?? false,
    screeningDue: updated?.dueChecks.has('Screening') ?? false,
    approves,
  };
}

/** After the statement of `movingReview`: the same move, and the checks that the change of the business made due. */
export function wakeChecks(tx: Tx, { entersQueue }: PreparedMove, dueChecks?: ReadonlySet<Check>): void {
  if (entersQueue || dueChecks?.has('Flags')) wake(tx, 'Flags');
  if (dueChecks?.has('Screening')) wake(tx, 'Screenings');
}

type Evidence = Extract<VoidedBy, 'DocumentConfirmed' | 'ScreeningHit'>;

/** A CTE that voids the open proposal about the customer returned by the CTE `customer`, and records what voided it. */
export function voidingProposal(customer: string, by: Exclude<VoidedBy, Evidence>): Part<{ now: Date }> {
  return part(voiding(customer, by, ''));
}

/**
 * The same for new evidence, with a condition for whether there is any. It voids only approvals: otherwise a business about
 * to be rejected could delay that forever. An analyst who has the package is notified of the evidence; if their proposal was
 * voided, the claim no longer waits for a second analyst, and expires at `unproposedUntil` at the latest.
 */
export function voidingApproval(
  customer: string,
  by: Evidence,
): Part<{ isEvidence: boolean; unproposedUntil: Date; now: Date }> {
  return part(`${voiding(customer, by, `and d.outcome = 'Approve' and :isEvidence::boolean`)}, claim_with_evidence as (
     update reviews r set evidence_at = :now::timestamptz,
       claim_ends_at = case when v.customer_id is null then r.claim_ends_at
         else least(r.claim_ends_at, :unproposedUntil::timestamptz) end
     from ${customer} c left join voided_proposal v on v.partner_id = c.partner_id and v.customer_id = c.customer_id
     where r.partner_id = c.partner_id and r.customer_id = c.customer_id and r.claimed_by is not null and :isEvidence::boolean
   )`);
}

function voiding(customer: string, by: VoidedBy, only: string): string {
  return `voided_proposal as (
     update review_decisions d set state = 'Voided', settled_at = :now::timestamptz, voided_by = '${by}'
     from ${customer} c where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.state = 'Proposed' ${only}
     returning d.partner_id, d.customer_id
   )`;
}

/**
 * Removes the package of an erased customer from the queue and ends any claim. A worker that is computing its flags finds
 * that they are no longer due, and writes none.
 */
export function closingReview(customer: string): Part {
  return part(`closed_review as (
     update reviews r set queued_at = null, claimed_by = null, claimed_at = null, claim_ends_at = null, flags = '[]',
       flag_codes = '{}', decided_flags = null, flags_due_at = null, screening_due_at = null, screening_since = null
     from ${customer} c where r.partner_id = c.partner_id and r.customer_id = c.customer_id
   )`);
}

export type PackageKey = Pick<ReviewsRow, 'partnerId' | 'customerId'>;

const FLAG_AGAIN = statement<never, { partnerId: string; customerId: string; now: Date }>(
  'review_flags_due',
  'update reviews set flags_due_at = :now where partner_id = :partnerId and customer_id = :customerId',
);

/** Makes the flags of a package due again, because of new findings. */
export async function haveFlagged(tx: Tx, { partnerId, customerId }: PackageKey, now: Date): Promise<void> {
  await tx.rows(FLAG_AGAIN, { partnerId, customerId, now });
  wake(tx, 'Flags');
}

const HOLD_CLAIM = statement<never, { partnerId: string; customerId: string; by: string; endsAt: Date }>(
  'review_hold_claim',
  'update reviews set claim_ends_at = :endsAt where partner_id = :partnerId and customer_id = :customerId and claimed_by = :by',
);

/** Sets when the analyst's claim expires. Requires the customer's lock. */
export async function holdClaim(tx: Tx, partnerId: string, customerId: string, { by, endsAt }: Claim): Promise<void> {
  await tx.rows(HOLD_CLAIM, { partnerId, customerId, by, endsAt });
}

export type ReviewRow = Pick<
  ReviewsRow,
  | 'partnerId'
  | 'customerId'
  | 'priority'
  | 'queuedAt'
  | 'claimedBy'
  | 'claimedAt'
  | 'claimEndsAt'
  | 'flags'
  | 'flagCodes'
  | 'flagsDueAt'
  | 'screeningDueAt'
  | 'queueReason'
  | 'decidedFlags'
>;

const REVIEW_COLUMNS = `partner_id, customer_id, priority, queued_at, claimed_by, claimed_at, claim_ends_at, flags, flag_codes,
  flags_due_at, screening_due_at, queue_reason, decided_flags`;

// Analysts address a package only by its customer; this finds the partner.
const FIND_REVIEW = statement<ReviewRow, { customerId: string }>(
  'review_find',
  `select ${REVIEW_COLUMNS} from reviews where customer_id = :customerId`,
);

// "No key", as for the customer: see customer-lock-store.ts.
const LOCK_REVIEW = statement<ReviewRow, { customerId: string }>(
  'review_lock',
  `select ${REVIEW_COLUMNS} from reviews where customer_id = :customerId for no key update`,
);

/** Locks the package's flags, which are written without the customer's lock. Requires the customer's lock. */
export async function lockReview(tx: Tx, customerId: string): Promise<ReviewRow> {
  const [review] = await tx.rows(LOCK_REVIEW, { customerId });
  if (review === undefined) throw new Error('A locked customer has no package');
  return review;
}

/** For callers that may see all partners. */
export async function findReview(tx: Tx, customerId: string): Promise<ReviewRow | undefined> {
  return (await tx.rows(FIND_REVIEW, { customerId }))[0];
}

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
