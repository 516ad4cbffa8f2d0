// A turn of a lane: what one holder of a lease sends to one receiver.
import type { DeliveryClass, EndpointStatus, ErrorKind } from '@onboarding/contract';
import { uuidFloor } from '@onboarding/platform/ids';
import type { Health } from './endpoint-health.ts';

/** Notified, without a payload, when there may be something to send; dispatchers look from time to time as well. */
export const DISPATCHER_CHANNEL = 'onboarding_webhooks';

/** How many deliveries may be on their way to a receiver at once. */
export const IN_FLIGHT: Record<EndpointStatus, number> = { Active: 6, Degraded: 1, Disabled: 0 };

/** Replays are sent a few at a time, with a pause for each, which makes ten a second. */
export const REPLAYS_AT_A_TIME = 5;
export const PAUSE_PER_REPLAY_MS = 100;

/** Eight attempts take four days at most, so what is older waits for nothing any more. */
const OLDEST_PENDING_MS = 8 * 86_400_000;

/** Clocks differ by less, and the partitions of the days after it stay closed. */
const CLOCKS_DIFFER_MS = 86_400_000;

/** Deliveries below this id are not looked at, so that their partitions need not be. */
export function oldestPending(now: Date): string {
  return uuidFloor(new Date(now.getTime() - OLDEST_PENDING_MS));
}

/** Nor are those from this one on: nothing is made in the future. */
export function notYetMade(now: Date): string {
  return uuidFloor(new Date(now.getTime() + CLOCKS_DIFFER_MS));
}

export interface LeasedLane {
  partnerId: string;
  leaseId: string;
  url: string;
  /** Sealed, as they are kept. */
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretExpiresAt: Date | null;
  health: Health;
  resumedAt: Date | null;
}

export interface DueDelivery {
  partnerId: string;
  deliveryId: string;
  eventId: string;
  eventType: string;
  class: DeliveryClass;
  /** So many attempts were made. */
  attemptCount: number;
  nextAttemptAt: Date;
  isReplay: boolean;
  /** Null when the event was purged. */
  body: string | null;
  traceparent: string | null;
}

/** A lane that is ours for a while, with what is due on it in the order in which it is sent. */
export interface Turn {
  lane: LeasedLane;
  deliveries: DueDelivery[];
}

export interface MadeAttempt {
  delivery: DueDelivery;
  sentAt: Date;
  endedAt: Date;
  durationMs: number;
  statusCode: number | null;
  /** Null when the receiver took it. */
  errorKind: ErrorKind | null;
  excerpt: string | null;
  retryAfter: string | null;
}

/** What came of a turn. What it has not got to is not in here, and stays as it was. */
export interface FinishedTurn {
  lane: Pick<LeasedLane, 'partnerId' | 'leaseId' | 'url'>;
  startedAt: Date;
  /** In the order in which they ended. */
  attempts: MadeAttempt[];
  /** Not sent any more: the event is purged, or it was too old when sending began again. */
  expired: DueDelivery[];
  /** Not sent for reasons of our own, which count for nothing. */
  postponed: DueDelivery[];
}
