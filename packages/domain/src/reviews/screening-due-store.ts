// Which packages wait to be screened. One is leased by moving its due time on, so that it comes back if whoever leased it
// dies; what was settled about it counts only while the due time is still the leased one, so that a change meanwhile stays due.
import type { ReviewsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

/** `screening_due_at` is when the lease ends, and its mark. */
export type LeasedScreening = Pick<ReviewsRow, 'partner_id' | 'customer_id' | 'screening_tries'> & {
  screening_due_at: Date;
};

const LEASE = statement<LeasedScreening>(
  'review_lease_screening',
  `update reviews r set screening_due_at = $2
   from (
     select partner_id, customer_id from reviews
     where screening_due_at <= $1 order by screening_due_at limit 1 for update skip locked
   ) due
   where r.partner_id = due.partner_id and r.customer_id = due.customer_id
   returning r.partner_id, r.customer_id, r.screening_tries, r.screening_due_at`,
);

/** The one that has waited longest, of all partners. Waits for nobody. */
export async function leaseDueScreening(tx: Tx, now: Date, until: Date): Promise<LeasedScreening | undefined> {
  return (await tx.rows(LEASE, [now, until]))[0];
}

const SETTLE = statement<object>(
  'review_settle_screening',
  `update reviews set screening_due_at = $4, screening_tries = $5,
     screening_since = case when $4::timestamptz is null then null else screening_since end
   where partner_id = $1 and customer_id = $2 and screening_due_at = $3`,
);

const FLAG_AGAIN = statement<object>(
  'review_flags_due',
  'update reviews set flags_due_at = $3 where partner_id = $1 and customer_id = $2',
);

/** Has the flags of a package computed anew, for what was found out since. */
export async function haveFlagged(
  tx: Tx,
  { partner_id: partnerId, customer_id: customerId }: Pick<ReviewsRow, 'partner_id' | 'customer_id'>,
  now: Date,
): Promise<void> {
  await tx.rows(FLAG_AGAIN, [partnerId, customerId, now]);
}

export interface ScreeningSettlement {
  /** Null when everybody is screened. */
  dueAt: Date | null;
  tries: number;
  /** When its flags are computed anew; null where they need not be. */
  flagsDueAt: Date | null;
}

export async function settleDueScreening(
  tx: Tx,
  { partner_id: partnerId, customer_id: customerId, screening_due_at: leased }: LeasedScreening,
  { dueAt, tries, flagsDueAt }: ScreeningSettlement,
): Promise<void> {
  await tx.rows(SETTLE, [partnerId, customerId, leased, dueAt, tries]);
  if (flagsDueAt !== null) await haveFlagged(tx, { partner_id: partnerId, customer_id: customerId }, flagsDueAt);
}

const NEXT = statement<{ next: Date | null }>(
  'review_next_screening',
  'select min(screening_due_at) as next from reviews',
);

/** When there is something to do next; undefined when nobody waits. */
export async function findNextScreening(tx: Tx): Promise<Date | undefined> {
  return (await tx.rows(NEXT, []))[0]?.next ?? undefined;
}

// A longer queue is long enough to be told, and counted at every look at the metrics.
const COUNT = statement<{ due: number; oldest: Date | null }>(
  'review_count_screenings',
  `select count(*) as due, min(screening_since) as oldest
   from (select screening_since from reviews where screening_due_at is not null order by screening_due_at limit 100000) first`,
);

export async function countDueScreenings(tx: Tx): Promise<{ due: number; oldest: Date | null }> {
  const [row] = await tx.rows(COUNT, []);
  return row ?? { due: 0, oldest: null };
}
