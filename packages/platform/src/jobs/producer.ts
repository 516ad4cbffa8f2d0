import { PgBoss } from 'pg-boss';
import type { Tx } from '../postgres/index.ts';

interface SendOptions {
  startAfterSeconds?: number;
  /** In a queue declared `short`: ignored while another job with this key is waiting. */
  singletonKey?: string;
  /** For example a partner: a worker can run the jobs of an owner one by one. */
  owner?: string | undefined;
  /** Jobs with a higher priority run first; defaults to 0. */
  priority?: number;
}

/** Adds jobs in the transaction of the change that needs them, so that both are committed or neither. */
export interface Jobs {
  /** The payload must not contain personal data or secrets in clear text: it is stored unencrypted, even after the job ends. */
  send(tx: Tx, queue: string, payload: object, options?: SendOptions): Promise<void>;
  /** Sends many jobs at once, each with its own key. */
  sendAll(tx: Tx, queue: string, jobs: readonly { payload: object; singletonKey: string }[]): Promise<void>;
}

/** A producer does no maintenance, so pg-boss's timers are off. */
const NO_TIMERS = {
  now: () => Date.now(),
  setTimeout: () => undefined,
  clearTimeout: () => {},
  setInterval: () => undefined,
  clearInterval: () => {},
};

/** Needs no connection of its own: reads the declared queues once, in the first transaction that sends. */
export function createJobs(): Jobs {
  let boss: PgBoss | undefined;
  return {
    async send(tx, queue, payload, { startAfterSeconds, singletonKey, owner, priority } = {}) {
      boss ??= await openSender(tx);
      await boss.send(queue, payload, {
        db: throughTransaction(tx, 'job_send').db,
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(owner === undefined ? {} : { group: { id: owner } }),
        ...(priority === undefined ? {} : { priority }),
      });
    },
    async sendAll(tx, queue, jobs) {
      boss ??= await openSender(tx);
      // Sorted, so that concurrent senders of the same keys wait for each other instead of deadlocking.
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
  // pg-boss continues without the queues if reading them failed; the transaction must not.
  const fault = through.fault();
  if (fault !== undefined) throw fault;
  return boss;
}

/** pg-boss wraps or swallows some errors; whether the transaction is retried depends on the original. */
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
