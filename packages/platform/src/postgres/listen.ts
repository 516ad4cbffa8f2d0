import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../logger/index.ts';
import { openClient } from './connections.ts';

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
/** Silence is what a listener hears most of the time, so it asks whether anybody is there. */
const ASK_EVERY_MS = 5_000;
const ANSWERS_WITHIN_MS = 3_000;
const LIFETIME_MS = 900_000;

/** Hears notifications on a connection of its own, which is made anew whenever it is gone, silent or old. */
export function openListener({ url, channel, logger, onNotified }: ListenerOptions): Listener {
  const stop = new AbortController();

  async function listen(): Promise<void> {
    const client = await openClient({ url, applicationName: 'onboarding-listen', answersWithinMs: ANSWERS_WITHIN_MS });
    const gone = new AbortController();
    client.on('end', () => gone.abort());
    client.on('notification', onNotified);
    const over = AbortSignal.any([stop.signal, gone.signal]);
    const aborted = once(over, 'abort');
    const oldAt = performance.now() + LIFETIME_MS;
    try {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      onNotified();
      while (!over.aborted && performance.now() < oldAt) {
        await delay(ASK_EVERY_MS, undefined, { signal: over }).catch(() => {});
        // Whoever stops does not wait for the answer.
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
