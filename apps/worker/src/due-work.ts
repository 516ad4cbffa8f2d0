// Work that waits in rows until it is due. It runs on a wake-up, and on a schedule in case there was none: one run at a
// time per process, followed by another if it was requested meanwhile.
import type { Logger } from '@onboarding/platform/logger';

export interface DueWork {
  /** There may be something to do. Does not wait or fail; a run that fails is retried. */
  wake(): void;
  /** Runs now, or again after the current run; fails if that run fails. For the schedule, whose job is retried. */
  run(): Promise<void>;
  /** Lets the current run finish its current item. */
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
    // Work that arrived after the current run looked is left to the next one, which all callers meanwhile share.
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
      // The notification is gone, and the schedule may be a minute away.
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
