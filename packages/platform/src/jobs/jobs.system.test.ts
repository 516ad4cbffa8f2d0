import { once } from 'node:events';
import { migrate } from '@onboarding/database';
import { QUEUES } from '@onboarding/database/queues';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keep } from '../../../../tests/harness/artefacts.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { until } from '../../../../tests/harness/patience.ts';
import { startStuckWorker } from '../../../../tests/harness/stuck-worker.ts';
import { createLogger } from '../logger/index.ts';
import type { Db } from '../postgres/index.ts';
import { createJobs, type JobRunner, startJobs } from './index.ts';

let database: TestDatabase;
let db: Db;
let runner: JobRunner | undefined;
let registry = new Registry();
let queue: string;
const jobs = createJobs();

beforeAll(async () => {
  database = await cloneDatabase();
  db = openAs(database.appUrl);
});
afterAll(async () => {
  await db.close();
  await database.close();
});
beforeEach(async () => {
  queue = `test.${crypto.randomUUID()}`;
  await database.owner.query(`select pgboss.create_queue($1, $2)`, [
    queue,
    { policy: 'standard', retryLimit: 2, retryDelay: 1, expireInSeconds: 600, deadLetter: 'dead-letters' },
  ]);
});
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
});

function openAs(url: string, beforeStatement?: (name: string) => void): Db {
  return openTestDb(url, { poolSize: 2, ...(beforeStatement === undefined ? {} : { beforeStatement }) });
}

async function run(pollSeconds = 0.5): Promise<JobRunner> {
  registry = new Registry();
  runner = await startJobs({
    url: database.workerUrl,
    logger: createLogger(
      { service: 'worker', level: 'debug' },
      { write: (line) => keep('logs', `${database.name}.log`, line.trimEnd()) },
    ),
    registry,
    pollSeconds,
    superviseSeconds: 1,
  });
  return runner;
}

const send = (payload: object) => db.transaction((tx) => jobs.send(tx, queue, payload));
const rowsOf = async (name: string) =>
  (await database.owner.query('select id, state, data, output from pgboss.job where name = $1', [name])).rows;
const stateIs = (state: string) => async () => (await rowsOf(queue))[0]?.state === state;

