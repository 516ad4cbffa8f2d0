// Packages that wait to be screened. A worker leases one by moving its due time, so that it is due again if the worker dies;
// results are written only while the due time is unchanged, so that a package changed in between remains due.
import type { ReviewsRow } from '@onboarding/database/tables';
import { part, settled, sql, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { dueInTurn, haveFlagged, type InTurn, planInOrder } from '../review-state/index.ts';
import { wake } from '../waking/index.ts';

/** `screening_due_at` is the end of the lease, and identifies it. */
export type LeasedScreening = Pick<ReviewsRow, 'partnerId' | 'customerId' | 'screeningTries' | 'screenAgainAt'> & {
  screeningDueAt: Date;
  /** The due time before the lease. */
  dueAt: Date;
};

const LEASE = statement<LeasedScreening & { place: number }, InTurn & { until: Date }>(
  'review_lease_screenings',
  sql`with recursive ${dueInTurn('screening_due_at', 1)}
   update reviews r set screening_due_at = ${part<{ until: Date }>(':until')} from due
   where r.partner_id = due.partner_id and r.customer_id = due.customer_id
   returning r.partner_id, r.customer_id, r.screening_tries, r.screen_again_at, r.screening_due_at, due.due_at, due.place`,
);

/** The longest waiting package of each partner whose turn it is, in the order of the turns. Skips locked rows. */
export async function leaseDueScreenings(tx: Tx, terms: InTurn & { until: Date }): Promise<LeasedScreening[]> {
  const [, leased] = await settled([planInOrder(tx), tx.rows(LEASE, terms)]);
  return leased.sort((one, other) => one.place - other.place);
}

const RECORD = statement<never, CustomerKey & { leased: Date; dueAt: Date | null; tries: number }>(
  'review_record_screening',
  `update reviews set screening_due_at = :dueAt, screening_tries = :tries,
     screening_since = case when :dueAt::timestamptz is null then null else screening_since end
   where partner_id = :partnerId and customer_id = :customerId and screening_due_at = :leased`,
);

export interface ScreeningRecord {
  /** Null if all subjects are screened. */
  dueAt: Date | null;
  tries: number;
  /** When its flags are computed again; null if that is not necessary. */
  flagsDueAt: Date | null;
}

export async function recordDueScreening(
  tx: Tx,
  { partnerId, customerId, screeningDueAt: leased }: LeasedScreening,
  { dueAt, tries, flagsDueAt }: ScreeningRecord,
): Promise<void> {
  await tx.rows(RECORD, { partnerId, customerId, leased, dueAt, tries });
  if (flagsDueAt !== null) await haveFlagged(tx, { partnerId, customerId }, flagsDueAt);
}

const SCREEN_AGAIN = statement<never, CustomerKey & { now: Date }>(
  'review_screen_again',
  `update reviews set screening_due_at = :now, screening_tries = 0, screening_since = coalesce(screening_since, :now),
     screen_again_at = :now
   where partner_id = :partnerId and customer_id = :customerId`,
);

/** Makes all subjects of a package due for another screening, changed or not. Requires the customer's lock. */
export async function haveScreenedAgain(tx: Tx, partnerId: string, customerId: string, now: Date): Promise<void> {
  await tx.rows(SCREEN_AGAIN, { partnerId, customerId, now });
  wake(tx, 'Screenings');
}

const NEXT = statement<{ next: Date | null }>(
  'review_next_screening',
  'select min(screening_due_at) as next from reviews',
);

/** When the next package is due; undefined if none is. */
export async function findNextScreening(tx: Tx): Promise<Date | undefined> {
  return (await tx.rows(NEXT, {}))[0]?.next ?? undefined;
}

// Counted whenever the metrics are read, so only up to a limit; the exact length of a longer queue does not matter.
const COUNT = statement<{ due: number; oldest: Date | null }>(
  'review_count_screenings',
  `select count(*) as due, min(screening_since) as oldest
   from (select screening_since from reviews where screening_due_at is not null order by screening_due_at limit 100000) first`,
);

export async function countDueScreenings(tx: Tx): Promise<{ due: number; oldest: Date | null }> {
  const [row] = await tx.rows(COUNT, {});
  return row ?? { due: 0, oldest: null };
}
