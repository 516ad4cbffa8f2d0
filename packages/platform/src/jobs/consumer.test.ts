import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { until } from '../../../../tests/harness/patience.ts';
import { createLogger } from '../logger/index.ts';
import type { Db } from '../postgres/index.ts';
import { createJobs, type JobRunner, startJobs } from './index.ts';

type Pool = Parameters<NonNullable<Parameters<typeof startJobs>[0]['onPool']>>[1];
let database: TestDatabase;
let db: Db;
let runner: JobRunner;
let registry: Registry;
let pools: [string, Pool][];
let lines: Record<string, unknown>[];
let queue: string;
const jobs = createJobs();

beforeAll(async () => {
  database = await cloneDatabase();
  db = openTestDb(database.appUrl);
});
afterAll(async () => {
  await db.close();
  await database.close();
});
beforeEach(async () => {
  queue = `test.${crypto.randomUUID()}`;
  const declared = {
    policy: 'standard',
    retryLimit: 1,
    retryDelay: 0,
    expireInSeconds: 600,
    deadLetter: 'dead-letters',
  };
  await database.owner.query('select pgboss.create_queue($1, $2)', [queue, declared]);
  registry = new Registry();
  pools = [];
  lines = [];
  runner = await startJobs({
    url: database.workerUrl,
    logger: createLogger({ service: 'worker', level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) }),
    registry,
    onPool: (...pool) => void pools.push(pool),
    // The tests wake it.
    pollSeconds: 600,
    superviseSeconds: 1,
  });
});
afterEach(() => runner.stop());

const send = (...payloads: object[]) =>
  db.transaction(async (tx) => {
    for (const payload of payloads) await jobs.send(tx, queue, payload);
  });
const rowsOf = async (name: string) =>
  (await database.owner.query('select id, state, data, output, retry_count from pgboss.job where name = $1', [name]))
    .rows;
/** Wakes the takers until the condition holds. */
const wakingUntil = (condition: () => boolean | Promise<boolean>, what: string) =>
  until(async () => {
    runner.wake(queue);
    return condition();
  }, what);
const states = async () => (await rowsOf(queue)).map(({ state }) => state);
const areAll = (state: string) => async () => (await states()).every((one) => one === state);

describe('a job', () => {
  test('is done once with its payload, logged and counted', async () => {
    const seen: unknown[] = [];
    await send({ n: 1 });
    expect(runner.lastPollAt('other')).toBeUndefined();
    await runner.work(
      queue,
      async ({ payload, attempt, signal }) => void seen.push([payload, attempt, signal.aborted]),
    );
    await wakingUntil(areAll('completed'), 'the job is done');
    expect(seen).toEqual([[{ n: 1 }, 1, false]]);
    const [{ id }] = await rowsOf(queue);
    expect(lines).toEqual([
      expect.objectContaining({ level: 'info', msg: 'job done', queue, jobId: id, attempt: 1, ms: expect.any(Number) }),
    ]);
    const told = await registry.metrics();
    expect(told).toContain(`onboarding_jobs_total{queue="${queue}",outcome="done"} 1`);
    expect(told).toContain(`onboarding_job_seconds_count{queue="${queue}"} 1`);
    expect(runner.lastPollAt(queue)).toEqual(expect.any(Number));
  });

  test('that fails is retried and then a dead letter, whose row has the kind of the failure but not its message', async () => {
    const attempts: number[] = [];
    await send({ n: 7 });
    await runner.work(queue, async ({ attempt }) => {
      attempts.push(attempt);
      throw Object.assign(new TypeError('no such mailbox: secret'), { code: 'EENVELOPE' });
    });
    await wakingUntil(areAll('failed'), 'the job has failed');
    expect(attempts).toEqual([1, 2]);
    const [failed] = await rowsOf(queue);
    expect(failed.output).toMatchObject({ message: 'TypeError EENVELOPE' });
    expect(JSON.stringify(failed.output)).not.toContain('secret');
    expect(await registry.metrics()).toContain(`onboarding_jobs_total{queue="${queue}",outcome="failed"} 2`);
    expect(lines).toEqual(
      [1, 2].map((attempt) => expect.objectContaining({ level: 'warn', msg: 'job failed', queue, attempt })),
    );
  });

  test('that is a dead letter can be retried or discarded, without the others', async () => {
    let isBroken = true;
    const seen: unknown[] = [];
    await send({ n: 21 }, { n: 22 }, { n: 23 });
    await runner.work(queue, async ({ payload }) => {
      if (isBroken) throw new Error('no');
      seen.push(payload);
    });
    const died = async () => (await rowsOf('dead-letters')).filter(({ data }) => data.n > 20);
    await wakingUntil(async () => (await died()).length === 3, 'the jobs are dead letters');
    isBroken = false;
    const idOf = async (n: number) => (await died()).find(({ data }) => data.n === n)?.id ?? '';
    const retried = await idOf(22);
    expect(await runner.retryDeadLetter(retried)).toBe(true);
    await wakingUntil(() => seen.length > 0, 'the job has run');
    expect([await runner.retryDeadLetter(retried), seen]).toEqual([false, [{ n: 22 }]]);
    await runner.discardDeadLetter(await idOf(21));
    expect((await died()).map(({ data }) => data)).toEqual([{ n: 23 }]);
  });
});

