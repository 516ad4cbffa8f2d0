// What a dispatcher does besides sending: it sends heartbeats, and the oldest one does the upkeep for all.
import {
  beatAsDispatcher,
  leaveAsDispatcher,
  measureWaiting,
  recoverQuietReceivers,
  sweepLanes,
} from '@onboarding/domain/webhooks';
import type { DispatcherParts } from './tuning.ts';

export interface Upkeep {
  beat(): Promise<void>;
  /** Does nothing unless this is the oldest dispatcher. */
  sweep(): Promise<void>;
  leave(): Promise<void>;
}

export function createUpkeep(
  { context, metrics, portalUrl }: Pick<DispatcherParts, 'context' | 'metrics' | 'portalUrl'>,
  dispatcherId: string,
  onWoken: () => void,
): Upkeep {
  const { db, clock, logger } = context;
  const startedAt = clock.now();
  let eldest = false;

  async function sweep(): Promise<void> {
    if (!eldest) return metrics.swept(undefined);
    try {
      const forgotten = await sweepLanes(context);
      if (forgotten > 0) onWoken();
      await recoverQuietReceivers(context, portalUrl);
      metrics.swept({ forgotten, waiting: await measureWaiting(context) });
    } catch (error) {
      metrics.swept(undefined);
      throw error;
    }
  }

  return {
    async beat() {
      const now = clock.now();
      const heard = await db.transaction((tx) => beatAsDispatcher(tx, { dispatcherId, startedAt }, now), {
        repeatable: true,
      });
      const wasEldest = eldest;
      eldest = heard.eldest;
      if (heard.gone > 0) logger.warn({ dispatchers: heard.gone }, 'dispatchers died');
      // A dead dispatcher may have created deliveries without waking their lanes.
      if (eldest && (!wasEldest || heard.gone > 0)) await sweep();
    },
    sweep,
    leave: () => db.transaction((tx) => leaveAsDispatcher(tx, dispatcherId), { repeatable: true }),
  };
}
