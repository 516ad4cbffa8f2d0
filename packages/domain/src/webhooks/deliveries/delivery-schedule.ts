// When a failed delivery is retried.

import { RETRY_SECONDS } from '@onboarding/contract';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What decides when to retry, besides the receiver. */
export interface Schedule {
  /** The wait after the first failed attempt, the second, and so on. */
  retrySeconds?: readonly number[];
  /** From 0 to below 1. */
  random?: () => number;
}

export interface FailedAttempt extends Schedule {
  /** The number of the failed attempt, from 1. */
  failedAttempt: number;
  failedAt: Date;
  statusCode: number | null;
  /** The receiver's header as received. */
  retryAfter: string | null;
}

/**
 * Jitter and Retry-After only extend the wait: otherwise a receiver that always asks for one second would use up its eight
 * attempts within seconds.
 */
export function nextAttemptAt(attempt: FailedAttempt): Date {
  const {
    failedAttempt,
    failedAt,
    statusCode,
    retryAfter,
    retrySeconds = RETRY_SECONDS,
    random = Math.random,
  } = attempt;
  const seconds = retrySeconds[failedAttempt - 1];
  if (seconds === undefined) throw new RangeError(`attempt ${failedAttempt} has no next one`);
  const wait = seconds * SECOND;
  const asked = statusCode === 429 || statusCode === 503 ? retryAfterMs(retryAfter, failedAt) : 0;
  const longest = Math.min(Math.max(2 * wait, 15 * MINUTE), 12 * HOUR);
  const jitter = random() * Math.min(Math.max(0.2 * wait, 5 * SECOND), 2 * HOUR);
  return new Date(failedAt.getTime() + Math.max(wait, Math.min(asked, longest)) + Math.floor(jitter));
}

const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w :-]+$/;

/** Seconds or an HTTP date in any of its three forms; 0 for anything else. */
function retryAfterMs(header: string | null, now: Date): number {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  if (!HTTP_DATE.test(text)) return 0;
  // The oldest format has no time zone but is in GMT.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}
