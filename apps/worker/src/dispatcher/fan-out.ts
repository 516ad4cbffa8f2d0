// Turns events into deliveries, then wakes their lanes.
import { fanOut, wakeLanes } from '@onboarding/domain/webhooks';
import type { Signal } from './signal.ts';
import { type DispatcherParts, EVENTS_AT_A_TIME, FEW_EVENTS } from './tuning.ts';

/** One round; returns whether there is more. */
export type FanOutRound = () => Promise<boolean>;

export function createFanOut(
  { context, metrics, faultPoint }: Pick<DispatcherParts, 'context' | 'metrics' | 'faultPoint'>,
  lanes: Pick<Signal, 'wake'>,
): FanOutRound {
  const { db, clock } = context;
  // Kept until the lanes are woken: a round may fail after committing its deliveries, or without knowing whether it did,
  // and the next round finds other events.
  const toWake = new Set<string>();
  let limit = FEW_EVENTS;

  return async () => {
    const now = clock.now();
    const taken = await db.transaction(
      async (tx) => {
        const made = await fanOut(tx, { now, limit });
        for (const partnerId of made.partnerIds) toWake.add(partnerId);
        return made.taken;
      },
      { repeatable: true },
    );
    metrics.fannedOut(taken);
    if (toWake.size > 0) {
      await faultPoint('fanned-out');
      const partnerIds = [...toWake];
      await db.transaction((tx) => wakeLanes(tx, partnerIds, clock.now()), { repeatable: true });
      for (const partnerId of partnerIds) toWake.delete(partnerId);
      lanes.wake();
    }
    const full = taken === limit;
    limit = full ? EVENTS_AT_A_TIME : FEW_EVENTS;
    return full;
  };
}
