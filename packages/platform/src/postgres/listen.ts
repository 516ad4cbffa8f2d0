import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../logger/index.ts';
import { isPooled, openClient } from './connections.ts';

export interface Listener {
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** Must point to the server itself: a pooler in transaction mode accepts LISTEN but delivers nothing. */
  url: string;
  /**
   * Handlers by channel name. All are also called after every connect, with an empty payload, for notifications missed while
   * disconnected.
   */
  channels: Readonly<Record<string, (payload: string) => void>>;
  logger: Logger;
}

const TRY_AGAIN_MS = 1_000;
/** A listener receives little, so it checks that the server is still reachable. */
const ASK_EVERY_MS = 5_000;
const ANSWERS_WITHIN_MS = 3_000;
const LIFETIME_MS = 900_000;
const POOLED =
  'notifications may not arrive through a pooler: set DATABASE_DIRECT_URL to the address of the server itself';

/** Listens for notifications on a separate connection, which is reopened whenever it is lost, silent or old. */
export function openListener({ url, channels, logger }: ListenerOptions): Listener {
  const stop = new AbortController();
  const listenToAll = Object.keys(channels)
    .map((channel) => `listen ${pg.escapeIdentifier(channel)}`)
    .join('; ');

  async function listen(): Promise<void> {
    const client = await openClient({ url, applicationName: 'onboarding-listen', answersWithinMs: ANSWERS_WITHIN_MS });
    const gone = new AbortController();
    client.on('end', () => gone.abort());
    client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    const over = AbortSignal.any([stop.signal, gone.signal]);
    const aborted = once(over, 'abort');
    const oldAt = performance.now() + LIFETIME_MS;
    try {
      await client.query(listenToAll);
      if (await isPooled(client)) logger.warn(POOLED);
      for (const onNotified of Object.values(channels)) onNotified('');
      while (!over.aborted && performance.now() < oldAt) {
        await delay(ASK_EVERY_MS, undefined, { signal: over }).catch(() => {});
        // Stopping does not wait for the reply.
        if (!over.aborted) await Promise.race([client.query('select 1'), aborted]);
      }
    } finally {
      await client.end().catch(() => {});
    }
  }

  async function keepListening(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await listen();
      } catch (error) {
        logger.warn({ err: error }, 'cannot listen for notifications; retrying');
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
