// How much of the past the statistics show. Days are those of UTC, as the server counts them.
import { DAY_MS } from '@onboarding/contract/limits';

export const RANGES = ['7d', '30d'] as const;
export type Range = (typeof RANGES)[number];

export const RANGE_DAYS: Record<Range, number> = { '7d': 7, '30d': 30 };

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

export const dayLabel = (day: string) => DAY.format(new Date(day));

/** The first of the days, as the analysts' work is asked for; the same for a whole day. */
export function firstDay(range: Range, now: number = Date.now()): string {
  return new Date(now - (RANGE_DAYS[range] - 1) * DAY_MS).toISOString().slice(0, 10);
}
