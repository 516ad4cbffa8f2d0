// The daily mail to each analyst about what needs them.
import { NOTICE_KINDS, NOTICES_LISTED, type NoticeKind } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { findStaffAddress, listReviewers } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import { type Letter, sendLetter } from '../mails/index.ts';
import { countNotices, type NoticeCount } from '../review-state/index.ts';
import { takeMailDay } from './notice-receipt-store.ts';
import { scopeOf } from './notice-service.ts';

export const NOTICE_MAILS_QUEUE = 'reviews.notices';

/** More than any team has. */
const MOST_ANALYSTS = 10_000;

type MailContext = Pick<Context, 'clock' | 'db' | 'jobs' | 'keys'>;

/** Safe to run concurrently and repeatedly: each analyst's day is taken in the transaction of their mail. Returns the number of mails. */
export async function tellAnalysts(context: MailContext, consoleUrl: string, signal: AbortSignal): Promise<number> {
  const analysts = await context.db.transaction((tx) => listReviewers(tx, MOST_ANALYSTS, false), { readOnly: true });
  let mails = 0;
  for (const { accountId } of analysts) {
    if (signal.aborted) break;
    if (await context.db.transaction((tx) => tellAnalyst(tx, context, accountId, consoleUrl))) mails++;
  }
  return mails;
}

async function tellAnalyst(tx: Tx, context: MailContext, accountId: string, consoleUrl: string): Promise<boolean> {
  const now = context.clock.now();
  if (!(await takeMailDay(tx, accountId, now.toISOString().slice(0, 10)))) return false;
  const counts = await countNotices(tx, scopeOf(accountId, now), null);
  const address = await findStaffAddress(tx, accountId);
  if (counts.length === 0 || address === undefined) return false;
  await sendLetter(tx, context, { ...address, partnerId: undefined }, letterAbout(counts, consoleUrl));
  return true;
}

const WORDS: Record<NoticeKind, readonly [one: string, many: string]> = {
  SentBack: ['proposal of yours that a colleague sent back', 'proposals of yours that colleagues sent back'],
  ProposalVoided: ['proposal of yours that new evidence voided', 'proposals of yours that new evidence voided'],
  EvidenceArrived: ['package of yours with new evidence', 'packages of yours with new evidence'],
  TargetNear: [
    'package of yours that is close to its target or late',
    'packages of yours that are close to their target or late',
  ],
  ToConfirm: ['proposal of a colleague to confirm', 'proposals of colleagues to confirm'],
};

/** Names no business, because a mail can be read in transit. */
function letterAbout(counts: readonly NoticeCount[], consoleUrl: string): Letter {
  const lines = NOTICE_KINDS.flatMap((kind) => {
    const { notices = 0 } = counts.find((one) => one.kind === kind) ?? {};
    const [one, many] = WORDS[kind];
    if (notices === 0) return [];
    return [notices === 1 ? `1 ${one}` : `${notices === NOTICES_LISTED ? `At least ${notices}` : notices} ${many}`];
  });
  return {
    subject: 'Reviews that need you',
    paragraphs: [
      `Waiting for you:\n${lines.join('\n')}`,
      `The bell at the top of the console lists them:\n${consoleUrl}/queue`,
      'You get this mail at most once a day, and only if something needs you.',
    ],
  };
}
