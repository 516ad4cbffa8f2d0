// The building blocks of queries. What is wrong with a parameter is told so that it reads on from its name.
import { z } from 'zod';
import { isCalendarDate, text } from './fields.ts';

export const ONCE = 'must be given once';

/** A fault of a parameter; that it stands there twice is told before anything else. */
export const saying = (message: string) => ({
  error: (issue: { input?: unknown }) => (Array.isArray(issue.input) ? ONCE : message),
});

/** Plain digits; other ways of writing a number are more often a mistake than meant. */
export function wholeNumber(most: number, unasked: number, described: { description: string; maximum?: number }) {
  const range = saying(
    most === Number.MAX_SAFE_INTEGER ? 'must be a whole number from 1 on' : `must be a whole number from 1 to ${most}`,
  );
  return z
    .preprocess(
      // However many digits: what is too large for a number is too large for the range as well.
      (value) =>
        typeof value === 'string' && /^\d+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value,
      z.int(range).min(1, range).max(most, range).meta({ default: unasked }),
    )
    .optional()
    .meta(described);
}

export const MOMENT =
  'must be a date such as 2026-11-15 (in UTC), or a time with its offset such as 2026-11-15T09:30:00Z or 2026-11-15T10:30:00+01:00';
/** How documents describe it. Each has its type, because generators of clients look for it there. */
export const DATE_OR_TIME = [
  { type: 'string' as const, format: 'date' },
  { type: 'string' as const, format: 'date-time' },
];
// A plus sign that was not encoded arrives as a blank, and nothing else can be meant by a blank there.
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[ +-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

export function toMoment(written: string): Date | undefined {
  const [day, time] = [written.slice(0, 10), written.slice(10)];
  if (!isCalendarDate(day) || (time !== '' && !TIME.test(time))) return undefined;
  const milliseconds = Date.parse(day + (time === '' ? 'T00:00:00Z' : time.toUpperCase().replace(' ', '+')));
  // Our times have milliseconds. What is finer lies between two of them, so that the first one not before it counts.
  const finer = /\.\d{3}\d*[1-9]/.test(time) ? 1 : 0;
  return new Date(milliseconds + finer);
}

export const moment = (description: string) =>
  z
    .string(saying(MOMENT))
    .transform((written, context) => {
      const found = toMoment(written);
      if (found !== undefined) return found;
      context.addIssue({ code: 'custom', message: MOMENT });
      return z.NEVER;
    })
    .optional()
    .meta({ description, anyOf: DATE_OR_TIME, example: '2026-11-15T09:30:00Z' });

/** A text of a filter, which must be given if it stands there. */
export const wanted = (max: number) =>
  z.string(saying(ONCE)).pipe(text(max)).optional().meta({ minLength: 1, maxLength: max });
