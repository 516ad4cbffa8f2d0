import type { AnalystDaysRow, ReviewStatisticsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

type StatisticsRow = Pick<ReviewStatisticsRow, 'takenAt' | 'figures'>;

const FIND = statement<StatisticsRow>(
  'verification_statistics_find',
  'select taken_at, figures from review_statistics',
);

export async function findStatistics(tx: Tx): Promise<StatisticsRow | undefined> {
  return (await tx.rows(FIND, {}))[0];
}

// Discards older figures of a slower process.
const SAVE = statement<never, { takenAt: Date; figures: string }>(
  'verification_statistics_save',
  `insert into review_statistics (taken_at, figures) values (:takenAt, :figures)
   on conflict (singleton) do update set taken_at = excluded.taken_at, figures = excluded.figures
   where review_statistics.taken_at <= excluded.taken_at`,
);

export async function saveStatistics(tx: Tx, takenAt: Date, figures: unknown): Promise<void> {
  await tx.rows(SAVE, { takenAt, figures: JSON.stringify(figures) });
}

/** The counted actions of an analyst. */
type Work = 'claims' | 'proposals' | 'confirmations' | 'changesRequested';
type Counts = Record<Work, number>;

// The analysts of a sandbox have no account and are not counted.
const ADD = statement<never, Counts & { accountId: string; now: Date }>(
  'analyst_work_add',
  `insert into analyst_days as d (day, account_id, claims, proposals, confirmations, changes_requested)
   select (:now::timestamptz at time zone 'utc')::date, current_account(), :claims::int, :proposals::int, :confirmations::int,
     :changesRequested::int
   where current_account() = :accountId::uuid
   on conflict (day, account_id) do update set claims = d.claims + excluded.claims, proposals = d.proposals + excluded.proposals,
     confirmations = d.confirmations + excluded.confirmations,
     changes_requested = d.changes_requested + excluded.changes_requested`,
);

/** Adds one to today's count, in the transaction of the action itself. */
export async function countWork(tx: Tx, accountId: string, work: Work, now: Date): Promise<void> {
  const none: Counts = { claims: 0, proposals: 0, confirmations: 0, changesRequested: 0 };
  await tx.rows(ADD, { ...none, [work]: 1, accountId, now });
}

type WorkRow = Pick<AnalystDaysRow, 'accountId'> & Counts;

const SUM = statement<WorkRow, { from: string; to: string; limit: number }>(
  'analyst_work_sum',
  `select account_id, sum(claims)::int as claims, sum(proposals)::int as proposals, sum(confirmations)::int as confirmations,
     sum(changes_requested)::int as changes_requested
   from analyst_days where day between :from::date and :to::date
   group by account_id order by sum(claims + proposals + confirmations + changes_requested) desc, account_id limit :limit`,
);

/** From one day to another, both inclusive. */
export function sumWork(tx: Tx, from: string, to: string, limit: number): Promise<WorkRow[]> {
  return tx.rows(SUM, { from, to, limit });
}
