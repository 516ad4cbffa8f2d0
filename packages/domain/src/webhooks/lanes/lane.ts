// A turn of a lane: what one lease holder sends to one receiver.
import { type DeliveryClass, type EndpointStatus, type ErrorKind, REPLAYS_PER_SECOND } from '@onboarding/contract';
import { uuidFloor } from '@onboarding/platform/ids';
import type { Health } from '../endpoints/endpoint-health.ts';

/** Notified, without a payload, when there may be something to send; dispatchers also poll. */
export const DISPATCHER_CHANNEL = 'onboarding_webhooks';

/** How many deliveries to a receiver may be in flight at once. */
export const IN_FLIGHT: Record<EndpointStatus, number> = { Active: 6, Degraded: 1, Disabled: 0 };

/** Replays are sent a few at a time, with a pause for each, which limits them to ten a second. */
export const REPLAYS_AT_A_TIME = 5;
export const PAUSE_PER_REPLAY_MS = 1_000 / REPLAYS_PER_SECOND;

/** Eight attempts take at most four days, so older deliveries are never pending. */
const OLDEST_PENDING_MS = 8 * 86_400_000;

/** More than clocks differ; prunes the partitions of later days. */
const CLOCKS_DIFFER_MS = 86_400_000;

/** Prunes the partitions of deliveries below this id. */
export function oldestPending(now: Date): string {
  return uuidFloor(new Date(now.getTime() - OLDEST_PENDING_MS));
}

/** Prunes those from this id on: no delivery is created in the future. */
export function notYetMade(now: Date): string {
  return uuidFloor(new Date(now.getTime() + CLOCKS_DIFFER_MS));
}

export interface LeasedLane {
  partnerId: string;
  leaseId: string;
  url: string;
  /** Encrypted, as stored. */
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
  /** Attempts made so far. */
  attemptCount: number;
  nextAttemptAt: Date;
  isReplay: boolean;
  /** Null when the event was purged. */
  body: string | null;
  traceparent: string | null;
}

/** A leased lane, with its due deliveries in the order of sending. */
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
  /** Null when the receiver accepted it. */
  errorKind: ErrorKind | null;
  excerpt: string | null;
  retryAfter: string | null;
  /** Svc-Signature as it was sent. */
  signature: string;
}

/** The result of a turn. Deliveries it did not get to are not included, and stay unchanged. */
export interface FinishedTurn {
  lane: Pick<LeasedLane, 'partnerId' | 'leaseId' | 'url'>;
  startedAt: Date;
  /** In the order in which they ended. */
  attempts: MadeAttempt[];
  /** No longer sent: the event is purged, or it was too old when sending resumed. */
  expired: DueDelivery[];
  /** Not sent for internal reasons, which do not affect health. */
  postponed: DueDelivery[];
}
