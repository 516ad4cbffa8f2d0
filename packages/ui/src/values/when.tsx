import { inUtc, relative } from './relative.ts';

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The time, or only the day, in the reader's time zone; UTC on hover. */
export function When({ at, day = false, ago = false }: { at: string; day?: boolean; ago?: boolean }) {
  const date = new Date(at);
  const utc = inUtc(date);
  return (
    <time dateTime={at} title={ago ? `${FULL.format(date)} (${utc})` : utc}>
      {ago ? relative(date) : (day ? DAY : FULL).format(date)}
    </time>
  );
}
