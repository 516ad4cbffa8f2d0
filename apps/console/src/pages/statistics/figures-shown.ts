// Sums and sorts the statistics.
import type { ReviewFigures } from '@onboarding/contract';
import type { Period } from './ranges.ts';

type Days = ReviewFigures['days'];

/** Rows of a table of the most frequent reasons. */
export const MOST = 8;

export const daysOf = (days: Days, { from, to }: Period): Days => days.filter(({ day }) => from <= day && day <= to);

/** Of the decisions of which it is known, those within the target; undefined if there is none. */
export function shareWithinTarget(days: Days): number | undefined {
  const known = days.flatMap(({ withinTarget }) => withinTarget ?? []);
  const decisions = known.reduce((sum, day) => sum + day.decisions, 0);
  return decisions === 0 ? undefined : known.reduce((sum, day) => sum + day.within, 0) / decisions;
}

export const totalOf = ({ Approve, Reject, RequestChanges }: Days[number]['decisions']): number =>
  Approve + Reject + RequestChanges;

/** The most frequent reasons, with the number of decisions that gave each. */
export function topReasons(days: Days): [code: string, decisions: number][] {
  const sums = new Map<string, number>();
  for (const { code, decisions } of days.flatMap(({ reasons }) => reasons)) {
    sums.set(code, (sums.get(code) ?? 0) + decisions);
  }
  return [...sums].sort(([, a], [, b]) => b - a).slice(0, MOST);
}

export function ageLabel({ fromHours, toHours }: ReviewFigures['waitingByAge'][number]): string {
  if (toHours === null) return `over ${inDays(fromHours)} d`;
  if (toHours <= 24) return `${fromHours}–${toHours} h`;
  return `${inDays(fromHours)}–${inDays(toHours)} d`;
}

const inDays = (hours: number) => Math.round(hours / 24);

const NUMBER = new Intl.NumberFormat();
const MINUTES = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'minute', maximumFractionDigits: 0 });
const HOURS = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 });
const DAYS = new Intl.NumberFormat(undefined, {
  ...{ style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 },
});

export const number = (value: number) => NUMBER.format(value);

const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

export const percent = (share: number) => PERCENT.format(share);

/** "6 min", "6.4 hr", "3.2 days". */
export function hours(value: number): string {
  if (value > 0 && value < 1) return MINUTES.format(Math.max(1, Math.floor(value * 60)));
  return value < 48 ? HOURS.format(value) : DAYS.format(value / 24);
}
