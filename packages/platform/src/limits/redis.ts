// Counted in Redis, for all processes together. Redis is a convenience and no part of the truth: without it everybody may
// go on, and nobody waits for it.
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Logger } from '../logger/index.ts';
import { Counter, type Registry } from '../metrics/index.ts';
import { type Limit, type Limits, type Standing, standingAfter } from './limit.ts';
import { BOUNDLESS } from './memory.ts';

const ANSWERS_WITHIN_MS = 50;
/** One late answer is a hiccup, and costs one request its count; silence for this long is an outage. */
const SILENT_FOR_MS = 200;
const ASK_AGAIN_AFTER_MS = 100;
const FIRST_ANSWER_WITHIN_MS = 1_000;

export interface RedisLimitsOptions {
  url: string;
  logger: Logger;
  registry: Registry;
}

export async function redisLimits({ url, logger, registry }: RedisLimitsOptions): Promise<Limits> {
  const redis = connect(url);
  const failedOpen = new Counter({
    name: 'rate_limit_fail_open_total',
    help: 'Requests that were let through uncounted because Redis was away or slow',
    labelNames: ['limit'],
    registers: [registry],
  });
  const windows = new Map<number, RateLimiterRedis>();
  /** While it is false, nothing is asked of Redis on behalf of a request. */
  let here = true;
  let closed = false;
  /** When the first answer was missed since the last that came in time. */
  let silentSince: number | undefined;

  function windowOf(seconds: number): RateLimiterRedis {
    let window = windows.get(seconds);
    if (window === undefined) {
      const keyPrefix = `onboarding:limit:${seconds}`;
      window = new RateLimiterRedis({ storeClient: redis, points: BOUNDLESS, duration: seconds, keyPrefix });
      windows.set(seconds, window);
    }
    return window;
  }

  /** The first to notice tells it, once for the whole outage, and looks beside the requests until Redis is back. */
  function lost(error: unknown): void {
    if (!here || closed) return;
    here = false;
    logger.warn({ err: error }, 'redis away: requests are not limited');
    void lookForIt();
  }

  async function lookForIt(): Promise<void> {
    while (!here && !closed) {
      await delay(ASK_AGAIN_AFTER_MS, undefined, { ref: false });
      here = await answers();
    }
    silentSince = undefined;
    if (here) logger.info('redis back: requests are limited again');
  }

  const answers = () =>
    inTime(redis.ping()).then(
      () => true,
      () => false,
    );

  function uncounted(limit: Limit): Standing {
    failedOpen.inc({ limit: limit.name });
    return standingAfter(limit, 0, limit.seconds * 1000);
  }

  await firstAnswer();
  return {
    async take(key, limit, weight) {
      if (!here) return uncounted(limit);
      try {
        const consuming = windowOf(limit.seconds).consume(`${limit.name}:${digest(key)}`, weight?.points);
        const { consumedPoints, msBeforeNext } = await inTime(consuming);
        silentSince = undefined;
        return standingAfter(limit, consumedPoints, msBeforeNext, weight);
      } catch (error) {
        silentSince ??= performance.now() - ANSWERS_WITHIN_MS;
        if (redis.status !== 'ready' || performance.now() - silentSince >= SILENT_FOR_MS) lost(error);
        return uncounted(limit);
      }
    },
    async close() {
      closed = true;
      redis.disconnect();
    },
  };

  /** So that the first requests of a process are counted too; not longer than a moment. */
  async function firstAnswer(): Promise<void> {
    const deadline = performance.now() + FIRST_ANSWER_WITHIN_MS;
    while (!(await answers())) {
      if (performance.now() > deadline) return lost(new Error('There was no answer when the process started'));
      await delay(20);
    }
  }
}

function connect(url: string): Redis {
  const redis = new Redis(url, {
    connectionName: 'onboarding-limits',
    connectTimeout: 1_000,
    // A host that is gone without a word: its connection is given up, and a new one tried.
    socketTimeout: 2_000,
    // Nothing waits in a line for a connection that may never come.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(50 * times, 1_000),
  });
  // Told by whoever needs it; without a listener each failed connection would be printed.
  redis.on('error', () => {});
  return redis;
}

/**
 * Instead of the client's own time limit, which takes an answer that has arrived while this process was busy for one that
 * did not come: time is up only after what has arrived was read.
 */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new Error(`No answer within ${ANSWERS_WITHIN_MS} ms`));
    const timer = setTimeout(() => setImmediate(tooLate), ANSWERS_WITHIN_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Addresses and sessions are nobody's business there. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}
