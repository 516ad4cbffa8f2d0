// How the queue fares, counted now and then and read from what was counted: nobody who looks has to wait for a count.
import { type ReviewStatistics, reviewFiguresSchema } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { listSubmissions } from '../profiles/index.ts';
import { countClaimed, countDecisions, countReasons, countWaiting, listLatestDecisions } from '../reviews/index.ts';
import {
  AGE_BOUNDS,
  beginningOf,
  DAY_MS,
  type DayCount,
  dayCountSchema,
  daysUntil,
  hoursBetween,
  isComplete,
  toFigures,
} from './statistics.ts';
import { findStatistics, saveStatistics } from './statistics-store.ts';

export const STATISTICS_QUEUE = 'reviews.statistics';

const SAMPLE = { days: 7, decisions: 1_000 } as const;

/** What is stored: the figures as they are shown, and the days that need not be counted again. */
const storedSchema = z.object({ shown: reviewFiguresSchema, days: z.array(dayCountSchema) });

export async function readStatistics(tx: Tx): Promise<ReviewStatistics> {
  const row = await findStatistics(tx);
  if (row === undefined) return { takenAt: null, figures: null };
  return { takenAt: row.taken_at.toISOString(), figures: storedSchema.parse(row.figures).shown };
}

export async function takeStatistics({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.transaction(
    async (tx) => {
      const days = await countDays(tx, now);
      const counted = {
        waiting: await countWaiting(tx, now, AGE_BOUNDS),
        claimed: await countClaimed(tx),
        lastDay: byOutcome(await countDecisions(tx, new Date(now.getTime() - DAY_MS), now)),
        days,
        durations: await sampleDurations(tx, now),
      };
      await saveStatistics(tx, now, { shown: toFigures(counted), days: days.filter(isComplete) });
    },
    { repeatable: true },
  );
}

/** Only what was not counted after its end: of thirty days that is the present one, and after midnight the one before. */
async function countDays(tx: Tx, now: Date): Promise<DayCount[]> {
  const stored = storedSchema.safeParse((await findStatistics(tx))?.figures);
  const known = new Map((stored.success ? stored.data.days : []).map((count) => [count.day, count]));
  const days: DayCount[] = [];
  for (const day of daysUntil(now)) days.push(known.get(day) ?? (await countDay(tx, day, now)));
  return days;
}

async function countDay(tx: Tx, day: string, now: Date): Promise<DayCount> {
  const from = beginningOf(day);
  const to = new Date(from.getTime() + DAY_MS);
  const outcomes = byOutcome(await countDecisions(tx, from, to));
  const reasons = await countReasons(tx, from, to);
  return {
    day,
    countedAt: now.toISOString(),
    outcomes,
    reasons: Object.fromEntries(reasons.map(({ code, decisions }) => [code, decisions])),
  };
}

const byOutcome = (rows: readonly { outcome: string; decisions: number }[]) =>
  Object.fromEntries(rows.map(({ outcome, decisions }) => [outcome, decisions]));

async function sampleDurations(tx: Tx, now: Date): Promise<number[]> {
  const since = new Date(now.getTime() - SAMPLE.days * DAY_MS);
  const decisions = await listLatestDecisions(tx, since, SAMPLE.decisions);
  const submissions = await listSubmissions(tx, decisions);
  return decisions.flatMap(({ customer_id: customerId, settled_at: settledAt }) => {
    const submittedAt = submissions.get(customerId);
    return submittedAt === undefined ? [] : [hoursBetween(submittedAt, settledAt)];
  });
}