describe('a job', () => {
  test('is not created when its transaction rolls back', async () => {
    const work = db.transaction(async (tx) => {
      await jobs.send(tx, queue, { n: 1 });
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await rowsOf(queue)).toEqual([]);
  });

  test('runs exactly once after the commit, even with two workers polling', async () => {
    const seen: unknown[] = [];
    const other = await run();
    const first = await run();
    for (const worker of [other, first]) await worker.work(queue, async ({ payload }) => void seen.push(payload));
    await send({ n: 1 });
    await until(stateIs('completed'), 'the job is done');
    await other.stop();
    expect(seen).toEqual([{ n: 1 }]);
  });

  test('runs again on another worker when its worker is killed', async () => {
    await send({ n: 1 });
    const stuck = await startStuckWorker(database.workerUrl, queue);
    stuck.process.kill('SIGKILL');
    await once(stuck.process, 'exit');
    expect(await rowsOf(queue)).toMatchObject([{ state: 'active' }]);
    // Long enough ago that it has expired.
    await database.owner.query(`update pgboss.job set started_on = started_on - interval '1 hour' where name = $1`, [
      queue,
    ]);
    const attempts: unknown[] = [];
    const worker = await run();
    await worker.work(queue, async ({ id, attempt }) => void attempts.push([id, attempt]));
    await until(stateIs('completed'), 'the job is done by the other worker');
    expect(attempts).toEqual([[stuck.begun, 2]]);
  });

  test('is retried after failures, then becomes a dead letter without the error message', async () => {
    const attempts: number[] = [];
    const worker = await run();
    await worker.work(queue, async ({ attempt }) => {
      attempts.push(attempt);
      throw new Error('no such mailbox: secret-of-the-job');
    });
    await send({ n: 7 });
    await until(async () => (await rowsOf('dead-letters')).length === 1, 'the job is a dead letter');
    expect(attempts).toEqual([1, 2, 3]);
    expect(await rowsOf('dead-letters')).toMatchObject([{ state: 'created', data: { n: 7 } }]);
    const [failed] = await rowsOf(queue);
    expect(failed?.state).toBe('failed');
    expect(JSON.stringify(failed?.output)).not.toContain('secret-of-the-job');
    expect(await registry.metrics()).toContain(`onboarding_jobs_total{queue="${queue}",outcome="failed"} 3`);
  });

  test('can be retried or discarded by an operator once it is a dead letter, without the other dead letters', async () => {
    await database.owner.query(`update pgboss.queue set retry_limit = 0 where name = $1`, [queue]);
    let broken = true;
    const worker = await run();
    const seen: unknown[] = [];
    await worker.work(queue, async ({ payload }) => {
      if (broken) throw new Error('no');
      seen.push(payload);
    });
    for (const n of [21, 22]) await send({ n });
    const died = async () => (await rowsOf('dead-letters')).filter(({ data }) => data.n === 21 || data.n === 22);
    await until(async () => (await died()).length === 2, 'both jobs are dead letters');
    broken = false;
    const id = (await died()).find(({ data }) => data.n === 22)?.id ?? '';
    expect(await worker.retryDeadLetter(id)).toBe(true);
    await until(async () => seen.length > 0, 'the job has run');
    expect([seen, (await died()).map(({ data }) => data)]).toEqual([[{ n: 22 }], [{ n: 21 }]]);
    expect(await worker.retryDeadLetter(id)).toBe(false);
    const [left] = await died();
    for (let times = 0; times < 2; times++) await worker.discardDeadLetter(left?.id ?? '');
    expect([seen, await died()]).toEqual([[{ n: 22 }], []]);
  });

  test('in a batch completes or fails independently of the others', async () => {
    await db.transaction((tx) =>
      jobs.sendAll(
        tx,
        queue,
        [1, 2, 3, 4].map((n) => ({ payload: { n }, singletonKey: String(n) })),
      ),
    );
    await database.owner.query(`update pgboss.job set retry_limit = 0 where name = $1`, [queue]);
    const allBusy = Promise.withResolvers<void>();
    let begun = 0;
    const worker = await run();
    await worker.work(
      queue,
      async ({ payload }) => {
        if (++begun === 4) allBusy.resolve();
        await allBusy.promise;
        if ((payload as { n: number }).n === 3) throw new TypeError('no such mailbox: secret-of-the-job');
      },
      { atATime: 4 },
    );
    const ended = async () => (await rowsOf(queue)).every(({ state }) => ['completed', 'failed'].includes(state));
    await until(ended, 'all have ended');
    const rows = await rowsOf(queue);
    expect(rows.filter(({ state }) => state === 'failed').map(({ data }) => data)).toEqual([{ n: 3 }]);
    expect(JSON.stringify(rows)).not.toContain('secret-of-the-job');
    expect(begun).toBe(4);
  });

  test('runs at once when the worker is woken, followed by all waiting jobs without a pause', async () => {
    const worker = await run(60);
    const started: unknown[] = [];
    const bothBusy = Promise.withResolvers<void>();
    await worker.work(
      queue,
      async ({ payload }) => {
        // Two run at the same time, because a taker wakes another one for the next job.
        if (started.push(payload) === 2) bothBusy.resolve();
        await bothBusy.promise;
      },
      { concurrency: 2 },
    );
    await db.transaction((tx) =>
      jobs.sendAll(
        tx,
        queue,
        [1, 2, 3, 4, 5].map((n) => ({ payload: { n }, singletonKey: String(n) })),
      ),
    );
    worker.wake(queue);
    await until(async () => (await rowsOf(queue)).every(({ state }) => state === 'completed'), 'all are done');
    expect(started).toHaveLength(5);
  });

  test('can be delayed', async () => {
    await db.transaction((tx) => jobs.send(tx, queue, {}, { startAfterSeconds: 60 }));
    const { rows } = await database.owner.query(
      `select start_after > now() + interval '50 s' as later from pgboss.job where name = $1`,
      [queue],
    );
    expect(rows).toEqual([{ later: true }]);
  });
});

describe('a sender', () => {
  test.each([1, 2, 3, 4])('retries when it loses its connection at step %i of reading the queues', async (step) => {
    let runs = 0;
    let steps = 0;
    const flaky = openAs(database.appUrl, (name) => {
      if (name === 'job_queues' && ++steps === step) throw Object.assign(new Error('lost'), { code: 'ECONNRESET' });
    });
    const fresh = createJobs();
    await flaky.transaction((tx) => {
      runs++;
      return fresh.send(tx, queue, { n: 1 });
    });
    await flaky.close();
    expect(await rowsOf(queue)).toHaveLength(1);
    expect(runs).toBe(2);
  });

  test('gets an error when the queue does not exist', async () => {
    await expect(db.transaction((tx) => jobs.send(tx, 'test.none', {}))).rejects.toThrow('test.none');
  });

  test.each(['appUrl', 'identityUrl'] as const)(
    'with %s may add jobs but neither read nor change them',
    async (name) => {
      const other = openAs(database[name]);
      await other.transaction((tx) => createJobs().send(tx, queue, { n: 1 }));
      await other.close();
      expect(await rowsOf(queue)).toHaveLength(1);
      const client = new pg.Client({ connectionString: database[name] });
      await client.connect();
      for (const sql of [
        'select data from pgboss.job_common',
        'select id from pgboss.job',
        `update pgboss.job_common set state = 'cancelled'`,
        'delete from pgboss.job_common',
        'insert into pgboss.queue select * from pgboss.queue',
        'create table pgboss.mine (id int)',
      ]) {
        await expect(client.query(sql), sql).rejects.toMatchObject({ code: '42501' });
      }
      await client.end();
    },
  );
});

test('a worker cannot create, drop or truncate tables', async () => {
  const client = new pg.Client({ connectionString: database.workerUrl });
  await client.connect();
  for (const sql of ['create table pgboss.mine (id int)', 'drop table pgboss.job_common', 'truncate pgboss.job_common'])
    await expect(client.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  await client.end();
});

test('onboarding_jobs_waiting counts the waiting jobs of each queue', async () => {
  await send({ n: 1 });
  await run();
  await until(
    async () => (await registry.metrics()).includes(`onboarding_jobs_waiting{queue="${queue}"} 1`),
    'the waiting job is counted',
  );
  expect(await registry.metrics()).toContain('onboarding_jobs_waiting{queue="dead-letters"}');
});

test('a repeated migration only restores the limits of queues', async () => {
  await database.owner.query(`update pgboss.queue set retry_limit = 1 where name = 'mail.send'`);
  await migrate(database.ownerUrl, () => {});
  const { rows } = await database.owner.query(`select name, retry_limit from pgboss.queue where name = any($1)`, [
    QUEUES.map(({ name }) => name),
  ]);
  expect(rows).toHaveLength(QUEUES.length);
  expect(rows).toContainEqual({ name: 'mail.send', retry_limit: 20 });
});

test('migrating a database that was bootstrapped by an earlier version fails with instructions', async () => {
  const earlier = await cloneDatabase();
  await earlier.owner.query('drop schema pgboss cascade');
  await expect(migrate(earlier.ownerUrl, () => {})).rejects.toThrow(
    'schema pgboss. Run "onboardingctl database bootstrap" first',
  );
  await earlier.close();
});

describe('jobs of owners', () => {
  const sendFor = (owner: string, payload: object, priority?: number) =>
    db.transaction((tx) => jobs.send(tx, queue, payload, { owner, ...(priority === undefined ? {} : { priority }) }));

  test('one owner with many slow jobs leaves a taker for the next owner', async () => {
    for (let n = 0; n < 12; n++) await sendFor('large', { owner: 'large' });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const begun: unknown[] = [];
    const running = await run();
    await running.work(
      queue,
      async ({ payload }) => {
        begun.push(payload);
        await released;
      },
      { concurrency: 4, oneOfEach: true },
    );
    await until(async () => begun.length === 1, 'the first owner has its share');
    await sendFor('small', { owner: 'small' });
    await until(async () => begun.length > 1, 'the second owner has a taker');
    expect(begun).toEqual([{ owner: 'large' }, { owner: 'small' }]);
    release();
    await until(async () => begun.length === 13, 'all have run');
  });

  test('with a lower priority run after those of others', async () => {
    for (const [owner, priority] of [
      ['a', 0],
      ['a', -1],
      ['a', -2],
      ['b', 0],
      ['b', -1],
    ] as const)
      await sendFor(owner, { owner, priority }, priority);
    const order: unknown[] = [];
    const running = await run();
    await running.work(queue, async ({ payload }) => void order.push(payload), { concurrency: 1, oneOfEach: true });
    await until(async () => order.length === 5, 'all have run');
    expect(order.map((one) => JSON.stringify(one))).toEqual(
      [
        { owner: 'a', priority: 0 },
        { owner: 'b', priority: 0 },
        { owner: 'a', priority: -1 },
        { owner: 'b', priority: -1 },
        { owner: 'a', priority: -2 },
      ].map((one) => JSON.stringify(one)),
    );
  });
});
