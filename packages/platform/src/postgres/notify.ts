// Wakes other processes with PostgreSQL notifications. Only a hint: listeners also poll.
import type pg from 'pg';
import type { Logger } from '../logger/index.ts';
import { openClient } from './connections.ts';

export interface Notifier {
  /**
   * Never waits and never fails. Outside any transaction, because its commit would wait for all other notifiers. The names are
   * the payload, together with those of other calls at about the same time.
   */
  notify(names?: Iterable<string>): void;
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
  let wanted: Set<string> | undefined;
  let closed = false;
  let sending: Promise<void> = Promise.resolve();

  async function send(payload: string, again = true): Promise<void> {
    try {
      client ??= await connect();
      await client.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [channel, payload] });
    } catch (error) {
      const broken = client;
      client = undefined;
      await broken?.end().catch(() => {});
      // Retried once: the connection may have died since its last use, or the server was too busy to accept it, and some
      // listeners poll only once a minute.
      if (again && !closed) return send(payload, false);
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

  function begin(names: ReadonlySet<string>): void {
    wanted = undefined;
    sending = send([...names].join(','));
    timer = setTimeout(() => {
      // Only after the previous one is sent, so that a slow server is not overloaded.
      void sending.then(() => {
        timer = undefined;
        if (wanted !== undefined && !closed) begin(wanted);
      });
    }, everyMs);
    timer.unref();
  }

  return {
    notify(names = []) {
      wanted = new Set([...(wanted ?? []), ...names]);
      if (timer === undefined && !closed) begin(wanted);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await sending;
      await client?.end().catch(() => {});
    },
  };
}
