import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../tests/harness/process.ts';
import { startRedis, type TestRedis } from '../../../../tests/harness/redis.ts';
import { createLogger } from '../logger/index.ts';
import { Registry } from '../metrics/index.ts';
import { type Limit, type Limits, limitHeaders, memoryLimits, openLimits, redisLimits, redisSetting } from './index.ts';

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
    const values = (await registry.getSingleMetric('rate_limit_fail_open_total')?.get())?.values ?? [];
    return values.reduce((sum, { value }) => sum + value, 0);
  }
  return { limits, lines, uncounted };
}

const timed = async <T>(work: Promise<T>) => {
  const started = performance.now();
  return { result: await work, ms: performance.now() - started };
};

async function oneByOne(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done++) await work();
}

describe.each([
  ['in memory', async () => memoryLimits()],
  ['in Redis', async () => (await openOn(redis.url)).limits],
])('limits %s', (_where, open) => {
  test('allow as many as there are and refuse the next until the window is over', async () => {
    const limits = await open();
    const key = crypto.randomUUID();
    const standings = [];
    for (let count = 0; count < 4; count++) standings.push(await limits.take(key, reads(3)));
    expect(standings.map(({ allowed, limit, remaining }) => [allowed, limit, remaining])).toEqual([
      [true, 3, 2],
      [true, 3, 1],
      [true, 3, 0],
      [false, 3, 0],
    ]);
    for (const { resetSeconds } of standings) {
      expect(resetSeconds).toBeGreaterThan(0);
      expect(resetSeconds).toBeLessThanOrEqual(60);
    }
  });

  test('of one second are full again a second later', async () => {
    const limits = await open();
    const [key, limit] = [crypto.randomUUID(), { name: 'reads', points: 1, seconds: 1 }];
    expect((await limits.take(key, limit)).allowed).toBe(true);
    expect(await limits.take(key, limit)).toEqual({ allowed: false, limit: 1, remaining: 0, resetSeconds: 1 });
    await until(async () => (await limits.take(key, limit)).allowed, 'the window ends', 3_000);
  });

  test('are counted apart for each key and each name', async () => {
    const limits = await open();
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const writes = { ...reads(1), name: 'writes' };
    expect((await limits.take(one, reads(1))).allowed).toBe(true);
    expect((await limits.take(one, reads(1))).allowed).toBe(false);
    expect((await limits.take(one, writes)).allowed).toBe(true);
    expect((await limits.take(other, reads(1))).allowed).toBe(true);
  });

  test('can be another for each request of a key: what was taken counts on', async () => {
    const limits = await open();
    const key = crypto.randomUUID();
    expect((await limits.take(key, reads(1))).remaining).toBe(0);
    expect((await limits.take(key, reads(1))).allowed).toBe(false);
    expect(await limits.take(key, reads(5))).toMatchObject({ allowed: true, limit: 5, remaining: 2 });
  });

  test('are exact when many ask at once', async () => {
    const limits = await open();
    const key = crypto.randomUUID();
    const standings = await Promise.all(Array.from({ length: 300 }, () => limits.take(key, reads(100))));
    expect(standings.filter((standing) => standing.allowed)).toHaveLength(100);
  });
});

