// Parses durations and times typed by people.
import { wrongUsage } from '../failure.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** In milliseconds. */
export function toDuration(flag: string, text: string): number {
  const [, count, unit = 's'] = /^(\d{1,5})([smhd])?$/.exec(text) ?? [];
  if (count === undefined) throw wrongUsage(`${flag} must be a duration such as 90s, 10m or 1h, not "${text}".`);
  return Number(count) * (UNITS[unit] ?? 0);
}

export function toMoment(flag: string, text: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  const at = count === undefined ? Date.parse(text) : now.getTime() - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isNaN(at))
    throw wrongUsage(`${flag} must be a time such as 2026-11-15T10:00:00Z, or how long ago, such as 30m, 12h or 7d.`);
  return new Date(at);
}
