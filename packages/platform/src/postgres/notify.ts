// Wakes other processes with PostgreSQL notifications. Only a hint: listeners also poll.
import type pg from 'pg';
import type { Logger } from '../logger/index.ts';
import { openClient } from './connections.ts';

export interface Notifier {
  /** Never waits and never fails. Outside any transaction, because its commit would wait for all other notifiers. */
  notify(): void;
  close(): Promise<void>;
}

export interface NotifierOptions {
  url: string;
  channel: string;
  logger: Logger;
  /** At most one notification is sent in this time, the first one immediately. */
  everyMs?: number;
}

/** Has a separate connection, opened on first use, so that it takes none from requests. */
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
      // Retried once: the connection may have died since its last use, or the server was too busy to accept it, and some
      // listeners poll only once a minute.
      if (again && !closed) return send(false);
      logger.warn({ err: error }, 'notification could not be sent; listeners will poll');
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
      // Only after the previous one is sent, so that a slow server is not overloaded.
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
