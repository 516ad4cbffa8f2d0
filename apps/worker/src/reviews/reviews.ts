// What the role `reviews` does: work on packages that waits in their rows. Whoever changes a customer tells of it on the
// channel of the dispatcher, and a schedule sees to what nobody told of.
import type { Context } from '@onboarding/domain';
import { DISPATCHER_CHANNEL } from '@onboarding/domain/webhooks';
import type { Registry } from '@onboarding/platform/metrics';
import { type Listener, openListener } from '@onboarding/platform/postgres';
import { createDueWork, type DueWork } from '../due-work.ts';
import { flagAllDue } from './flags.ts';
import { flagMetrics } from './flags-metrics.ts';

/** What comes within this time after a first notification is done together, for less than each alone would cost. */
const GATHER_MS = 200;

export interface ReviewWork {
  flags: DueWork;
  /** From now on it is done soon after it is told of. */
  listen(url: string): void;
  stop(): Promise<void>;
}

export function startReviews(
  context: Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>,
  registry: Registry,
): ReviewWork {
  const { logger } = context;
  const metrics = flagMetrics(registry, context);
  const flags = createDueWork('flags', (signal) => flagAllDue(context, metrics, signal), logger);
  let ear: Listener | undefined;
  let gathering: NodeJS.Timeout | undefined;
  const onNotified = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      flags.wake();
    }, GATHER_MS);
  };
  return {
    flags,
    listen(url) {
      ear = openListener({ url, channel: DISPATCHER_CHANNEL, logger, onNotified });
    },
    async stop() {
      await ear?.close();
      clearTimeout(gathering);
      await flags.stop();
    },
  };
}
