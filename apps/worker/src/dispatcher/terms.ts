import type { Context } from '@onboarding/domain';
import type { Db } from '@onboarding/platform/postgres';
import type { Sender } from '@onboarding/platform/safe-http';
import type { DispatcherMetrics } from './metrics.ts';

/** Where a test can stop or end a dispatcher: between fan-out's commit and its wake, between sending and recording, and
 * between recording (which gives the lane back) and the look for more. */
export type FaultPoint = 'fanned-out' | 'sent' | 'settled';

export interface Timings {
  /** A lane that is not given back within this time is due again. Longer than a turn's budget and a slow send together. */
  leaseMs: number;
  /** After this long a turn begins no further send. */
  turnMs: number;
  /** A released lane is due after this long should its holder die before it has looked for more. */
  releaseMs: number;
  /** How often to look without having been woken. */
  pollMs: number;
  beatMs: number;
  sweepMs: number;
}

export const TIMINGS: Timings = {
  leaseMs: 60_000,
  turnMs: 20_000,
  releaseMs: 2_000,
  pollMs: 250,
  beatMs: 5_000,
  sweepMs: 60_000,
};

/** Turns are promises and cost little; with fewer of them, a hundred receivers that never answer would hold up all others.
 * Those that are known to fail share a part of them, so that hundreds of those leave room for everybody else. */
export const SLOTS: Slots = { all: 1024, failing: 512 };

export interface Slots {
  all: number;
  failing: number;
}
export const LANES_AT_A_TIME = 100;
export const DELIVERIES_PER_TURN = 30;
export const EVENTS_AT_A_TIME = 500;
/** Alone, few ids are made ahead for what is taken. */
export const FEW_EVENTS = 50;
export const TRY_AGAIN_MS = 500;

/**
 * The dispatcher's statements are written for one way of being carried out: by index, one row after the other, over the few
 * partitions that matter. The planner is held to it, because it knows little about tables that were empty at midnight; and
 * it plans each statement once, because planning over many partitions costs more than the work.
 */
export const SERVER_SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  enable_material: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

export interface DispatcherParts {
  context: Pick<Context, 'clock' | 'jobs' | 'keys' | 'logger'> & { db: Db };
  sender: Sender;
  metrics: DispatcherMetrics;
  portalUrl: string;
  timings: Timings;
  slots: Slots;
  faultPoint: (name: FaultPoint) => Promise<void>;
}
