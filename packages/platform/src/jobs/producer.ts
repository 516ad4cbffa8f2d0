import { PgBoss } from 'pg-boss';
import type { Tx } from '../postgres/index.ts';

export interface SendOptions {
  startAfterSeconds?: number;
  /** In a queue declared `short`: while a job with this key waits, another is not added. */
  singletonKey?: string;
}

/** Adds jobs in the transaction of the change that wants them: both are there, or neither. */
export interface Jobs {
  /** Nothing personal or secret in clear: a payload is kept as it is, longer than the work takes. */
  send(tx: Tx, queue: string, payload: object, options?: SendOptions): Promise<void>;
  /** Many at once, each with its key. */
  sendAll(tx: Tx, queue: string, jobs: readonly { payload: object; singletonKey: string }[]): Promise<void>;
}

/** A sender does nothing by itself, so whatever pg-boss would do from time to time is never due. */
const NO_TIMERS = {
  now: () => Date.now(),
  setTimeout: () => undefined,
  clearTimeout: () => {},
  setInterval: () => undefined,
  clearInterval: () => {},
};

/** Has no connection of its own: it reads the declared queues, once, in the first transaction that sends. */
export function createJobs(): Jobs {
  let boss: PgBoss | undefined;
  return {
    async send(tx, queue, payload, { startAfterSeconds, singletonKey } = {}) {
      boss ??= await openSender(tx);
      await boss.send(queue, payload, {
        db: throughTransaction(tx, 'job_send').db,
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
      });
    },
    async sendAll(tx, queue, jobs) {
      boss ??= await openSender(tx);
      // In one order for everybody: of two that send the same keys at the same moment, one waits for the other.
      const ordered = jobs.toSorted((a, b) => (a.singletonKey < b.singletonKey ? -1 : 1));
      await boss.insert(
        queue,
        ordered.map(({ payload, singletonKey }) => ({ data: payload, singletonKey })),
        { db: throughTransaction(tx, 'job_send').db },
      );
    },
  };
}

async function openSender(tx: Tx): Promise<PgBoss> {
  const through = throughTransaction(tx, 'job_queues');
  const boss = new PgBoss({
    db: through.db,
    clock: NO_TIMERS,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => {});
  try {
    await boss.start();
  } catch (error) {
    throw through.fault() ?? error;
  }
  // It goes on without the queues when they could not be read; the transaction does not.
  const fault = through.fault();
  if (fault !== undefined) throw fault;
  return boss;
}

/** pg-boss wraps or swallows some errors; whether a transaction is run again depends on the original. */
function throughTransaction(tx: Tx, name: string) {
  let fault: unknown;
  return {
    fault: () => fault,
    db: {
      async executeSql(text: string, values: unknown[] = []) {
        try {
          return { rows: await tx.foreign(name, text, values) };
        } catch (error) {
          fault ??= error;
          throw error;
        }
      },
    },
  };
}
