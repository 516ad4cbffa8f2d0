// From counts to the figures that people look at. Pure.
import { DECISION_OUTCOMES, type DecisionCounts, QUEUE_LIMITS, type ReviewFigures } from '@onboarding/contract';
import { z } from 'zod';
import type { WaitingGroup } from '../reviews/index.ts';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** How many days the figures go back, with the present one. */
export const DAYS = 30;
const AGE_HOURS = [4, 24, 72, 168] as const;
export const AGE_BOUNDS = AGE_HOURS.map((hours) => hours * 3_600);
/** A decision gets its time a moment before it can be seen, and clocks differ: a day is not over before this. */
const LATECOMERS_MS = 600_000;

/** The decisions of one day of UTC. */
export const dayCountSchema = z.object({
  day: z.iso.date(),
  countedAt: z.iso.datetime(),
  outcomes: z.record(z.string(), z.int()),
  reasons: z.record(z.string(), z.int()),
});
export type DayCount = z.infer<typeof dayCountSchema>;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
export const beginningOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** The days of the figures, latest first. */
export function daysUntil(now: Date): string[] {
  return Array.from({ length: DAYS }, (_, ago) => dayOf(new Date(now.getTime() - ago * DAY_MS)));
}

/** Whether what was counted of a day will not change any more. */
export function isComplete({ day, countedAt }: DayCount): boolean {
  return Date.parse(countedAt) >= beginningOf(day).getTime() + DAY_MS + LATECOMERS_MS;
}

export interface Counted {
  waiting: readonly WaitingGroup[];
  claimed: number;
  lastDay: Record<string, number>;
  days: readonly DayCount[];
  /** Hours, in any order. */
  durations: readonly number[];
}

export function toFigures({ waiting, claimed, lastDay, days, durations }: Counted): ReviewFigures {
  const oldest = waiting.reduce((least, group) => Math.min(least, group.oldest.getTime()), Number.POSITIVE_INFINITY);
  return {
    waiting: totalOf(waiting),
    claimed,
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
    decisions: {
      last24Hours: toCounts(lastDay),
      last7Days: toCounts(sumOf(days.slice(0, 7).map(({ outcomes }) => outcomes))),
      last30Days: toCounts(sumOf(days.map(({ outcomes }) => outcomes))),
    },
    decisionsByReason: Object.entries(sumOf(days.map(({ reasons }) => reasons)))
      .toSorted(([a, most], [b, least]) => least - most || a.localeCompare(b))
      .map(([code, decisions]) => ({ code, decisions })),
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

function toCounts(counts: Record<string, number>): DecisionCounts {
  const [approve, reject, requestChanges] = DECISION_OUTCOMES.map((outcome) => counts[outcome] ?? 0);
  return { Approve: approve ?? 0, Reject: reject ?? 0, RequestChanges: requestChanges ?? 0 };
}

/** A duration below nothing is that of a business that was handed in again after the decision. */
function toSpread(durations: readonly number[]): ReviewFigures['hoursToDecision'] {
  const sorted = durations.filter((hours) => hours >= 0).toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const at = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;
  return { decisions: sorted.length, median: at(0.5), p95: at(0.95) };
}

export function hoursBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / HOUR_MS;
}
