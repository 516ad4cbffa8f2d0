const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "in 3 hours", "2 days ago". */
export function relative(at: string | Date, now: number = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

/** "2026-11-15 09:30:00 UTC". */
export const inUtc = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
