import type { Context } from '@onboarding/domain';
import type { Schedule } from '@onboarding/domain/webhooks';
import type { Db } from '@onboarding/platform/postgres';
import type { Sender } from '@onboarding/platform/safe-http';
import type { DispatcherMetrics } from './metrics.ts';

/**
 * Where a test can stop or kill a dispatcher: between fan-out's commit and its wake-up, between sending and recording,
 * and between recording (which releases the lane) and the check for more.
 */
export type FaultPoint = 'fanned-out' | 'sent' | 'recorded';

export interface Timings {
  /** A lane that is not released within this time is due again. Longer than a turn plus one slow send. */
  leaseMs: number;
  /** After this long a turn starts no further send. */
  turnMs: number;
  /** When a released lane is due again if its holder dies before checking for more. */
  releaseMs: number;
  /** How often to poll without a wake-up. */
  pollMs: number;
  beatMs: number;
  sweepMs: number;
  /** How long to wait after a failure. */
  tryAgainMs: number;
  /**
   * How long stopping waits for receivers and the database; other dispatchers repeat what is not recorded by then. Longer than
   * one slow send.
   */
  stopMs: number;
}

/** For receivers that have `receiverMs` to respond; at most 20 s, so that a slow send ends well within the lease. */
export const timingsFor = (receiverMs: number): Timings => ({
  leaseMs: 60_000,
  turnMs: 20_000,
  releaseMs: 2_000,
  pollMs: 250,
  beatMs: 5_000,
  sweepMs: 60_000,
  tryAgainMs: 500,
  stopMs: receiverMs + 2_000,
});

/**
 * Turns are promises and cost little; with fewer slots, a hundred receivers that never answer would block all others.
 * Receivers known to fail share a part of the slots, so that hundreds of them leave room for the rest.
 */
export const SLOTS: Slots = { all: 1024, failing: 512 };

export interface Slots {
  all: number;
  failing: number;
}
export const LANES_AT_A_TIME = 100;
export const DELIVERIES_PER_TURN = 30;
export const EVENTS_AT_A_TIME = 500;
/** While traffic is low a small limit, so that few ids are created in advance. */
export const FEW_EVENTS = 50;

export interface DispatcherParts {
  context: Pick<Context, 'clock' | 'jobs' | 'keys' | 'logger'> & { db: Db };
  sender: Sender;
  metrics: DispatcherMetrics;
  portalUrl: string;
  schedule: Schedule;
  timings: Timings;
  slots: Slots;
  faultPoint: (name: FaultPoint) => Promise<void>;
}