describe('takers', () => {
  test('run as many jobs at once as there are takers, which are busy then', async () => {
    const running: (() => void)[] = [];
    await send({ n: 1 }, { n: 2 }, { n: 3 });
    await runner.work(queue, () => new Promise((resolve) => running.push(resolve)), { concurrency: 2 });
    await wakingUntil(() => running.length === 2, 'two jobs run');
    expect([runner.isBusy(queue), (await states()).toSorted()]).toEqual([true, ['active', 'active', 'created']]);
    running.shift()?.();
    await wakingUntil(() => running.length === 2, 'the third job runs');
    for (const finish of running) finish();
    await until(areAll('completed'), 'all jobs are done');
    await until(async () => !runner.isBusy(queue), 'the takers are idle');
  });

  test('take several jobs at a time if so configured, and one that fails does not fail the others', async () => {
    await send({ n: 1 }, { n: 2 }, { n: 3 });
    let together = 0;
    const { promise: all, resolve } = Promise.withResolvers<void>();
    const work = async ({ payload, attempt }: { payload: unknown; attempt: number }) => {
      if (attempt === 1 && ++together === 3) resolve();
      await all;
      if (attempt === 1 && (payload as { n: number }).n === 2) throw new Error('no');
    };
    await runner.work(queue, work, { atATime: 3 });
    await wakingUntil(areAll('completed'), 'all jobs are done');
    expect((await rowsOf(queue)).map(({ data, retry_count }) => [data.n, retry_count]).toSorted()).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ]);
  });

  test('take the next job at once after a full fetch, without waiting for the next poll', async () => {
    const seen: unknown[] = [];
    await send(...Array.from({ length: 5 }, (_, n) => ({ n })));
    await runner.work(queue, async ({ payload }) => void seen.push(payload));
    runner.wake(queue);
    await until(async () => seen.length === 5, 'all jobs are done after one wake-up');
    expect(seen).toHaveLength(5);
  });
});

test('a schedule is stored in UTC', async () => {
  await runner.schedule(queue, '5 4 * * *');
  const { rows } = await database.owner.query('select cron, timezone from pgboss.schedule where name = $1', [queue]);
  expect(rows).toEqual([{ cron: '5 4 * * *', timezone: 'UTC' }]);
});

test('the connections have a name, a number and time limits', () => {
  const told = pools.map(([name, { options }]) => [
    name,
    options.application_name,
    options.max,
    options.query_timeout,
    options.connectionTimeoutMillis,
  ]);
  expect(told).toEqual([['jobs', 'onboarding-jobs', 4, 10_000, 5_000]]);
});

test('waiting jobs are counted for each of our queues', async () => {
  await send({ n: 1 }, { n: 2 });
  const waiting = (count: number) => `onboarding_jobs_waiting{queue="${queue}"} ${count}`;
  await until(async () => (await registry.metrics()).includes(waiting(2)), 'the jobs are counted');
  expect(await registry.metrics()).not.toContain('__pgboss');
});

test('a queue without a database does not start, and closes its connections', async () => {
  const url = new URL(database.workerUrl);
  url.pathname = '/no_such_database';
  const opened: Pool[] = [];
  const logger = createLogger({ service: 'worker', level: 'fatal' });
  const starting = startJobs({
    url: url.href,
    logger,
    registry: new Registry(),
    onPool: (_, pool) => void opened.push(pool),
  });
  await expect(starting).rejects.toThrow('does not exist');
  expect(opened.map((pool) => pool.ended)).toEqual([true]);
});
