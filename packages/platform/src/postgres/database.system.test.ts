import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStopwatch } from '../../../../tests/harness/checks/stopwatch.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { type Db, openDatabase, settled } from './database.ts';
import { AmbiguousCommit, DatabaseUnavailable } from './failure.ts';
import { databaseMetrics } from './metrics.ts';
import { statement } from './statement.ts';

const PROBES = statement<{ service: string }, { service: string }>(
  'test_probes',
  'select service from health_probes where service = :service',
);
const INSERT = statement<never, { service: string }>(
  'test_insert',
  'insert into health_probes (service, probed_at) values (:service, now())',
);
const BACKEND = statement<{ pid: number }>('test_backend', 'select pg_backend_pid() as pid');
const SLEEP = statement<never, { seconds: number }>('test_sleep', 'select pg_sleep(:seconds)');
const NUMBERS = statement<{ big: number; day: string; at: Date }>(
  'test_numbers',
  `select 9007199254740991::bigint as big, '2024-02-29'::date as day, now() as at`,
);
const TOO_BIG = statement('test_too_big', 'select 9007199254740993::bigint as big');

let database: TestDatabase;
const opened: Db[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()));
  await database.close();
});

function open(
  settings: {
    url?: string;
    poolSize?: number;
    retryForMs?: number;
    registry?: Registry;
    beforeStatement?: (name: string) => void;
  } = {},
): Db {
  const db = openDatabase({
    url: settings.url ?? database.appUrl,
    applicationName: 'database-test',
    poolSize: settings.poolSize ?? 2,
    metrics: databaseMetrics(settings.registry ?? new Registry()),
    onIdleError: () => {},
    ...(settings.retryForMs === undefined ? {} : { retryForMs: settings.retryForMs }),
    ...(settings.beforeStatement === undefined ? {} : { beforeStatement: settings.beforeStatement }),
  });
  opened.push(db);
  return db;
}

/** Throws the next of the given errors each time a statement with this name is about to be sent. */
function failing(name: string, ...errors: Error[]): (statement: string) => void {
  return (sent) => {
    if (sent !== name) return;
    const next = errors.shift();
    if (next !== undefined) throw next;
  };
}
const coded = (code: string) => Object.assign(new Error('x'), { code });
const exists = async (service: string) => (await open().transaction((tx) => tx.rows(PROBES, { service }))).length === 1;

