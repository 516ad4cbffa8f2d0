import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '@onboarding/domain';
import { continueReplay, sendRestOfReplay, wakeForReplay } from '@onboarding/domain/webhooks';
import type { JobHandler } from '@onboarding/platform/jobs';

/** After this time a long replay yields to the next one and is queued again. */
const RUN_MS = 5_000;
/** A batch is created quickly but takes minutes to send, so the job can pause and leave the database to others. */
const REST_FOR_EACH_WORK = 9;

/**
 * Creates the deliveries of a window, batch by batch. A worker that takes over the job of a dead worker continues where that
 * one stopped.
 */
export function continueReplays(
  context: Pick<Context, 'clock' | 'db' | 'jobs' | 'logger'>,
  { runMs = RUN_MS } = {},
): JobHandler {
  const { db, clock, logger } = context;
  return async ({ payload, signal }) => {
    let completed = false;
    const endAt = performance.now() + runMs;
    while (!completed) {
      if (signal.aborted) throw new Error('The replay continues with the next attempt');
      const started = performance.now();
      const round = await db.transaction((tx) => continueReplay(tx, context, payload));
      if (round.missing > 0) logger.warn({ missing: round.missing }, 'events of a replay were already purged');
      // Also after the last batch: its worker may have died before it could wake the lane.
      await db.transaction((tx) => wakeForReplay(tx, payload, clock.now()), { repeatable: true });
      completed = round.completed;
      if (!completed && performance.now() >= endAt) {
        return db.transaction((tx) => sendRestOfReplay(tx, context, payload));
      }
      const rest = completed ? 0 : REST_FOR_EACH_WORK * (performance.now() - started);
      // A worker that is stopping leaves the rest to the next job.
      await delay(rest, undefined, { signal }).catch(() => {});
    }
  };
}
