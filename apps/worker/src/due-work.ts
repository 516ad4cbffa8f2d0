// Work that waits in rows until it is due. It is done when somebody says that there may be some, and by a schedule in case
// nobody did: one run at a time in a process, and another one right after it if it was called for meanwhile.
import type { Logger } from '@onboarding/platform/logger';

export interface DueWork {
  /** There may be something to do. Neither waits nor fails. */
  wake(): void;
  /** Runs now, or once more after the run that is under way; fails as that does. For the schedule, whose job is retried. */
  run(): Promise<void>;
  /** Lets the run under way finish its present piece. */
  stop(): Promise<void>;
}

export function createDueWork(
  name: string,
  doAllDue: (signal: AbortSignal) => Promise<void>,
  logger: Pick<Logger, 'warn'>,
): DueWork {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function run(): Promise<void> {
    if (stopping.signal.aborted) return Promise.resolve();
    if (running === undefined) {
      running = doAllDue(stopping.signal).finally(() => {
        running = undefined;
      });
      return running;
    }
    // What came in after the present run looked is seen by the next one, which all who ask meanwhile share.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return run();
      });
    return next;
  }

  return {
    run,
    wake() {
      run().catch((error) => logger.warn({ err: error, work: name }, 'due work was not finished; it stays due'));
    },
    async stop() {
      stopping.abort();
      await running?.catch(() => {});
    },
  };
}
