import { afterEach, beforeEach, expect, test } from 'vitest';
import { PATIENCE_MS, until } from '../../../../tests/harness/patience.ts';
import { type MemoryRedis, startMemoryRedis } from '../../../../tests/harness/servers/memory-redis.ts';
import { createLogger } from '../logger/index.ts';
import { Registry } from '../metrics/index.ts';
import { type Limits, memoryLimits } from './limit.ts';
import { pingRedis, redisLimits } from './redis.ts';

const READS = { name: 'reads', points: 3, seconds: 60 };
let redis: MemoryRedis;
let limits: Limits;
let lines: { level: string; msg: string }[];
let registry: Registry;
beforeEach(async () => {
  redis = await startMemoryRedis();
  // A busy machine may take longer than a request waits in production.
  await open({ answersWithinMs: PATIENCE_MS });
});
async function open(how: { answersWithinMs?: number }) {
  await limits?.close();
  lines = [];
  registry = new Registry();
  const logger = createLogger({ service: 'test', level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  limits = await redisLimits({ url: redis.url, logger, registry, ...how });
}
afterEach(async () => {
  await limits.close();
  await redis.close().catch(() => {});
});

const uncounted = async () =>
  (await registry.getSingleMetric('onboarding_rate_limit_fail_open_total')?.get())?.values.map(
    ({ labels, value }) => `${labels.limit} ${value}`,
  ) ?? [];
const messages = () => lines.map(({ level, msg }) => `${level} ${msg}`);
const OUTAGE = 'warn redis unavailable: requests are not limited';
const BACK = 'info redis back: requests are limited again';

test('requests are counted as in memory: by name, key and window, with their weight', async () => {
  const memory = memoryLimits();
  const asked = [
    ...Array.from({ length: 5 }, () => ['a', READS] as const),
    ['b', READS],
    ['a', { ...READS, name: 'writes' }],
    ['a', { ...READS, seconds: 5 }],
    ['c', READS, { points: 4 }],
    ['c', READS, { points: 1, before: 4 }],
  ] as const;
  const quotas = [];
  for (const [key, limit, weight] of asked)
    quotas.push([await limits.take(key, limit, weight), await memory.take(key, limit, weight)]);
  // Their windows do not end in the same millisecond.
  for (const [one, other] of quotas) expect(one).toEqual({ ...other, resetSeconds: one?.resetSeconds });
  expect(quotas.map(([quota]) => quota?.allowed)).toEqual([
    ...[true, true, true, false, false],
    ...[true, true, true, true, true],
  ]);
  await memory.close();
});

test('Redis gets neither addresses nor sessions, and a key of its own for each window, name and caller', async () => {
  for (const key of ['203.0.113.7', 'session-secret'])
    for (const limit of [READS, { ...READS, seconds: 5 }, { ...READS, name: 'writes' }]) await limits.take(key, limit);
  expect([...redis.counts.values()]).toEqual([60, 5, 60, 60, 5, 60].map((seconds) => ({ points: 1, seconds })));
  const keys = [...redis.counts.keys()];
  expect(keys.join()).not.toMatch(/203|session/);
  expect(new Set(keys.map((key) => key.replace(/[\w-]{22}$/, '')))).toEqual(
    new Set(['onboarding:limit:60:reads:', 'onboarding:limit:5:reads:', 'onboarding:limit:60:writes:']),
  );
});

test('while Redis is silent, every request is allowed and counted as not limited, and it is logged once', async () => {
  await open({});
  redis.answer('never');
  await until(async () => {
    expect(await limits.take('a', READS)).toEqual({ allowed: true, limit: 3, remaining: 3, resetSeconds: 60 });
    return messages().includes(OUTAGE);
  }, 'the outage is noticed');
  // From now on no request waits for Redis.
  const [before = ''] = await uncounted();
  for (let count = 0; count < 10; count++) await limits.take('a', READS);
  expect(await uncounted()).toEqual([`reads ${Number(before.split(' ')[1]) + 10}`]);
  expect(messages()).toEqual([OUTAGE]);
  redis.answer('normally');
  await until(async () => messages().includes(BACK), 'Redis is noticed');
  expect(messages().slice(0, 2)).toEqual([OUTAGE, BACK]);
  await until(async () => !(await limits.take('a', READS)).allowed, 'requests are limited again');
});

test('one missing reply leaves one request uncounted and is no outage', async () => {
  redis.answer('-ERR once');
  expect((await limits.take('a', READS)).allowed).toBe(true);
  redis.answer('normally');
  expect(await limits.take('a', READS)).toMatchObject({ remaining: 2 });
  expect([await uncounted(), messages()]).toEqual([['reads 1'], []]);
});

test('one reply that is missing while this process is busy is no outage', async () => {
  await open({ answersWithinMs: 150 });
  redis.answer('never');
  const asked = limits.take('a', READS);
  for (const busyUntil = performance.now() + 300; performance.now() < busyUntil; );
  expect((await asked).allowed).toBe(true);
  expect([await uncounted(), messages()]).toEqual([['reads 1'], []]);
});

test('a lost connection is an outage at once', async () => {
  await redis.close();
  await until(async () => {
    await limits.take('a', READS);
    return messages().includes(OUTAGE);
  }, 'the outage is noticed');
  expect(messages()).toEqual([OUTAGE]);
});

test('after close, nothing is logged', async () => {
  await limits.close();
  expect((await limits.take('a', READS)).allowed).toBe(true);
  expect(messages()).toEqual([]);
});

test('pingRedis returns nothing if Redis answers, otherwise the reason', async () => {
  expect(await pingRedis(redis.url)).toBeUndefined();
  redis.answer('-NOAUTH Authentication required.');
  expect(await pingRedis(redis.url)).toBe('NOAUTH');
  await redis.close();
  expect(await pingRedis(redis.url)).toBe('ECONNREFUSED');
});
