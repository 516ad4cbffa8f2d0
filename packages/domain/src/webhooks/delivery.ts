// What becomes of a delivery.
import type { DeliveryClass, DeliveryStatus } from '@onboarding/contract';
import { uuidFloor } from '@onboarding/platform/ids';
import { MAX_ATTEMPTS, nextAttemptAt } from './delivery-schedule.ts';

export interface DeliveryProgress {
  attemptCount: number;
  class: DeliveryClass;
}

export interface AttemptOutcome {
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
  random: () => number,
): DeliveryState {
  const attemptCount = delivery.attemptCount + 1;
  if (attemptCount > MAX_ATTEMPTS) throw new RangeError(`a delivery has at most ${MAX_ATTEMPTS} attempts`);
  if (outcome.ok || attemptCount === MAX_ATTEMPTS) {
    const status = outcome.ok ? 'Delivered' : 'Exhausted';
    return { status, class: delivery.class, attemptCount, nextAttemptAt: null, completedAt: at };
  }
  return {
    status: 'Pending',
    // A replay stays one, so that its retries too go behind live traffic.
    class: delivery.class === 'Replay' ? 'Replay' : 'Retry',
    attemptCount,
    nextAttemptAt: nextAttemptAt({
      failedAttempt: attemptCount,
      failedAt: at,
      statusCode: outcome.statusCode,
      retryAfter: outcome.retryAfter,
      random,
    }),
    completedAt: null,
  };
}

const RESUMABLE_MS = 72 * 3_600_000;

/** What has an id below this one is not sent any more when sending begins again at `resumedAt`. For SQL, which then decides
 * as isTooOldToResume does. */
export function resumableFrom(resumedAt: Date): string {
  return uuidFloor(new Date(resumedAt.getTime() - RESUMABLE_MS));
}

/** Older than 72 hours when sending began again: it becomes Exhausted without an attempt. */
export function isTooOldToResume(deliveryId: string, resumedAt: Date | null): boolean {
  return resumedAt !== null && deliveryId.toLowerCase() < resumableFrom(resumedAt);
}
