import type { AnalystNoticesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

const FIND_SEEN = statement<Pick<AnalystNoticesRow, 'seenUntil'>, { accountId: string }>(
  'analyst_notices_seen',
  'select seen_until from analyst_notices where account_id = :accountId',
);

/** Up to when an analyst has seen their notices; null if they never have. */
export async function findSeenUntil(tx: Tx, accountId: string): Promise<Date | null> {
  return (await tx.rows(FIND_SEEN, { accountId }))[0]?.seenUntil ?? null;
}

const SAVE_SEEN = statement<never, { accountId: string; until: Date }>(
  'analyst_notices_save_seen',
  `insert into analyst_notices as n (account_id, seen_until) values (:accountId, :until)
   on conflict (account_id) do update set seen_until = greatest(n.seen_until, excluded.seen_until)`,
);

/** Never moves back, whichever of two pages reports first. */
export async function saveSeenUntil(tx: Tx, accountId: string, until: Date): Promise<void> {
  await tx.rows(SAVE_SEEN, { accountId, until });
}

// Of two workers, the second waits for the first and then finds that the day is taken.
const TAKE_DAY = statement<Pick<AnalystNoticesRow, 'accountId'>, { accountId: string; day: string }>(
  'analyst_notices_take_day',
  `insert into analyst_notices as n (account_id, mailed_on) values (:accountId, :day::date)
   on conflict (account_id) do update set mailed_on = excluded.mailed_on
   where n.mailed_on is null or n.mailed_on < excluded.mailed_on returning n.account_id`,
);

/** Returns false if another worker, or an earlier run, has already taken the day. Must run in the transaction of the mail. */
export async function takeMailDay(tx: Tx, accountId: string, day: string): Promise<boolean> {
  return (await tx.rows(TAKE_DAY, { accountId, day })).length > 0;
}
