// The periods that the statistics can show, in UTC days, as the server counts them.
import { DAY_MS } from '@onboarding/contract/limits';

export const RANGES = ['7d', '30d'] as const;
export type Range = (typeof RANGES)[number];

export const RANGE_DAYS: Record<Range, number> = { '7d': 7, '30d': 30 };

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

export const dayLabel = (day: string) => DAY.format(new Date(day));

/** The first day of the range, for the query of the analysts' work; the same during one day. */
export function firstDay(range: Range, now: number = Date.now()): string {
  return new Date(now - (RANGE_DAYS[range] - 1) * DAY_MS).toISOString().slice(0, 10);
}
