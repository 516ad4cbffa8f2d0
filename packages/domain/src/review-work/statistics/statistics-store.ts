import type { ReviewStatisticsRow } from '@onboarding/database/tables';
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
