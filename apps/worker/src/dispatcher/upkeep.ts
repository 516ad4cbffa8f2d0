// What a dispatcher does beside sending: it shows that it lives, and the eldest of them looks after what concerns all.
import {
  beatAsDispatcher,
  leaveAsDispatcher,
  measureWaiting,
  recoverQuietReceivers,
  sweepLanes,
} from '@onboarding/domain/webhooks';
import type { DispatcherParts } from './terms.ts';

export interface Upkeep {
  beat(): Promise<void>;
  /** Does something only if this is the eldest dispatcher. */
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
      if (heard.gone > 0) logger.warn({ dispatchers: heard.gone }, 'dispatchers have died');
      // One that died may have made deliveries whose lanes it could not wake any more.
      if (eldest && (!wasEldest || heard.gone > 0)) await sweep();
    },
    sweep,
    leave: () => db.transaction((tx) => leaveAsDispatcher(tx, dispatcherId), { repeatable: true }),
  };
}