describe('a transaction', () => {
  test('is rolled back when its work fails, and its connection is reused', async () => {
    const db = open({ poolSize: 1 });
    const work = db.transaction(async (tx) => {
      await tx.rows(INSERT, { service: 'rolled-back' });
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await exists('rolled-back')).toBe(false);
    expect(await db.transaction((tx) => tx.rows(PROBES, { service: 'rolled-back' }))).toEqual([]);
  });

  test('cannot commit when its work swallowed a statement error', async () => {
    await open().transaction((tx) => tx.rows(INSERT, { service: 'twice' }));
    const work = open().transaction(async (tx) => {
      await tx.rows(INSERT, { service: 'lost' });
      await tx.rows(INSERT, { service: 'twice' }).catch(() => {});
    });
    await expect(work).rejects.toThrow('A failed transaction was to be committed');
    expect(await exists('lost')).toBe(false);
  });

  test('with readOnly cannot write', async () => {
    const work = open({ retryForMs: 0 }).transaction((tx) => tx.rows(INSERT, { service: 'read-only' }), {
      readOnly: true,
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await exists('read-only')).toBe(false);
  });

  test('is retried as a whole after a transient failure', async () => {
    let runs = 0;
    const db = open({ beforeStatement: failing('test_insert', coded('40001'), coded('57P01')) });
    await db.transaction(async (tx) => {
      runs++;
      await tx.rows(INSERT, { service: 'third-time' });
    });
    expect(runs).toBe(3);
    expect(await exists('third-time')).toBe(true);
  });

  test('is not retried after a constraint violation', async () => {
    let runs = 0;
    await open().transaction((tx) => tx.rows(INSERT, { service: 'once' }));
    const work = open().transaction(async (tx) => {
      runs++;
      await tx.rows(INSERT, { service: 'once' });
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(runs).toBe(1);
  });

  test('fails with DatabaseUnavailable within its retry time', async () => {
    const url = new URL(database.appUrl);
    url.port = '1';
    const elapsed = startStopwatch();
    await expect(open({ url: url.toString(), retryForMs: 300 }).transaction(async () => 1)).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    );
    expect(elapsed()).toBeLessThan(3_000);
  });
});

describe('a connection lost during COMMIT', () => {
  test('is reported as ambiguous and not retried', async () => {
    let runs = 0;
    const registry = new Registry();
    const db = open({ registry, beforeStatement: failing('commit', coded('ECONNRESET')) });
    const work = db.transaction(async (tx) => {
      runs++;
      await tx.rows(BACKEND, {});
    });
    await expect(work).rejects.toBeInstanceOf(AmbiguousCommit);
    expect(runs).toBe(1);
    const text = await registry.metrics();
    expect(text).toContain('onboarding_database_unconfirmed_commits_total{reason="connection"} 1');
    expect(text).toContain('onboarding_database_unconfirmed_commits_total{reason="standby"} 0');
  });

  test('is retried when the work recognises its own commit', async () => {
    let runs = 0;
    const db = open({ beforeStatement: failing('commit', coded('ECONNRESET')) });
    const work = async () => {
      runs++;
    };
    await db.transaction(work, { repeatable: true });
    expect(runs).toBe(2);
  });
});

describe('connections', () => {
  test('are reported by pool and state, with the pool size', async () => {
    const registry = new Registry();
    const db = open({ registry, poolSize: 1 });
    let text = '';
    const held = db.transaction(async () => {
      const waits = db.transaction((tx) => tx.rows(BACKEND, {}));
      text = await registry.metrics();
      return { waits };
    });
    await (await held).waits;
    expect(text).toContain('onboarding_database_pool_size{pool="database-test"} 1');
    for (const [state, count] of Object.entries({ open: 1, idle: 0, waiting: 1 }))
      expect(text).toContain(`onboarding_database_pool_connections{pool="database-test",state="${state}"} ${count}`);
  });

  test('killed by the server are replaced, and the work completes on the new one', async () => {
    const db = open({ poolSize: 1 });
    const admin = new pg.Client({ connectionString: database.superuserUrl });
    await admin.connect();
    const pids: number[] = [];
    await db.transaction(async (tx) => {
      const [row] = await tx.rows(BACKEND, {});
      pids.push(row?.pid ?? 0);
      // Waits for the backend to end: until then it may still answer a statement.
      if (pids.length === 1) await admin.query('select pg_terminate_backend($1, 60000)', pids);
      await tx.rows(BACKEND, {});
    });
    await admin.end();
    expect(new Set(pids).size).toBe(2);
  });

  test('of a server that has become read-only do not return to the pool', async () => {
    const db = open({ poolSize: 1, beforeStatement: failing('test_insert', coded('25006')) });
    const pids = new Set<number>();
    await db.transaction(async (tx) => {
      pids.add((await tx.rows(BACKEND, {}))[0]?.pid ?? 0);
      await tx.rows(INSERT, { service: 'demoted' });
    });
    expect(pids.size).toBe(2);
  });

  test('a statement that takes too long is cancelled by the server and not retried', async () => {
    let runs = 0;
    const work = open().transaction((tx) => {
      runs++;
      return tx.rows(SLEEP, { seconds: 6 });
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(runs).toBe(1);
  });

  test('refused by the server cause DatabaseUnavailable and are counted, as DatabaseFailing expects', async () => {
    const url = new URL(database.appUrl);
    url.password = 'wrong';
    const registry = new Registry();
    const work = open({ url: url.toString(), registry }).transaction(async () => 1);
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await registry.metrics()).toContain('onboarding_database_transaction_retries_total{code="28P01"} 1');
  });
});

test('reads bigint as a number and date as text, and rejects a bigint that is not a safe integer', async () => {
  const [row] = await open().transaction((tx) => tx.rows(NUMBERS, {}));
  expect(row).toEqual({ big: 9007199254740991, day: '2024-02-29', at: expect.any(Date) });
  await expect(open().transaction((tx) => tx.rows(TOO_BIG, {}))).rejects.toThrow(RangeError);
});

test('settled waits for all promises before rejecting with the first failure', async () => {
  const ended: string[] = [];
  const later = new Promise<void>((resolve) => {
    setImmediate(() => {
      ended.push('later');
      resolve();
    });
  });
  await expect(settled([Promise.reject(new Error('first')), later])).rejects.toThrow('first');
  expect(ended).toEqual(['later']);
});
