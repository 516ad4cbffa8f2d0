// The transitions of a delivery.
import {
  DELIVERY_ATTEMPTS,
  type DeliveryClass,
  type DeliveryStatus,
  HOUR_MS,
  WEBHOOK_GIVE_UP_HOURS,
} from '@onboarding/contract';
import { uuidFloor } from '@onboarding/platform/ids';
import { nextAttemptAt, type Schedule } from './delivery-schedule.ts';

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
