import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startStopwatch } from '../../../../tests/harness/checks/stopwatch.ts';
import { until } from '../../../../tests/harness/patience.ts';
import { startRedis, type TestRedis } from '../../../../tests/harness/servers/redis.ts';
import { createLogger } from '../logger/index.ts';
import { Registry } from '../metrics/index.ts';
import { type Limit, type Limits, limitHeaders, memoryLimits, openLimits, redisLimits } from './index.ts';

const reads = (points: number): Limit => ({ name: 'reads', points, seconds: 60 });

let redis: TestRedis;
const opened: Limits[] = [];

beforeAll(async () => {
  redis = await startRedis();
});
afterEach(async () => {
  for (const limits of opened.splice(0)) await limits.close();
});
afterAll(async () => {
  await redis.close();
});

async function openOn(url: string) {
  const lines: { level: string; msg: string }[] = [];
  const logger = createLogger({ service: 'test', level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) });
  const registry = new Registry();
  const limits = await redisLimits({ url, logger, registry });
  opened.push(limits);
  async function uncounted(): Promise<number> {
    const values = (await registry.getSingleMetric('onboarding_rate_limit_fail_open_total')?.get())?.values ?? [];
    return values.reduce((sum, { value }) => sum + value, 0);
  }
  return { limits, lines, uncounted };
}

const timed = async <T>(work: Promise<T>) => {
  const elapsed = startStopwatch();
  return { result: await work, ms: elapsed() };
};

/**
 * The result of a round with a fresh key in which Redis counted all requests. On a busy machine a reply may arrive too late
 * to count; the round is then repeated.
 */
async function counted<T>(sides: { uncounted(): Promise<number> }[], round: (key: string) => Promise<T>): Promise<T> {
  const results: T[] = [];
  const late = async () => (await Promise.all(sides.map((side) => side.uncounted()))).reduce((sum, one) => sum + one);
  await until(async () => {
    const before = await late();
    results.push(await round(crypto.randomUUID()));
    return (await late()) === before;
  }, 'all requests are counted');
  return results.at(-1) as T;
}

async function oneByOne(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done++) await work();
}

describe.each([
  ['in memory', async () => ({ limits: memoryLimits(), uncounted: async () => 0 })],
  ['in Redis', async () => openOn(redis.url)],
])('limits %s', (_where, open) => {
  test('allow requests up to the limit and refuse the next until the window ends', async () => {
    const side = await open();
    const quota = await counted([side], async (key) => {
      const taken = [];
      for (let count = 0; count < 4; count++) taken.push(await side.limits.take(key, reads(3)));
      return taken;
    });
    expect(quota.map(({ allowed, limit, remaining }) => [allowed, limit, remaining])).toEqual([
      [true, 3, 2],
      [true, 3, 1],
      [true, 3, 0],
      [false, 3, 0],
    ]);
    for (const { resetSeconds } of quota) {
      expect(resetSeconds).toBeGreaterThan(0);
      expect(resetSeconds).toBeLessThanOrEqual(60);
    }
  });

  test('of one second reset after a second', async () => {
    const side = await open();
    const limit = { name: 'reads', points: 1, seconds: 1 };
    const takeTwice = (key: string) =>
      timed(
        (async () => ({
          key,
          first: await side.limits.take(key, limit),
          second: await side.limits.take(key, limit),
        }))(),
      );
    let round = await counted([side], takeTwice);
    // Repeat until both requests fall into the same window.
    while (round.ms >= 1_000) round = await counted([side], takeTwice);
    const { key, first, second } = round.result;
    expect(first.allowed).toBe(true);
    expect(second).toEqual({ allowed: false, limit: 1, remaining: 0, resetSeconds: 1 });
    await until(async () => (await side.limits.take(key, limit)).allowed, 'the window ends');
  });

  test('are counted separately per key and name', async () => {
    const side = await open();
    const writes = { ...reads(1), name: 'writes' };
    const quota = await counted([side], async (one) => [
      await side.limits.take(one, reads(1)),
      await side.limits.take(one, reads(1)),
      await side.limits.take(one, writes),
      await side.limits.take(`other than ${one}`, reads(1)),
    ]);
    expect(quota.map(({ allowed }) => allowed)).toEqual([true, false, true, true]);
  });

  test('keep the count of a key when the limit changes between requests', async () => {
    const side = await open();
    const quota = await counted([side], async (key) => [
      await side.limits.take(key, reads(1)),
      await side.limits.take(key, reads(1)),
      await side.limits.take(key, reads(5)),
    ]);
    expect(quota).toMatchObject([{ remaining: 0 }, { allowed: false }, { allowed: true, limit: 5, remaining: 2 }]);
  });

  test('are exact under concurrent requests', async () => {
    const side = await open();
    const quota = await counted([side], (key) =>
      Promise.all(Array.from({ length: 300 }, () => side.limits.take(key, reads(100)))),
    );
    expect(quota.filter(({ allowed }) => allowed)).toHaveLength(100);
  });
});

