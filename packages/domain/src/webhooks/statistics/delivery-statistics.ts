// How attempts are counted, and counts become statistics. Pure.
import {
  DAY_MS,
  ERROR_KINDS,
  type ErrorKind,
  EVENT_DAYS,
  HOUR_MS,
  type StatisticsBucket,
  type StatisticsOutcome,
  WEBHOOK_STATISTICS_HOURS,
  type WebhookStatistics,
  type WebhookStatisticsQuery,
} from '@onboarding/contract';
import { validationError } from '../../failure.ts';

/** The number of attempts in one hour with one outcome. */
export interface Count {
  partnerId: string;
  /** Any time in the hour, until counts are merged. */
  hour: Date;
  outcome: StatisticsOutcome;
  counted: number;
  /** Attempts by duration class; empty for outcomes that are not attempts. */
  durations: number[];
}

export interface CountedAttempt {
  partnerId: string;
  errorKind: ErrorKind | null;
  durationMs: number;
  endedAt: Date;
  /** Whether this attempt exhausted its delivery. */
  exhausted: boolean;
}

/** Four classes per doubling: each is a fifth wider than the previous one. */
const CLASSES_PER_DOUBLING = 4;

function durationClass(milliseconds: number): number {
  return Math.max(0, Math.ceil(CLASSES_PER_DOUBLING * Math.log2(Math.max(1, milliseconds))));
}

const longestOf = (durationClassNo: number) => Math.round(2 ** (durationClassNo / CLASSES_PER_DOUBLING));

const floorTo = (bucketMs: number, at: Date) => new Date(Math.floor(at.getTime() / bucketMs) * bucketMs);

export function countAttempts(attempts: readonly CountedAttempt[]): Count[] {
  return attempts.flatMap(({ partnerId, errorKind, durationMs, endedAt, exhausted }) => {
    const durations: number[] = [];
    durations[durationClass(durationMs)] = 1;
    const attempt: Count = { partnerId, hour: endedAt, outcome: errorKind ?? 'Delivered', counted: 1, durations };
    return exhausted ? [attempt, countGivenUp(partnerId, 1, endedAt)] : [attempt];
  });
}

export function countGivenUp(partnerId: string, deliveries: number, at: Date): Count {
  return { partnerId, hour: at, outcome: 'Exhausted', counted: deliveries, durations: [] };
}

/** One count for each partner, hour and outcome, in the order of the primary key. */
export function mergeCounts(counts: readonly Count[]): Count[] {
  const merged = new Map<string, Count>();
  for (const { partnerId, hour: at, outcome, counted, durations } of counts) {
    const hour = floorTo(HOUR_MS, at);
    const key = `${partnerId} ${hour.toISOString()} ${outcome}`;
    const before = merged.get(key);
    const together = sum(before?.durations ?? [], durations);
    merged.set(key, { partnerId, hour, outcome, counted: (before?.counted ?? 0) + counted, durations: together });
  }
  return [...merged.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count);
}

function sum(one: readonly number[], other: readonly number[]): number[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => (one[at] ?? 0) + (other[at] ?? 0));
}

export interface StatisticsRange {
  bucket: StatisticsBucket;
  from: Date;
  to: Date;
}

const BUCKET_MS: Record<StatisticsBucket, number> = { Hour: HOUR_MS, Day: DAY_MS };
const UNASKED: Record<StatisticsBucket, number> = { Hour: 24, Day: EVENT_DAYS };
const MOST: Record<StatisticsBucket, number> = { Hour: WEBHOOK_STATISTICS_HOURS, Day: EVENT_DAYS + 1 };

/** Whole hours or days. Throws if the range is invalid. */
export function rangeOf({ bucket, from: asked, to: end }: WebhookStatisticsQuery, now: Date): StatisticsRange {
  const width = BUCKET_MS[bucket];
  const last = end ?? now;
  const to = new Date(floorTo(width, new Date(last.getTime() - 1)).getTime() + width);
  const from = asked === undefined ? new Date(to.getTime() - UNASKED[bucket] * width) : floorTo(width, asked);
  if ((asked ?? from) >= last) {
    throw validationError([{ pointer: '?to', code: 'Webhook.RangeInvalid', message: 'to must be later than from.' }]);
  }
  if (to.getTime() - from.getTime() > MOST[bucket] * width) {
    const message = `from must be at most ${MOST[bucket]} ${bucket.toLowerCase()}s before to; send a later from, an earlier to${bucket === 'Hour' ? ', or bucket=Day' : ''}.`;
    throw validationError([{ pointer: '?from', code: 'ValidationControl.Error', message }]);
  }
  return { bucket, from, to };
}

export type CountRow = Omit<Count, 'partnerId'>;

export function toStatistics(rows: readonly CountRow[], { bucket, from, to }: StatisticsRange): WebhookStatistics {
  const width = BUCKET_MS[bucket];
  const byBucket = Map.groupBy(rows, ({ hour }) => floorTo(width, hour).getTime());
  const buckets = Array.from(
    { length: (to.getTime() - from.getTime()) / width },
    (_, at) => from.getTime() + at * width,
  );
  return {
    bucket,
    from: from.toISOString(),
    to: to.toISOString(),
    total: toCounts(rows),
    items: buckets.map((at) => ({ from: new Date(at).toISOString(), ...toCounts(byBucket.get(at) ?? []) })),
  };
}

/** With these outcomes the receiver answered, or took too long to: a refused connection is no response. */
const REACHED: readonly StatisticsOutcome[] = ['Delivered', 'HttpStatus', 'Redirect', 'ResponseTimeout'];

function toCounts(rows: readonly CountRow[]): WebhookStatistics['total'] {
  const counted = (outcome: StatisticsOutcome) =>
    rows.filter((row) => row.outcome === outcome).reduce((all, row) => all + row.counted, 0);
  const errorKinds = ERROR_KINDS.map((errorKind) => ({ errorKind, failed: counted(errorKind) }))
    .filter(({ failed }) => failed > 0)
    .sort((one, other) => other.failed - one.failed);
  return {
    delivered: counted('Delivered'),
    failed: errorKinds.reduce((all, { failed }) => all + failed, 0),
    exhausted: counted('Exhausted'),
    p95Ms: percentile(
      rows
        .filter(({ outcome }) => REACHED.includes(outcome))
        .map(({ durations }) => durations)
        .reduce(sum, []),
      0.95,
    ),
    errorKinds,
  };
}

function percentile(durations: readonly number[], part: number): number | null {
  const all = durations.reduce((counted, one) => counted + one, 0);
  let passed = 0;
  for (const [durationClassNo, attempts] of durations.entries()) {
    passed += attempts;
    if (passed >= part * all) return longestOf(durationClassNo);
  }
  return null;
}
