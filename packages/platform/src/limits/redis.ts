// Counts in Redis, for all processes together. Redis is optional: without it every request is allowed, and no request
// waits for it.
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Logger } from '../logger/index.ts';
import { Counter, type Registry } from '../metrics/index.ts';
import { BOUNDLESS, type Limit, type Limits, type Quota, quotaAfter } from './limit.ts';

const ANSWERS_WITHIN_MS = 50;
/** A single late reply only leaves one request uncounted; no reply for this long is an outage. */
const SILENT_FOR_MS = 200;
const ASK_AGAIN_AFTER_MS = 100;
const FIRST_ANSWER_WITHIN_MS = 1_000;

export interface RedisLimitsOptions {
  url: string;
  logger: Logger;
  registry: Registry;
  /** How long a request waits for Redis. */
  answersWithinMs?: number;
}

export async function redisLimits({
  url,
  logger,
  registry,
  answersWithinMs = ANSWERS_WITHIN_MS,
}: RedisLimitsOptions): Promise<Limits> {
  const redis = connect(url);
  const failedOpen = new Counter({
    name: 'onboarding_rate_limit_fail_open_total',
    help: 'Requests allowed without counting because Redis was unavailable or slow',
    labelNames: ['limit'],
    registers: [registry],
  });
  const windows = new Map<number, RateLimiterRedis>();
  const outages = watchForOutages(redis, logger, answersWithinMs);

  function windowOf(seconds: number): RateLimiterRedis {
    let window = windows.get(seconds);
    if (window === undefined) {
      const keyPrefix = `onboarding:limit:${seconds}`;
      window = new RateLimiterRedis({ storeClient: redis, points: BOUNDLESS, duration: seconds, keyPrefix });
      windows.set(seconds, window);
    }
    return window;
  }

  function uncounted(limit: Limit): Quota {
    failedOpen.inc({ limit: limit.name });
    return quotaAfter(limit, 0, limit.seconds * 1000);
  }

  await outages.awaitFirstAnswer();
  return {
    async take(key, limit, weight) {
      if (!outages.isHere()) return uncounted(limit);
      const askedAt = performance.now();
      try {
        const consuming = windowOf(limit.seconds).consume(`${limit.name}:${digest(key)}`, weight?.points);
        const { consumedPoints, msBeforeNext } = await inTime(consuming, answersWithinMs);
        outages.answered();
        return quotaAfter(limit, consumedPoints, msBeforeNext, weight);
      } catch (error) {
        outages.missedAnswer(error, askedAt);
        return uncounted(limit);
      }
    },
    async close() {
      outages.stop();
      redis.disconnect();
    },
  };
}

interface OutageWatch {
  /** While false, requests do not query Redis. */
  isHere(): boolean;
  answered(): void;
  missedAnswer(error: unknown, askedAt: number): void;
  /** Waits briefly for the first reply, so that the first requests of a process are counted too. */
  awaitFirstAnswer(): Promise<void>;
  stop(): void;
}

function watchForOutages(redis: Redis, logger: Logger, answersWithinMs: number): OutageWatch {
  let here = true;
  let stopped = false;
  /** When the first request was sent that got no reply in time, since the last one that did. */
  let silentSince: number | undefined;

  /** Logs the outage once and checks in the background until Redis is back. */
  function lost(error: unknown): void {
    if (!here || stopped) return;
    here = false;
    logger.warn({ err: error }, 'redis unavailable: requests are not limited');
    void lookForIt();
  }

  async function lookForIt(): Promise<void> {
    while (!here && !stopped) {
      await delay(ASK_AGAIN_AFTER_MS, undefined, { ref: false });
      here = await answersPing(redis, answersWithinMs);
    }
    silentSince = undefined;
    if (here) logger.info('redis back: requests are limited again');
  }

  return {
    isHere: () => here,
    answered() {
      silentSince = undefined;
    },
    missedAnswer(error, askedAt) {
      // If this process was busy in between, Redis was not silent all that time.
      silentSince ??= Math.max(askedAt, performance.now() - answersWithinMs);
      if (redis.status !== 'ready' || performance.now() - silentSince >= SILENT_FOR_MS) lost(error);
    },
    async awaitFirstAnswer() {
      const deadline = performance.now() + FIRST_ANSWER_WITHIN_MS;
      while (!(await answersPing(redis, answersWithinMs))) {
        if (performance.now() > deadline) return lost(new Error('There was no answer when the process started'));
        await delay(20);
      }
    },
    stop() {
      stopped = true;
    },
  };
}

const answersPing = (redis: Redis, withinMs: number) =>
  inTime(redis.ping(), withinMs).then(
    () => true,
    () => false,
  );

/** For operators: why Redis does not answer, as reported by Redis or the network; undefined if it answers. */
export async function pingRedis(url: string): Promise<string | undefined> {
  const redis = new Redis(url, {
    connectionName: 'onboarding-doctor',
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let cause: Error | undefined;
  redis.on('error', (error) => {
    cause ??= error;
  });
  try {
    await redis.connect();
    await redis.ping();
    return undefined;
  } catch (error) {
    const said = cause ?? error;
    return said instanceof Error ? (codeOf(said) ?? said.message.split(' ')[0]) : 'unknown';
  } finally {
    redis.disconnect();
  }
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : undefined);

function connect(url: string): Redis {
  const redis = new Redis(url, {
    connectionName: 'onboarding-limits',
    connectTimeout: 1_000,
    // If a host disappears silently, close the connection and open another.
    socketTimeout: 2_000,
    // No queue for a connection that may never open.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(50 * times, 1_000),
  });
  // Failures are logged elsewhere; without a listener each failed connection would be printed.
  redis.on('error', () => {});
  return redis;
}

/**
 * Replaces the client's own timeout, which also fires for a reply that arrived while this process was busy: this one
 * fires only after everything received has been read.
 */
function inTime<T>(work: Promise<T>, withinMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = () => reject(new Error(`No answer within ${withinMs} ms`));
    const timer = setTimeout(() => setImmediate(tooLate), withinMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Redis must not see addresses or sessions. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}
