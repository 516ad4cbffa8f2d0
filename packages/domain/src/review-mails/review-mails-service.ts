import { MINUTE_MS, REVIEW_MAIL_MINUTES, REVIEW_OUTCOMES, type ReviewOutcome } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { listReviewMailReceivers } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import { type Letter, sendLetter } from '../mails/index.ts';
import { beginRound, listDuePartners, type NoticeRow, takeNotices } from './review-notice-store.ts';

export const REVIEW_MAILS_QUEUE = 'reviews.tell';

const PARTNERS_AT_A_TIME = 100;
/** The maximum number of notices in one round; the rest waits for the next. */
const NOTICES_PER_ROUND = 20_000;
/** The maximum number of businesses that a mail lists. */
const LISTED = 20;

type MailContext = Pick<Context, 'clock' | 'db' | 'jobs' | 'keys'>;

/**
 * Mails the users of each partner about its reviews: the first outcome within a minute, then at most one mail in ten minutes.
 * Notices are taken in the transaction of their mails. Returns the number of mails sent.
 */
export async function tellOfReviews(context: MailContext, portalUrl: string, signal: AbortSignal): Promise<number> {
  const lastBefore = new Date(context.clock.now().getTime() - REVIEW_MAIL_MINUTES * MINUTE_MS);
  let mails = 0;
  let due: string[];
  do {
    due = await context.db.transaction((tx) => listDuePartners(tx, lastBefore, PARTNERS_AT_A_TIME));
    for (const partnerId of due) {
      if (signal.aborted) return mails;
      mails += await context.db.transaction((tx) => tellPartner(tx, context, partnerId, lastBefore, portalUrl));
    }
  } while (due.length === PARTNERS_AT_A_TIME);
  return mails;
}

async function tellPartner(
  tx: Tx,
  context: MailContext,
  partnerId: string,
  lastBefore: Date,
  portalUrl: string,
): Promise<number> {
  if (!(await beginRound(tx, partnerId, context.clock.now(), lastBefore))) return 0;
  const notices = await takeNotices(tx, partnerId, NOTICES_PER_ROUND);
  if (notices.length === 0) return 0;
  const receivers = await listReviewMailReceivers(tx, partnerId);
  const letter = letterAbout(notices, portalUrl);
  for (const receiver of receivers) await sendLetter(tx, context, { ...receiver, partnerId }, letter);
  return receivers.length;
}

const WORDS: Record<ReviewOutcome, string> = {
  Approved: 'approved',
  Rejected: 'rejected',
  ChangesRequested: 'changes requested',
};

/** Identifies a business by the partner's own reference, because a mail can be read in transit. */
function letterAbout(notices: readonly NoticeRow[], portalUrl: string): Letter {
  const listed = notices.slice(0, LISTED);
  const more = notices.length - listed.length;
  const one = notices.length === 1 ? notices[0] : undefined;
  return {
    subject:
      one === undefined ? `Reviews: ${countsIn(notices)}` : `Review of ${one.partnerCustomerId}: ${WORDS[one.outcome]}`,
    paragraphs: [
      one === undefined
        ? `Results of ${notices.length} reviews: ${countsIn(notices)}.`
        : one.outcome === 'ChangesRequested'
          ? 'A reviewer has requested changes. To see what is needed, open the business:'
          : 'The review has ended. For details, open the business:',
      ...listed.map(
        ({ partnerCustomerId, outcome, customerId }) =>
          `${partnerCustomerId}: ${WORDS[outcome]}\n${portalUrl}/customers/${customerId}`,
      ),
      ...(more === 0 ? [] : [`And ${more} more:\n${portalUrl}/customers`]),
      `You get at most one of these mails every ${REVIEW_MAIL_MINUTES} minutes. To turn them off:\n${portalUrl}/you`,
    ],
  };
}

function countsIn(notices: readonly NoticeRow[]): string {
  return REVIEW_OUTCOMES.map((outcome) => ({ outcome, count: notices.filter((one) => one.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${outcome === 'ChangesRequested' ? 'with ' : ''}${WORDS[outcome]}`)
    .join(', ');
}