test('the headers name the limit, the remaining quota and when to retry', () => {
  const limit = { name: 'reads', points: 100, seconds: 1 };
  expect(limitHeaders(limit, { allowed: true, limit: 100, remaining: 99, resetSeconds: 1 })).toEqual({
    'RateLimit-Policy': '"reads";q=100;w=1',
    RateLimit: '"reads";r=99;t=1',
  });
  expect(limitHeaders(limit, { allowed: false, limit: 100, remaining: 0, resetSeconds: 1 })).toEqual({
    'RateLimit-Policy': '"reads";q=100;w=1',
    RateLimit: '"reads";r=0;t=1',
    'Retry-After': '1',
  });
});

test('processes with the same Redis share their counts, and those without Redis count separately', async () => {
  const [first, second] = [await openOn(redis.url), await openOn(redis.url)];
  const quota = await counted([first, second], async (key) => [
    await first.limits.take(key, reads(2)),
    await second.limits.take(key, reads(2)),
    await first.limits.take(key, reads(2)),
  ]);
  expect(quota).toMatchObject([{ remaining: 1 }, { remaining: 0 }, { allowed: false }]);
  const logger = createLogger({ service: 'test', level: 'debug' }, { write: () => {} });
  const alone = () => openLimits({ redisUrl: undefined, logger, registry: new Registry() });
  for (const limits of [await alone(), await alone()]) expect((await limits.take('key', reads(2))).remaining).toBe(1);
});

test('a busy event loop is not mistaken for a slow Redis', async () => {
  const { limits, lines, uncounted } = await openOn(redis.url);
  // If Redis were considered slow, no round would be counted.
  const quota = await counted([{ uncounted }], async (key) => {
    lines.length = 0;
    await limits.take(key, reads(10));
    const taking = limits.take(key, reads(10));
    await new Promise(setImmediate);
    const busyUntil = performance.now() + 150;
    while (performance.now() < busyUntil);
    return taking;
  });
  expect([quota.remaining, lines]).toEqual([8, []]);
});

describe('without Redis', () => {
  test('after a crash, requests pass at once, are counted and logged once, and are limited again when Redis returns', async () => {
    const { limits, lines, uncounted } = await openOn(redis.url);
    const key = crypto.randomUUID();
    // On a busy machine a reply may arrive too late to count.
    await until(async () => !(await limits.take(key, reads(1))).allowed, 'the limit holds');
    const late = await uncounted();
    lines.length = 0;

    await redis.kill();
    let asked = 0;
    async function continues(): Promise<boolean> {
      const { result, ms } = await timed(limits.take(key, reads(1)));
      expect(result).toEqual({ allowed: true, limit: 1, remaining: 1, resetSeconds: 60 });
      // Far less than the connection timeout.
      expect(ms).toBeLessThan(4_000);
      asked++;
      return lines.length > 0;
    }
    await until(continues, 'it is taken for dead');
    await oneByOne(50, continues);
    expect(await uncounted()).toBe(late + asked);
    expect(lines.map((line) => [line.level, line.msg])).toEqual([
      ['warn', 'redis unavailable: requests are not limited'],
    ]);

    await redis.start();
    await until(async () => (await limits.take(key, reads(1))).allowed === false, 'limits hold again');
    // A Redis that has just started may be slow at first, which is logged too.
    expect(lines.map((line) => line.msg).slice(0, 2)).toEqual([
      'redis unavailable: requests are not limited',
      'redis back: requests are limited again',
    ]);
  });

  test('while it hangs, only requests in flight wait, and only briefly', async () => {
    const { limits, lines, uncounted } = await openOn(redis.url);
    const key = crypto.randomUUID();
    await limits.take(key, reads(100));
    redis.freeze();
    try {
      let asked = 0;
      await until(async () => {
        const batch = await Promise.all(Array.from({ length: 20 }, () => timed(limits.take(key, reads(1)))));
        expect(batch.every(({ result, ms }) => result.allowed && ms < 4_000)).toBe(true);
        asked += batch.length;
        return lines.length > 0;
      }, 'it is taken for dead');
      const later = await timed(oneByOne(400, () => limits.take(key, reads(1))));
      // Otherwise each would wait 50 ms for a reply that never arrives.
      expect(later.ms, 'it is no longer asked').toBeLessThan(10_000);
      expect(await uncounted()).toBeGreaterThanOrEqual(asked + 400);
      expect(lines).toHaveLength(1);
    } finally {
      redis.thaw();
    }
    await until(async () => (await limits.take(key, reads(1))).allowed === false, 'limits hold again');
  });

  test('a process starts, and connects once Redis is available', async () => {
    await redis.kill();
    const { limits, lines } = await openOn(redis.url);
    const key = crypto.randomUUID();
    expect(await limits.take(key, reads(1))).toMatchObject({ allowed: true, remaining: 1 });
    expect(lines).toHaveLength(1);
    await redis.start();
    await until(async () => !(await limits.take(key, reads(1))).allowed, 'limits hold');
  });

  test('a server that accepts connections but never answers delays neither startup nor requests', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { result, ms } = await timed(openOn(`redis://127.0.0.1:${port}`));
    expect(ms).toBeLessThan(5_000);
    const asked = await timed(result.limits.take('key', reads(1)));
    expect([asked.result.allowed, asked.ms < 4_000]).toEqual([true, true]);
    await result.limits.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
    await once(silent, 'close');
  });
});
