// Work that waits in rows until it is due. It runs on a wake-up, and on a schedule in case a wake-up is missed: one run at a
// time per process, followed by another if one was requested meanwhile.
import type { Logger } from '@onboarding/platform/logger';

export interface DueWork {
  /** Call when there may be work. Does not wait or fail; a failed run is retried. */
  wake(): void;
  /** Runs now, or again after the current run; fails if that run fails. For the schedule, whose job is retried. */
  run(): Promise<void>;
  /** Waits until the current run has finished its current item. */
  stop(): Promise<void>;
}

const RETRY_MS = 2_000;

export function createDueWork(
  name: string,
  doAllDue: (signal: AbortSignal) => Promise<void>,
  logger: Pick<Logger, 'warn'>,
  retryMs = RETRY_MS,
): DueWork {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  function run(): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    if (running === undefined) {
      running = doAllDue(stopping.signal).finally(() => {
        running = undefined;
      });
      return running;
    }
    // The current run may have missed newer work, so all callers meanwhile share one more run.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return run();
      });
    return next;
  }

  function wake(): void {
    run().catch((error) => {
      logger.warn({ err: error, work: name }, 'due work was not finished; it stays due');
      // The notification is not repeated, and the next scheduled run may be a minute away.
      if (!stopping.signal.aborted) retry ??= setTimeout(retryNow, retryMs);
    });
  }

  function retryNow(): void {
    retry = undefined;
    wake();
  }

  return {
    run,
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(retry);
      await running?.catch(() => {});
    },
  };
}
