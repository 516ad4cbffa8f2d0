// The role `reviews`: work on packages that waits in their rows. A change of a customer sends a notification on the
// dispatcher's channel, and a schedule covers missed notifications.
import type { Context } from '@onboarding/domain';
import { createFlagging } from '@onboarding/domain/flags';
import type { Registry } from '@onboarding/platform/metrics';
import { createDueWork, type DueWork } from '../polling/due-work.ts';
import { flagMetrics } from './flags-metrics.ts';

/** Notifications within this time after the first one share a run, which costs less. */
const GATHER_MS = 200;

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
