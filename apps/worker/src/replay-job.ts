import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '@onboarding/domain';
import { continueReplay, wakeForReplay } from '@onboarding/domain/webhooks';
import type { JobHandler } from '@onboarding/platform/jobs';

/** A batch is sent in minutes and made in a moment, so there is time to leave the database to others. */
const REST_FOR_EACH_WORK = 9;

/** Makes the deliveries of a window, batch by batch. Whoever takes the job after a worker has died goes on where it was. */
export function continueReplays(context: Pick<Context, 'clock' | 'db' | 'logger'>): JobHandler {
  const { db, clock, logger } = context;
  return async ({ payload, signal }) => {
    let completed = false;
    while (!completed) {
      if (signal.aborted) throw new Error('The replay goes on with the next try');
      const started = performance.now();
      const round = await db.transaction((tx) => continueReplay(tx, context, payload));
      if (round.missing > 0) logger.warn({ missing: round.missing }, 'events of a replay are purged already');
      // Also after the last batch: the worker that made it may have died before it could wake the lane.
      await db.transaction((tx) => wakeForReplay(tx, payload, clock.now()), { repeatable: true });
      completed = round.completed;
      const rest = completed ? 0 : REST_FOR_EACH_WORK * (performance.now() - started);
      // Whoever is told to stop meanwhile goes on to say so.
      await delay(rest, undefined, { signal }).catch(() => {});
    }
  };
}
