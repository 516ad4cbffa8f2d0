// The periods that the chart can show. The server counts by whole hours and by UTC days.
import type { StatisticsBucket } from '@onboarding/contract';
import { DAY_MS, HOUR_MS, WEBHOOK_STATISTICS_HOURS } from '@onboarding/contract/limits';

export const RANGES = ['24h', '7d', '30d'] as const;
export type Range = (typeof RANGES)[number];

export const RANGE_LABELS: Record<Range, string> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

/** The same during an hour, so that rendering the page does not refetch. */
export function queryOf(range: Range, now: number = Date.now()): { bucket: StatisticsBucket; from?: string } {
  if (range === '24h') return { bucket: 'Hour' };
  if (range === '30d') return { bucket: 'Day' };
  return {
    bucket: 'Hour',
    from: new Date((Math.floor(now / HOUR_MS) + 1 - WEBHOOK_STATISTICS_HOURS) * HOUR_MS).toISOString(),
  };
}

const HOUR = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const DAY_AND_HOUR = new Intl.DateTimeFormat(undefined, {
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
});
const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

export function labelOf(range: Range, from: string): string {
  return { '24h': HOUR, '7d': DAY_AND_HOUR, '30d': DAY }[range].format(new Date(from));
}

/** The start and end of a bar, as filters of the history. */
export function boundsOf(bucket: StatisticsBucket, from: string): { from: string; to: string } {
  const width = bucket === 'Hour' ? HOUR_MS : DAY_MS;
  return { from, to: new Date(Date.parse(from) + width).toISOString() };
}
