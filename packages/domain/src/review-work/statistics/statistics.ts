// Computes the displayed figures from counts. Pure.
import {
  DAY_MS,
  type DecisionCounts,
  HOUR_MS,
  QUEUE_LIMITS,
  type ReviewFigures,
  STATISTICS_DAYS,
  STATISTICS_DAYS_LISTED,
} from '@onboarding/contract';
import { z } from 'zod';
import type { WaitingGroup } from '../../review-state/index.ts';

const AGE_HOURS = [4, 24, 72, 168] as const;
export const AGE_BOUNDS = AGE_HOURS.map((hours) => hours * 3_600);
/**
 * A decision gets its time slightly before it becomes visible, and clocks differ: the count of a day is final only after this
 * time.
 */
const LATECOMERS_MS = 600_000;

/** The counts of one UTC day. */
export const dayCountSchema = z.object({
  day: z.iso.date(),
  countedAt: z.iso.datetime(),
  entered: z.int(),
  outcomes: z.record(z.string(), z.int()),
  reasons: z.record(z.string(), z.int()),
  spread: z.object({ decisions: z.int(), median: z.number(), p95: z.number() }).nullable(),
  /** Missing in counts of an earlier release. */
  withinTarget: z.object({ decisions: z.int(), within: z.int() }).optional(),
});
export type DayCount = z.infer<typeof dayCountSchema>;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
export const beginningOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The days of the figures, latest first. */
export function daysUntil(now: Date): string[] {
  return Array.from({ length: STATISTICS_DAYS_LISTED }, (_, ago) => dayOf(new Date(now.getTime() - ago * DAY_MS)));
}

/** Whether the counts of a day are final. */
export function isComplete({ day, countedAt }: DayCount): boolean {
  return Date.parse(countedAt) >= beginningOf(day).getTime() + DAY_MS + LATECOMERS_MS;
}

export interface Counted {
  waiting: readonly WaitingGroup[];
  claimed: number;
  proposals: number;
  flagged: ReviewFigures['waitingByFlag'];
  lastDay: Record<string, number>;
  days: readonly DayCount[];
  /** Hours, in any order. */
  durations: readonly number[];
}

export function toFigures({ waiting, claimed, proposals, flagged, lastDay, days, durations }: Counted): ReviewFigures {
  const oldest = waiting.reduce((least, group) => Math.min(least, group.oldest.getTime()), Number.POSITIVE_INFINITY);
  return {
    waiting: totalOf(waiting),
    claimed,
    proposals,
    oldestQueuedAt: Number.isFinite(oldest) ? new Date(oldest).toISOString() : null,
    waitingByAge: [0, ...AGE_HOURS].map((fromHours, age) => ({
      fromHours,
      toHours: AGE_HOURS[age] ?? null,
      packages: totalOf(waiting.filter((group) => group.age === age)),
    })),
    waitingByPriority: grouped(waiting, ({ priority }) => priority)
      .toSorted(([a], [b]) => b - a)
      .map(([priority, packages]) => ({ priority, packages })),
    waitingByCountry: grouped(waiting, ({ country }) => country)
      .toSorted(([a, most], [b, least]) => least - most || a.localeCompare(b))
      .slice(0, QUEUE_LIMITS.countries)
      .map(([country, packages]) => ({ country, packages })),
    waitingByFlag: flagged
      .filter(({ packages }) => packages > 0)
      .toSorted((a, b) => b.packages - a.packages || a.flag.localeCompare(b.flag)),
    days: days.toReversed().map(({ day, entered, outcomes, reasons, spread, withinTarget }) => ({
      day,
      entered,
      decisions: toCounts(outcomes),
      reasons: byFrequency(reasons),
      hoursToDecision: spread,
      ...(withinTarget === undefined ? {} : { withinTarget }),
    })),
    decisions: {
      last24Hours: toCounts(lastDay),
      last7Days: toCounts(sumOf(days.slice(0, 7).map(({ outcomes }) => outcomes))),
      last30Days: toCounts(sumOf(days.slice(0, STATISTICS_DAYS).map(({ outcomes }) => outcomes))),
    },
    decisionsByReason: byFrequency(sumOf(days.slice(0, STATISTICS_DAYS).map(({ reasons }) => reasons))),
    hoursToDecision: toSpread(durations),
  };
}

const totalOf = (groups: readonly WaitingGroup[]) => groups.reduce((sum, { packages }) => sum + packages, 0);

function grouped<Key>(groups: readonly WaitingGroup[], keyOf: (group: WaitingGroup) => Key): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const group of groups) sums.set(keyOf(group), (sums.get(keyOf(group)) ?? 0) + group.packages);
  return [...sums];
}

function sumOf(counts: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of counts.flatMap(Object.entries<number>)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

function byFrequency(reasons: Record<string, number>): ReviewFigures['decisionsByReason'] {
  return Object.entries(reasons)
    .toSorted(([a, most], [b, least]) => least - most || a.localeCompare(b))
    .map(([code, decisions]) => ({ code, decisions }));
}

function toCounts(counts: Record<string, number>): DecisionCounts {
  const { Approve = 0, Reject = 0, RequestChanges = 0 } = counts;
  return { Approve, Reject, RequestChanges };
}

/** A negative duration means that the business was resubmitted after the decision. */
export function toSpread(durations: readonly number[]): ReviewFigures['hoursToDecision'] {
  const sorted = durations.filter((hours) => hours >= 0).toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const at = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;
  return { decisions: sorted.length, median: at(0.5), p95: at(0.95) };
}

export function hoursBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / HOUR_MS;
}
