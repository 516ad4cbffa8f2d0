import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import type { Db } from './database.ts';
import { databaseMetrics } from './metrics.ts';
import { statement } from './statement.ts';

const INSERT = statement<never, { service: string }>(
  'test_insert_attempt',
  'insert into health_probes (service, probed_at) values (:service, now())',
);
const SETTING = statement<{ value: string }, Record<string, never>>(
  'test_setting',
  `select current_setting('work_mem') as value`,
);
let database: TestDatabase;
let db: Db | undefined;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterEach(async () => {
  await db?.close();
  db = undefined;
});
afterAll(() => database.close());

const withCode = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** A database in which the named statements fail with these errors, one after the other. */
function open(faults: Record<string, (Error | undefined)[]>, changes: { url?: string; retryForMs?: number } = {}) {
  const registry = new Registry();
  const woken: string[][] = [];
  const { url = database.appUrl, ...rest } = changes;
  db = openTestDb(url, {
    applicationName: 'onboarding-attempts',
    retryForMs: 600_000,
    metrics: databaseMetrics(registry),
    beforeStatement(name) {
      const fault = faults[name]?.shift();
      if (fault !== undefined) throw fault;
    },
    onWoken: (works) => void woken.push([...works]),
    ...rest,
  });
  const service = crypto.randomUUID();
  const attempts: number[] = [];
  const work = db.transaction.bind(db);
  return {
    attempts,
    woken,
    insert: (options: { repeatable?: boolean; readOnly?: boolean } = {}) =>
      work(async (tx, attempt) => {
        attempts.push(attempt);
        tx.wake('Work');
        await tx.rows(INSERT, { service });
        tx.wake(`Attempt ${attempt}`);
        tx.wake('Work');
        return 'done';
      }, options).catch((error: unknown) => (error instanceof Error ? error.name : error)),
    async stored() {
      const { rows } = await database.owner.query('select 1 from health_probes where service = $1', [service]);
      return rows.length;
    },
    /** The counters, such as "retries 40001 1"; without zeros. */
    async counted() {
      const counters = {
        retries: 'onboarding_database_transaction_retries_total',
        unconfirmed: 'onboarding_database_unconfirmed_commits_total',
      };
      const told = await Promise.all(
        Object.entries(counters).map(async ([called, name]) =>
          ((await registry.getSingleMetric(name)?.get())?.values ?? [])
            .filter(({ value }) => value > 0)
            .map(({ labels, value }) => `${called} ${Object.values(labels).join()} ${value}`),
        ),
      );
      return told.flat();
    },
    metrics: () => registry.metrics(),
  };
}

test('a transaction that works is tried once', async () => {
  const { attempts, insert, stored, counted, metrics } = open({});
  expect([await insert(), attempts, await stored(), await counted()]).toEqual(['done', [1], 1, []]);
  for (const name of ['begin', 'test_insert_attempt', 'commit'])
    expect(await metrics()).toContain(
      `onboarding_database_statement_seconds_count{statement="${name}",outcome="ok"} 1`,
    );
  expect(await metrics()).toContain('onboarding_database_pool_size{pool="attempts"} 1');
  for (const [state, count] of Object.entries({ open: 1, idle: 1, waiting: 0 }))
    expect(await metrics()).toContain(
      `onboarding_database_pool_connections{pool="attempts",state="${state}"} ${count}`,
    );
});

test.each(['40001', '40P01', '57P01', '25006', 'ECONNRESET', '08006'])(
  'a transaction that fails with %s is retried, and counted',
  async (code) => {
    const { attempts, insert, stored, counted, metrics } = open({ test_insert_attempt: [withCode(code)] });
    expect([await insert(), attempts, await stored()]).toEqual(['done', [1, 2], 1]);
    expect(await counted()).toEqual([`retries ${code} 1`]);
    expect(await metrics()).toContain(
      `onboarding_database_statement_seconds_count{statement="test_insert_attempt",outcome="${code}"} 1`,
    );
  },
);

test('a transaction is tried four times, or until its time has passed', async () => {
  const four = open({ test_insert_attempt: Array.from({ length: 9 }, () => withCode('40001')) });
  expect([await four.insert(), four.attempts, await four.stored()]).toEqual(['DatabaseUnavailable', [1, 2, 3, 4], 0]);
  expect(await four.counted()).toEqual(['retries 40001 4']);
  await db?.close();
  const one = open({ test_insert_attempt: [withCode('40001')] }, { retryForMs: 0 });
  expect([await one.insert(), one.attempts]).toEqual(['DatabaseUnavailable', [1]]);
});

