// A turn of a lane: the deliveries that one lease holder sends to one receiver.
import { type DeliveryClass, type EndpointStatus, type ErrorKind, REPLAYS_PER_SECOND } from '@onboarding/contract';
import { uuidFloor } from '@onboarding/platform/ids';
import type { Health } from '../endpoints/endpoint-health.ts';

/** The maximum number of concurrent deliveries to a receiver. */
export const IN_FLIGHT: Record<EndpointStatus, number> = { Active: 6, Degraded: 1, Disabled: 0 };

/**
 * A dispatcher's statements are written for one plan: by index, row by row, over the few relevant partitions. These
 * settings force it, because the planner knows little about tables that were empty at midnight; and each statement is
 * planned once, because planning over many partitions costs more than the work.
 */
export const DISPATCHER_SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  enable_material: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** Replays are sent a few at a time, with pauses in between, which limits them to ten a second. */
export const REPLAYS_AT_A_TIME = 5;
export const PAUSE_PER_REPLAY_MS = 1_000 / REPLAYS_PER_SECOND;

/** With the longest waits that operators may set, eight attempts take less than six days, so older deliveries are never pending. */
const OLDEST_PENDING_MS = 8 * 86_400_000;

/** More than clocks differ; prunes the partitions of later days. */
const CLOCKS_DIFFER_MS = 86_400_000;

/** Deliveries with a lower id are never pending, so their partitions are pruned. */
export function oldestPending(now: Date): string {
  return uuidFloor(new Date(now.getTime() - OLDEST_PENDING_MS));
}

/** Deliveries with this id or a higher one do not exist yet, so their partitions are pruned. */
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

/** The result of a turn. Excludes deliveries that it did not reach, which remain unchanged. */
export interface FinishedTurn {
  lane: Pick<LeasedLane, 'partnerId' | 'leaseId' | 'url'>;
  startedAt: Date;
  /** In the order of completion. */
  attempts: MadeAttempt[];
  /** No longer sent: the event was purged, or the delivery was too old when sending resumed. */
  expired: DueDelivery[];
  /** Not sent for internal reasons, which do not affect health. */
  postponed: DueDelivery[];
}
