// Statistics of the queue, computed regularly and stored, so that readers never wait for a count.
import {
  ANALYST_WORK_DAYS,
  ANALYST_WORK_ITEMS,
  type AnalystWorkList,
  type AnalystWorkQuery,
  DAY_MS,
  type DecisionOutcome,
  type ReviewStatistics,
  reviewFiguresSchema,
  STATISTICS_DAYS,
} from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import { listStaffNames } from '../../accounts/index.ts';
import type { Context } from '../../context.ts';
import { validationError } from '../../failure.ts';
import { listSubmissions } from '../../profiles/index.ts';
import {
  countClaimed,
  countDecisions,
  countEntered,
  countFlagged,
  countProposals,
  countReasons,
  countWaiting,
  listLatestDecisions,
  type Span,
} from '../../review-state/index.ts';
import {
  AGE_BOUNDS,
  beginningOf,
  type DayCount,
  dayCountSchema,
  dayOf,
  daysUntil,
  hoursBetween,
  isComplete,
  toFigures,
  toSpread,
} from './statistics.ts';
import { findStatistics, saveStatistics, sumWork } from './statistics-store.ts';

export const STATISTICS_QUEUE = 'reviews.statistics';

const SAMPLE = { days: 7, decisions: 1_000 } as const;

/** The stored statistics: the displayed figures, and the days that need not be counted again. */
const storedSchema = z.object({ shown: reviewFiguresSchema, days: z.array(dayCountSchema) });

export async function readStatistics(tx: Tx): Promise<ReviewStatistics> {
  const row = await findStatistics(tx);
  // Statistics of an earlier release are replaced within a minute.
  const stored = storedSchema.safeParse(row?.figures);
  if (row === undefined || !stored.success) return { takenAt: null, figures: null };
  return { takenAt: row.takenAt.toISOString(), figures: stored.data.shown };
}

export async function takeStatistics({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.transaction(
    async (tx) => {
      const days = await countDays(tx, now);
      const counted = {
        waiting: await countWaiting(tx, now, AGE_BOUNDS),
        claimed: await countClaimed(tx),
        proposals: await countProposals(tx),
        flagged: await countFlagged(tx),
        lastDay: byOutcome(await countDecisions(tx, lastDays(1, now))),
        days,
        durations: await sampleDurations(tx, lastDays(SAMPLE.days, now)),
      };
      await saveStatistics(tx, now, { shown: toFigures(counted), days: days.filter(isComplete) });
    },
    { repeatable: true },
  );
}

/** Counts only days whose count is not final: today, and after midnight also yesterday. */
async function countDays(tx: Tx, now: Date): Promise<DayCount[]> {
  const stored = storedSchema.safeParse((await findStatistics(tx))?.figures);
  const known = new Map((stored.success ? stored.data.days : []).map((count) => [count.day, count]));
  const days: DayCount[] = [];
  for (const day of daysUntil(now)) days.push(known.get(day) ?? (await countDay(tx, day, now)));
  return days;
}

async function countDay(tx: Tx, day: string, now: Date): Promise<DayCount> {
  const from = beginningOf(day);
  const span = { from, to: new Date(from.getTime() + DAY_MS) };
  const reasons = await countReasons(tx, span);
  const decisions = await countDecisions(tx, span);
  const total = (of: 'measured' | 'within') => decisions.reduce((sum, count) => sum + count[of], 0);
  return {
    day,
    countedAt: now.toISOString(),
    entered: await countEntered(tx, span),
    outcomes: byOutcome(decisions),
    reasons: Object.fromEntries(reasons.map(({ code, decisions }) => [code, decisions])),
    spread: toSpread(await sampleDurations(tx, span)),
    withinTarget: { decisions: total('measured'), within: total('within') },
  };
}

const byOutcome = (rows: readonly { outcome: DecisionOutcome; decisions: number }[]) =>
  Object.fromEntries(rows.map(({ outcome, decisions }) => [outcome, decisions]));

const lastDays = (days: number, now: Date): Span => ({ from: new Date(now.getTime() - days * DAY_MS), to: now });

async function sampleDurations(tx: Tx, span: Span): Promise<number[]> {
  const decisions = await listLatestDecisions(tx, span, SAMPLE.decisions);
  const submissions = await listSubmissions(tx, decisions);
  return decisions.flatMap(({ customerId, settledAt }) => {
    const submittedAt = submissions.get(customerId);
    return submittedAt === undefined ? [] : [hoursBetween(submittedAt, settledAt)];
  });
}

// The work of each analyst, summed up from daily counts.

/** For supervisors. */
export async function listAnalystWork(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  query: AnalystWorkQuery,
): Promise<AnalystWorkList> {
  const { from, to } = daysOf(query, clock.now());
  const rows = await sumWork(tx, from, to, ANALYST_WORK_ITEMS);
  const names = await listStaffNames(
    tx,
    rows.map((row) => row.accountId),
  );
  const items = rows.map(({ accountId, claims, proposals, confirmations, changesRequested }) => ({
    analyst: { accountId, name: names.get(accountId) ?? null },
    claims,
    proposals,
    confirmations,
    changesRequested,
  }));
  return { from, to, items };
}

/** The first and last day of the range. */
function daysOf({ from, to }: AnalystWorkQuery, now: Date): { from: string; to: string } {
  // Excludes a day that begins exactly at the end.
  const last = to === undefined ? now : new Date(to.getTime() - 1);
  const first = from ?? new Date(last.getTime() - (STATISTICS_DAYS - 1) * DAY_MS);
  const code = 'ValidationControl.Error';
  if (first > last) throw validationError([{ pointer: '?to', code, message: 'to must be later than from.' }]);
  if (last.getTime() - first.getTime() > ANALYST_WORK_DAYS * DAY_MS) {
    const message = `from must be at most ${ANALYST_WORK_DAYS} days before to; send a later from or an earlier to.`;
    throw validationError([{ pointer: '?from', code, message }]);
  }
  return { from: dayOf(first), to: dayOf(last) };
}