test('the headers say which limit, how much of it is left, and when to come back', () => {
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

test('processes that use one Redis count together, and those without count for themselves', async () => {
  const key = crypto.randomUUID();
  const [first, second] = [await openOn(redis.url), await openOn(redis.url)];
  expect((await first.limits.take(key, reads(2))).remaining).toBe(1);
  expect((await second.limits.take(key, reads(2))).remaining).toBe(0);
  expect((await first.limits.take(key, reads(2))).allowed).toBe(false);
  const logger = createLogger({ service: 'test', level: 'debug' }, { write: () => {} });
  const alone = () => openLimits({ redisUrl: undefined, logger, registry: new Registry() });
  for (const limits of [await alone(), await alone()]) expect((await limits.take(key, reads(2))).remaining).toBe(1);
});

test('an address of Redis is a redis URL or not set, and a fault does not repeat it', () => {
  expect(redisSetting.parse(undefined)).toBeUndefined();
  expect(redisSetting.parse('rediss://:secret@cache:6380/2')).toBe('rediss://:secret@cache:6380/2');
  for (const url of ['http://:hunter2@cache', 'cache:6379', '']) {
    const fault = redisSetting.safeParse(url);
    expect(fault.success).toBe(false);
    expect(fault.error?.message).not.toContain('hunter2');
  }
});

test('a process that was busy does not take Redis for slow', async () => {
  const { limits, lines, uncounted } = await openOn(redis.url);
  const key = crypto.randomUUID();
  await limits.take(key, reads(10));
  const taking = limits.take(key, reads(10));
  await new Promise(setImmediate);
  const busyUntil = performance.now() + 150;
  while (performance.now() < busyUntil);
  expect((await taking).remaining).toBe(8);
  expect([await uncounted(), lines]).toEqual([0, []]);
});

describe('without Redis', () => {
  test('killed: everybody goes on at once, counted and told once; back: limits hold again by themselves', async () => {
    const { limits, lines, uncounted } = await openOn(redis.url);
    const key = crypto.randomUUID();
    // On a busy machine an answer may come too late to count.
    await until(async () => !(await limits.take(key, reads(1))).allowed, 'the limit holds');
    const late = await uncounted();

    await redis.kill();
    let asked = 0;
    async function goesOn(): Promise<boolean> {
      const { result, ms } = await timed(limits.take(key, reads(1)));
      expect(result).toEqual({ allowed: true, limit: 1, remaining: 1, resetSeconds: 60 });
      // Far less than the seconds after which a connection is given up.
      expect(ms).toBeLessThan(1_000);
      asked++;
      return lines.length > 0;
    }
    await until(goesOn, 'it is taken for dead');
    await oneByOne(50, goesOn);
    expect(await uncounted()).toBe(late + asked);
    expect(lines.map((line) => [line.level, line.msg])).toEqual([['warn', 'redis away: requests are not limited']]);

    await redis.start();
    await until(async () => (await limits.take(key, reads(1))).allowed === false, 'limits hold again');
    expect(lines.map((line) => line.msg)).toEqual([
      'redis away: requests are not limited',
      'redis back: requests are limited again',
    ]);
  });

  test('frozen: only those wait that were on their way, and no longer than a moment', async () => {
    const { limits, lines, uncounted } = await openOn(redis.url);
    const key = crypto.randomUUID();
    await limits.take(key, reads(100));
    redis.freeze();
    try {
      let asked = 0;
      await until(async () => {
        const batch = await Promise.all(Array.from({ length: 20 }, () => timed(limits.take(key, reads(1)))));
        expect(batch.every(({ result, ms }) => result.allowed && ms < 1_000)).toBe(true);
        asked += batch.length;
        return lines.length > 0;
      }, 'it is taken for dead');
      const later = await timed(oneByOne(40, () => limits.take(key, reads(1))));
      // Each would wait 50 ms for an answer that does not come.
      expect(later.ms, 'nothing is asked of it any more').toBeLessThan(1_000);
      expect(await uncounted()).toBeGreaterThanOrEqual(asked + 40);
      expect(lines).toHaveLength(1);
    } finally {
      redis.thaw();
    }
    await until(async () => (await limits.take(key, reads(1))).allowed === false, 'limits hold again');
  });

  test('never there: a process starts all the same, and finds it when it comes', async () => {
    await redis.kill();
    const { limits, lines } = await openOn(redis.url);
    const key = crypto.randomUUID();
    expect(await limits.take(key, reads(1))).toMatchObject({ allowed: true, remaining: 1 });
    expect(lines).toHaveLength(1);
    await redis.start();
    await until(async () => !(await limits.take(key, reads(1))).allowed, 'limits hold');
  });

  test('a server that accepts and says nothing holds up neither the start nor a request', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { result, ms } = await timed(openOn(`redis://127.0.0.1:${port}`));
    expect(ms).toBeLessThan(5_000);
    const asked = await timed(result.limits.take('key', reads(1)));
    expect([asked.result.allowed, asked.ms < 100]).toEqual([true, true]);
    await result.limits.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
    await once(silent, 'close');
  });
});
