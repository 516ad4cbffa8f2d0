// The role `reviews`: work on packages that waits in their rows. A change of a customer sends a notification on the
// dispatcher's channel, and a schedule covers missed notifications.
import type { Context } from '@onboarding/domain';
import {
  createFlagging,
  type FlagContext,
  type FlagsOutcome,
  lookForCountries,
  measureWaitingFlags,
} from '@onboarding/domain/flags';
import { releaseStaleClaims, takeStatistics } from '@onboarding/domain/review-work';
import type { JobHandler } from '@onboarding/platform/jobs';
import { Counter, Histogram, type Registry, readGauges } from '@onboarding/platform/metrics';
import { createDueWork, type DueWork } from '../polling/due-work.ts';

/** Notifications within this time after the first one share a run, which costs less. */
export const GATHER_MS = 200;

export interface ReviewWork {
  flags: DueWork;
  /** Called on a notification: starts a run soon. */
  wake(): void;
  stop(): Promise<void>;
}

export function startReviews(
  context: Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>,
  registry: Registry,
): ReviewWork {
  const { logger } = context;
  const metrics = flagMetrics(registry, context);
  const stopping = new AbortController();
  const flagging = createFlagging({ context, signal: stopping.signal, onBatch: metrics.flagged });
  const flags = createDueWork('flags', flagging.run, logger);
  let gathering: NodeJS.Timeout | undefined;
  return {
    flags,
    wake() {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        flagging.look();
        flags.wake();
      }, GATHER_MS);
    },
    async stop() {
      clearTimeout(gathering);
      stopping.abort();
      await flags.stop();
    },
  };
}

interface FlagMetrics {
  flagged(outcome: FlagsOutcome, seconds: number): void;
}

export function flagMetrics(registry: Registry, context: FlagContext): FlagMetrics {
  const registers = [registry];
  const packages = new Counter({
    name: 'onboarding_review_flags_packages_total',
    help: 'Packages whose flags were computed, by outcome: overtaken means that the package changed in the meantime; failed ones are retried',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'onboarding_review_flags_batch_seconds',
    help: 'Time to compute the flags of a batch of packages',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
    registers,
  });
  readGauges({
    registry,
    gauges: {
      onboarding_review_flags_due: { help: 'Packages of all partners whose flags are due, counted up to 100000' },
      onboarding_review_flags_due_oldest_seconds: { help: 'How long the oldest package has been due' },
    },
    async read() {
      const { due, oldestSeconds } = await measureWaitingFlags(context);
      return { onboarding_review_flags_due: due, onboarding_review_flags_due_oldest_seconds: oldestSeconds };
    },
    onFailure: (error) => context.logger.warn({ err: error }, 'packages whose flags are due could not be counted'),
  });
  return {
    flagged({ computed, overtaken, failed }, took) {
      if (computed + overtaken + failed === 0) return;
      for (const [outcome, count] of Object.entries({ computed, overtaken, failed })) packages.inc({ outcome }, count);
      seconds.observe(took);
    },
  };
}

interface ReviewJobParts {
  context: Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>;
}

export function releaseStale({ context }: ReviewJobParts): JobHandler {
  return async ({ signal }) => {
    const released = await releaseStaleClaims({ context, signal });
    if (released > 0) context.logger.info({ released }, 'stale claims released');
  };
}

/** Runs until every requested comparison is finished; flags that become due are computed as usual. */
export function checkCountries({ context }: ReviewJobParts): JobHandler {
  return async ({ signal }) => {
    const sum = { looked: 0, concerned: 0 };
    while (!signal.aborted) {
      const page = await lookForCountries(context);
      if (page === undefined) break;
      sum.looked += page.looked;
      sum.concerned += page.concerned;
    }
    if (sum.looked > 0) context.logger.info(sum, 'businesses compared with changed lists of countries');
  };
}

export function countReviews({ context }: ReviewJobParts): JobHandler {
  return () => takeStatistics(context);
}
