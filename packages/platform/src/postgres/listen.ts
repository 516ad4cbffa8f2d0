import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../logger/index.ts';

export interface Listener {
  close(): Promise<void>;
}

export interface ListenerOptions {
  url: string;
  /** A plain name. */
  channel: string;
  logger: Logger;
  /** Also called whenever a connection was made, for what was missed without one. */
  onNotified(): void;
}

const TRY_AGAIN_MS = 1_000;

/** Hears notifications on a connection of its own, which is made anew whenever it is gone. */
export function openListener({ url, channel, logger, onNotified }: ListenerOptions): Listener {
  const stop = new AbortController();

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'onboarding-listen',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    });
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      stop.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', onNotified);
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      onNotified();
      await ended;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function keepListening(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await listen();
      } catch (error) {
        logger.warn({ err: error }, 'notifications cannot be heard; trying again');
      }
      await delay(TRY_AGAIN_MS, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  const listening = keepListening();
  return {
    async close() {
      stop.abort();
      await listening;
    },
  };
}
