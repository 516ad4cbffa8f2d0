// The daily mail to each analyst about what needs them.
import type { Tx } from '@onboarding/platform/postgres';
import { findStaffAddress, listReviewers } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import { sendLetter } from '../mails/index.ts';
import { countNotices } from '../review-state/index.ts';
import { letterAbout } from './notice-letter.ts';
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
