const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
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

/** The time, or only the day, in the reader's zone; in UTC when pointed at. */
export function When({ at, day = false, ago = false }: { at: string; day?: boolean; ago?: boolean }) {
  const date = new Date(at);
  const utc = `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return (
    <time dateTime={at} title={ago ? `${FULL.format(date)} (${utc})` : utc}>
      {ago ? relative(date) : (day ? DAY : FULL).format(date)}
    </time>
  );
}
