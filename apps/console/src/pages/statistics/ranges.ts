// The periods that the statistics can show, in UTC days, as the server counts them.
import { DAY_MS, STATISTICS_DAYS_LISTED } from '@onboarding/contract/limits';

export const RANGES = ['7d', '30d'] as const;
export type Range = (typeof RANGES)[number];

export const RANGE_DAYS: Record<Range, number> = { '7d': 7, '30d': 30 };

/** As in the URL. */
interface PeriodSearch {
  range?: Range | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** From one UTC day to another, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

const daysBefore = (day: string | number, days: number) =>
  new Date(new Date(day).getTime() - days * DAY_MS).toISOString().slice(0, 10);

/** A value of a date field or of the URL. */
export function utcDay(text: string): string | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // 30 February is parsed as 2 March.
  return !Number.isNaN(at) && daysBefore(at, 0) === text ? text : undefined;
}

/** The days that the server lists. */
export function listedPeriod(now: number): Period {
  return { from: daysBefore(now, STATISTICS_DAYS_LISTED - 1), to: daysBefore(now, 0) };
}

/** Dates, if there are any, take precedence over a range, and are limited to the days that the server lists. */
export function periodOf({ range = '7d', from, to }: PeriodSearch, now: number): Period {
  const listed = listedPeriod(now);
  if (from === undefined && to === undefined) return { from: daysBefore(now, RANGE_DAYS[range] - 1), to: listed.to };
  const within = (day: string) => (day < listed.from ? listed.from : day > listed.to ? listed.to : day);
  const [first, last] = [within(from ?? listed.from), within(to ?? listed.to)];
  return first <= last ? { from: first, to: last } : { from: last, to: first };
}

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

export const dayLabel = (day: string) => DAY.format(new Date(day));

/** "30 days", or "Mar 2 – Mar 8" for dates. */
export function periodWords(search: PeriodSearch, { from, to }: Period): string {
  const { range = '7d' } = search;
  if (search.from === undefined && search.to === undefined) return `${RANGE_DAYS[range]} days`;
  return from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`;
}

/** The query of the analysts' work, whose end is exclusive. The same during one day. */
export const workQuery = ({ from, to }: Period) => ({ from, to: daysBefore(to, -1) });
