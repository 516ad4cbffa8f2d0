// "There is something to do", told to other processes by PostgreSQL. Only a hint: whoever is told polls as well.
import type pg from 'pg';
import type { Logger } from '../logger/index.ts';
import { openClient } from './connections.ts';

export interface Notifier {
  /** Never waits and never fails. Not within a transaction: committing it would wait for those of all other notifiers. */
  notify(): void;
  close(): Promise<void>;
}

export interface NotifierOptions {
  url: string;
  channel: string;
  logger: Logger;
  /** At most one is sent in this time, the first of them at once. */
  everyMs?: number;
}

/** Has a connection of its own, opened when it is first needed, so that it takes none from anybody who waits for an answer. */
export function createNotifier({ url, channel, logger, everyMs = 5 }: NotifierOptions): Notifier {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wanted = false;
  let closed = false;
  let sending: Promise<void> = Promise.resolve();

  async function send(again = true): Promise<void> {
    try {
      client ??= await connect();
      await client.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, ''] });
    } catch (error) {
      const broken = client;
      client = undefined;
      await broken?.end().catch(() => {});
      // It may have vanished since it was last used, or the server was too busy to let it in. Some of those who wait look by
      // themselves only once a minute.
      if (again && !closed) return send(false);
      logger.warn({ err: error }, 'a notification could not be sent; whoever waits for it polls');
    }
  }

  async function connect(): Promise<pg.Client> {
    const opened = await openClient({ url, applicationName: 'onboarding-notify', answersWithinMs: 2_000 });
    opened.on('end', () => {
      if (client === opened) client = undefined;
    });
    return opened;
  }

  function begin(): void {
    wanted = false;
    sending = send();
    timer = setTimeout(() => {
      // Not before the last one is through: a server that is slow is not asked faster than it answers.
      void sending.then(() => {
        timer = undefined;
        if (wanted && !closed) begin();
      });
    }, everyMs);
    timer.unref();
  }

  return {
    notify() {
      wanted = true;
      if (timer === undefined && !closed) begin();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await sending;
      await client?.end().catch(() => {});
    },
  };
}
