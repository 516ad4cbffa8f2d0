const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "in 3 hours", "2 days ago". */
export function relative(at: string | Date, now: number = Date.now()): string {
  const seconds = (new Date(at).getTime() - now) / 1000;
  if (Math.trunc(seconds) === 0 && seconds <= 0) return 'just now';
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

/** "3 days", "5 h", "12 min": one unit is enough for comparison. */
export function lengthOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

const DATE = { month: 'short', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const FORMATS = {
  full: { ...DATE, ...TIME },
  exact: { ...DATE, ...TIME, second: '2-digit' },
  day: DATE,
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** "Nov 15, 9:30 AM"; with the year only if it is not the current one. */
export function timeWords(date: Date, kind: keyof typeof FORMATS, now: Date = new Date()): string {
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(undefined, { ...FORMATS[kind], ...year }).format(date);
}

/** "2026-11-15 09:30:00 UTC". */
export const inUtc = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The size of a file: "182 kB". */
export function sizeOf(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const);
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(undefined, format).format(bytes / size);
}

/** The accessible name of the button, which says what it copies. */
export function copyLabel(what: string, label: string, copied: boolean): string {
  if (copied) return `Copied: ${what}`;
  return label === 'Copy' ? `Copy ${what}` : `${label}: ${what}`;
}
