// What keeps a worker from being ready: a job queue that has not started, and work that it no longer polls.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@onboarding/platform/logger';
import type { Hindrance, Polls } from '@onboarding/platform/service';

const TRY_AGAIN_MS = 2_000;

export function stalledWork(polls: Pick<Polls, 'stalled'>): Hindrance | undefined {
  const queues = polls.stalled();
  return queues.length === 0 ? undefined : { status: 'work is not polled', code: 'NotPolled', about: queues };
}

/** Waits for a database that is unavailable or not migrated yet: meanwhile the process is alive but not ready. */
export async function untilStarted<T>(
  start: () => Promise<T>,
  logger: Pick<Logger, 'warn'>,
  tryAgainMs = TRY_AGAIN_MS,
): Promise<T> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      logger.warn({ err: error }, 'job queue unavailable; retrying');
      await delay(tryAgainMs);
    }
  }
}
