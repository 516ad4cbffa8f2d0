// The building blocks of queries and pages. A message follows the name of its parameter in a sentence.
import { z } from 'zod';
import { isCalendarDate, mustBeOneOf, text } from './fields.ts';

export const ONCE = 'must be given once';

/** The error message for a parameter; a repeated parameter is reported before anything else. */
export const saying = (message: string) => ({
  error: (issue: { input?: unknown }) => (Array.isArray(issue.input) ? ONCE : message),
});

/** The same for a parameter with a list of values. */
export const sayingOneOf = (values: readonly string[]) => ({
  error: ({ input }: { input?: unknown }) => (Array.isArray(input) ? ONCE : mustBeOneOf(values, input)),
});

export const CURSOR = 'must be the nextCursor of an earlier page, or be omitted';

/** An opaque cursor; `longest` exceeds the length of any cursor we issue. */
export const cursorField = (longest: number, description: string) =>
  z
    .string(saying(ONCE))
    .regex(/^[A-Za-z0-9_-]+$/, { error: CURSOR })
    .max(longest, { error: CURSOR })
    .optional()
    .meta({ description });

/** The cursor of a list in the order of ids. */
export const idCursor = z
  .string(saying(CURSOR))
  .regex(/^[A-Za-z0-9_-]{22}$/, { error: CURSOR })
  .optional()
  .meta({ description: 'nextCursor of the previous page.' });

export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Send it as cursor to get the next page; null on the last page.' });

/** Digits only; other notations of a number are usually mistakes. */
export function wholeNumber(
  most: number,
  unasked: number | undefined,
  described: { description: string; maximum?: number },
) {
  const range = saying(
    most === Number.MAX_SAFE_INTEGER
      ? 'must be a whole number of at least 1'
      : `must be a whole number from 1 to ${most}`,
  );
  return z
    .preprocess(
      // Any number of digits, because a value that overflows a number is out of range anyway.
      (value) =>
        typeof value === 'string' && /^\d+$/.test(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value,
      z
        .int(range)
        .min(1, range)
        .max(most, range)
        .meta(unasked === undefined ? {} : { default: unasked }),
    )
    .optional()
    .meta(described);
}

export const MOMENT =
  'must be a date such as 2026-11-15 (in UTC), or a time with its offset such as 2026-11-15T09:30:00Z or 2026-11-15T10:30:00+01:00';
/** For OpenAPI documents. Each alternative has its own type, because client generators expect it there. */
export const DATE_OR_TIME = [
  { type: 'string' as const, format: 'date' },
  { type: 'string' as const, format: 'date-time' },
];
// An unencoded plus sign arrives as a space, which has no other meaning here.
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[ +-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

export function toMoment(written: string): Date | undefined {
  const [day, time] = [written.slice(0, 10), written.slice(10)];
  if (!isCalendarDate(day) || (time !== '' && !TIME.test(time))) return undefined;
  const milliseconds = Date.parse(day + (time === '' ? 'T00:00:00Z' : time.toUpperCase().replace(' ', '+')));
  // Our times have millisecond precision; a finer time is rounded up.
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

/** The text of a filter, which must not be empty. */
export const wanted = (max: number) =>
  z.string(saying(ONCE)).pipe(text(max)).optional().meta({ minLength: 1, maxLength: max });
