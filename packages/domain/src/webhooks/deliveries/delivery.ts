// The transitions of a delivery.
import {
  DELIVERY_ATTEMPTS,
  type DeliveryClass,
  type DeliveryStatus,
  HOUR_MS,
  RETRY_SECONDS,
  WEBHOOK_GIVE_UP_HOURS,
} from '@onboarding/contract';
import { uuidFloor } from '@onboarding/platform/ids';

interface DeliveryProgress {
  attemptCount: number;
  class: DeliveryClass;
}

interface AttemptOutcome {
  ok: boolean;
  statusCode: number | null;
  retryAfter: string | null;
}

export interface DeliveryState extends DeliveryProgress {
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
  completedAt: Date | null;
}

export function afterOutcome(
  delivery: DeliveryProgress,
  outcome: AttemptOutcome,
  at: Date,
  schedule?: Schedule,
): DeliveryState {
  const attemptCount = delivery.attemptCount + 1;
  if (attemptCount > DELIVERY_ATTEMPTS) throw new RangeError(`a delivery has at most ${DELIVERY_ATTEMPTS} attempts`);
  if (outcome.ok || attemptCount === DELIVERY_ATTEMPTS) {
    const status = outcome.ok ? 'Delivered' : 'Exhausted';
    return { status, class: delivery.class, attemptCount, nextAttemptAt: null, completedAt: at };
  }
  return {
    status: 'Pending',
    // Keeps the class of a replay, so that its retries also yield to live traffic.
    class: delivery.class === 'Replay' ? 'Replay' : 'Retry',
    attemptCount,
    nextAttemptAt: nextAttemptAt({
      failedAttempt: attemptCount,
      failedAt: at,
      statusCode: outcome.statusCode,
      retryAfter: outcome.retryAfter,
      ...schedule,
    }),
    completedAt: null,
  };
}

/** A delivery is created after its event or replay, but possibly by another machine's clock. */
const CLOCKS_APART_MS = HOUR_MS;

/** No delivery of an event or replay since then has a lower id. */
export function firstDeliveryId(since: Date): string {
  return uuidFloor(new Date(Math.max(0, since.getTime() - CLOCKS_APART_MS)));
}

/**
 * Deliveries with a lower id are no longer sent when sending resumes at `resumedAt`. For SQL; equivalent to isTooOldToResume.
 */
export function resumableFrom(resumedAt: Date): string {
  return uuidFloor(new Date(resumedAt.getTime() - WEBHOOK_GIVE_UP_HOURS * HOUR_MS));
}

/** Whether it was too old when sending resumed; it then becomes Exhausted without an attempt. */
export function isTooOldToResume(deliveryId: string, resumedAt: Date | null): boolean {
  return resumedAt !== null && deliveryId.toLowerCase() < resumableFrom(resumedAt);
}

// When a failed delivery is retried.

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
