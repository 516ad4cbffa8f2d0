import type { ReviewStatisticsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

type StatisticsRow = Pick<ReviewStatisticsRow, 'taken_at' | 'figures'>;

const FIND = statement<StatisticsRow>(
  'verification_statistics_find',
  'select taken_at, figures from review_statistics',
);

export async function findStatistics(tx: Tx): Promise<StatisticsRow | undefined> {
  return (await tx.rows(FIND, []))[0];
}

// Whoever was slower has older figures, which nobody wants any more.
const SAVE = statement(
  'verification_statistics_save',
  `insert into review_statistics (taken_at, figures) values ($1, $2)
   on conflict (singleton) do update set taken_at = excluded.taken_at, figures = excluded.figures
   where review_statistics.taken_at <= excluded.taken_at`,
);

export async function saveStatistics(tx: Tx, takenAt: Date, figures: unknown): Promise<void> {
  await tx.rows(SAVE, [takenAt, JSON.stringify(figures)]);
}