test.each([
  ['57014', 'DatabaseUnavailable'],
  ['55P03', 'DatabaseUnavailable'],
  ['23505', 'Error'],
  ['XX000', 'Error'],
])('a transaction that fails with %s fails at once with %s, and its connection stays usable', async (code, name) => {
  const { attempts, insert, stored, counted } = open({ test_insert_attempt: [withCode(code)] });
  expect([await insert(), attempts, await stored(), await counted()]).toEqual([name, [1], 0, []]);
  expect([await insert(), await stored()]).toEqual(['done', 1]);
});

test('a COMMIT whose connection breaks is unconfirmed, and only retried if the work is repeatable', async () => {
  const once = open({ commit: [withCode('ECONNRESET')] });
  expect([await once.insert(), once.attempts]).toEqual(['AmbiguousCommit', [1]]);
  expect(await once.counted()).toEqual(['unconfirmed connection 1']);
  await db?.close();
  const again = open({ commit: [withCode('ECONNRESET')] });
  expect([await again.insert({ repeatable: true }), again.attempts, await again.stored()]).toEqual(['done', [1, 2], 1]);
  expect(await again.counted()).toEqual(['retries none 1', 'unconfirmed connection 1']);
});

test.each(['40001', '57014'])(
  'after an unconfirmed COMMIT, a later %s does not claim that nothing was saved',
  async (code) => {
    const later = Array.from({ length: 9 }, () => withCode(code));
    const { insert } = open({ commit: [withCode('ECONNRESET')], test_insert_attempt: [undefined, ...later] });
    expect(await insert({ repeatable: true })).toBe('AmbiguousCommit');
  },
);

test('a COMMIT that the server refused is not unconfirmed', async () => {
  const { attempts, insert, counted } = open({ commit: [withCode('40001')] });
  expect([await insert(), attempts, await counted()]).toEqual(['done', [1, 2], ['retries 40001 1']]);
});

test('a database that refuses the connection is unavailable, with its code counted and no second attempt', async () => {
  const url = new URL(database.appUrl);
  url.pathname = '/no_such_database';
  const { attempts, insert, counted } = open({}, { url: url.href });
  expect([await insert(), attempts, await counted()]).toEqual(['DatabaseUnavailable', [], ['retries 3D000 1']]);
});

test('a failed statement that the work ignores makes the transaction fail', async () => {
  const broken = statement<never, Record<string, never>>('test_broken', 'select 1 / 0');
  open({});
  const work = db?.transaction(async (tx) => void (await tx.rows(broken, {}).catch(() => {})));
  await expect(work).rejects.toThrow('A failed transaction was to be committed');
});

test('settings of a transaction end with it, and a read-only transaction writes nothing', async () => {
  db = openTestDb(database.appUrl, { serverSettings: { work_mem: '3MB' } });
  expect(await db.transaction((tx) => tx.rows(SETTING, {}))).toEqual([{ value: '3MB' }]);
  const failure = await db
    .transaction((tx) => tx.rows(INSERT, { service: 'x' }), { readOnly: true })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'DatabaseUnavailable', cause: expect.any(pg.DatabaseError) });
});

test('work is woken once for a transaction, by the attempt that committed', async () => {
  const { insert, woken } = open({ test_insert_attempt: [withCode('40001'), withCode('40001')] });
  expect([await insert(), woken]).toEqual(['done', [['Work', 'Attempt 3']]]);
});

test('work is woken if it is not known whether the transaction committed, and not if it failed', async () => {
  const lost = open({ commit: [withCode('ECONNRESET')] });
  expect([await lost.insert(), lost.woken]).toEqual(['AmbiguousCommit', [['Work', 'Attempt 1']]]);
  await db?.close();
  const refused = open({ test_insert_attempt: [withCode('23505')] });
  expect([await refused.insert(), refused.woken]).toEqual(['Error', []]);
});

test('a transaction without such work wakes nothing', async () => {
  const { woken } = open({});
  await db?.transaction((tx) => tx.rows(SETTING, {}));
  expect(woken).toEqual([]);
});
