import { REVIEW_OUTCOMES, type ReviewOutcome, type VerificationStatus } from '@onboarding/contract';
import type { ReviewNoticesRow } from '@onboarding/database/tables';
import { uuidv7 } from '@onboarding/platform/ids';
import { statement, type Tx } from '@onboarding/platform/postgres';

interface Outcome {
  partnerId: string;
  customerId: string;
  partnerCustomerId: string;
  outcome: ReviewOutcome;
}

const NOTE = statement<never, Outcome & { noticeId: string }>(
  'review_notice_note',
  `insert into review_notices (partner_id, notice_id, customer_id, partner_customer_id, outcome)
   values (:partnerId, :noticeId, :customerId, :partnerCustomerId, :outcome)`,
);

// Skips from partner to partner, no matter how many notices of one are waiting.
const LIST_DUE = statement<{ partnerId: string }, { lastBefore: Date; limit: number }>(
  'review_notice_due',
  `with recursive waiting as (
     (select partner_id from review_notices order by partner_id limit 1)
     union all
     select (select n.partner_id from review_notices n where n.partner_id > w.partner_id order by n.partner_id limit 1)
     from waiting w where w.partner_id is not null
   )
   select w.partner_id from waiting w left join review_mail_rounds r using (partner_id)
   where w.partner_id is not null and (r.sent_at is null or r.sent_at <= :lastBefore) limit :limit`,
);

// Of two workers, the second waits for the first and then finds that the round is no longer due.
const BEGIN_ROUND = statement<{ partnerId: string }, { partnerId: string; now: Date; lastBefore: Date }>(
  'review_notice_begin_round',
  `insert into review_mail_rounds as r (partner_id, sent_at) values (:partnerId, :now)
   on conflict (partner_id) do update set sent_at = :now where r.sent_at <= :lastBefore returning partner_id`,
);

export type NoticeRow = Pick<ReviewNoticesRow, 'noticeId' | 'customerId' | 'partnerCustomerId' | 'outcome'>;

const TAKE = statement<NoticeRow, { partnerId: string; limit: number }>(
  'review_notice_take',
  `with taken as (
     delete from review_notices where partner_id = :partnerId and notice_id in (
       select notice_id from review_notices where partner_id = :partnerId order by notice_id limit :limit)
     returning notice_id, customer_id, partner_customer_id, outcome
   ) select notice_id, customer_id, partner_customer_id, outcome from taken order by notice_id`,
);

export function isReviewOutcome(status: VerificationStatus): status is ReviewOutcome {
  return REVIEW_OUTCOMES.some((outcome) => outcome === status);
}

/** Must run in the transaction of the transition, so that each outcome is mailed once. */
export async function noteOutcome(tx: Tx, outcome: Outcome, now: Date): Promise<void> {
  await tx.rows(NOTE, { ...outcome, noticeId: uuidv7(now) });
}

/** Partners with notices whose last round was not after `lastBefore`. */
export async function listDuePartners(tx: Tx, lastBefore: Date, limit: number): Promise<string[]> {
  return (await tx.rows(LIST_DUE, { lastBefore, limit })).map(({ partnerId }) => partnerId);
}

/** Returns false if another worker has already begun it. */
export async function beginRound(tx: Tx, partnerId: string, now: Date, lastBefore: Date): Promise<boolean> {
  return (await tx.rows(BEGIN_ROUND, { partnerId, now, lastBefore })).length > 0;
}

/** Deletes and returns the oldest notices, up to `limit`. */
export function takeNotices(tx: Tx, partnerId: string, limit: number): Promise<NoticeRow[]> {
  return tx.rows(TAKE, { partnerId, limit });
}
