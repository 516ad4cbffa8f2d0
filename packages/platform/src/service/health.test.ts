import { readFile } from 'node:fs/promises';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { until } from '../../../../tests/harness/patience.ts';
import { BUILD } from '../build/index.ts';
import { createMetrics } from '../metrics/index.ts';
import { databaseMetrics, openDatabase } from '../postgres/index.ts';
import { serveHealth } from './health.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

function serve(url: string) {
  const registry = createMetrics('test');
  const metrics = databaseMetrics(registry);
  const db = openDatabase({
    url,
    applicationName: 'test',
    poolSize: 1,
    metrics,
    onIdleError: () => {},
    retryForMs: 100,
    connectsWithinMs: 20_000,
  });
  const app = fastify();
  const health = serveHealth(app, { service: 'test', db, clock: { now: () => new Date() }, registry });
  const ask = async (path: string): Promise<[number, string]> => {
    const answer = await app.inject(path);
    return [answer.statusCode, answer.json().status];
  };
  return { app, db, registry, health, ask };
}

/** The responses of /health/ready for a process with this database URL, before and after drain. */
async function readiness(url: string): Promise<{ now: [number, string]; draining: [number, string] }> {
  const { app, db, registry, health, ask } = serve(url);
  const isReady = async () => {
    const answer = await ask('/health/ready');
    const gauge = /^onboarding_service_ready\S* (\d)$/m.exec(await registry.metrics())?.[1];
    expect(gauge, 'the metric says the same').toBe(answer[0] === 200 ? '1' : '0');
    return answer;
  };
  const now = await isReady();
  health.drain();
  const draining = await isReady();
  const live = await app.inject('/health/live');
  expect([live.statusCode, live.json()]).toEqual([200, { status: 'alive', ...BUILD }]);
  await app.close();
  await db.close();
  return { now, draining };
}

test('/health/live and the metrics show the build', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(BUILD).toEqual({ version, commit: expect.stringMatching(/^([0-9a-f]{40}|unknown)$/) });
  expect(await createMetrics('test').metrics()).toContain(
    `onboarding_build_info{version="${version}",commit="${BUILD.commit}",node="${process.version}",service="test",environment="development"} 1`,
  );
});

test('a process that can commit is ready until it drains', async () => {
  expect(await readiness(database.appUrl)).toEqual({ now: [200, 'ready'], draining: [503, 'draining'] });
});

test('a process without its database is alive but not ready', async () => {
  const away = new URL(database.appUrl);
  away.port = '1';
  expect((await readiness(away.toString())).now).toEqual([503, 'database unavailable']);
});

test.each(['ownerUrl', 'superuserUrl'] as const)(
  'a process with %s is never ready, because row-level security does not bind that role',
  async (name) => {
    const url = new URL(database[name]);
    url.searchParams.set('options', '-c search_path=onboarding');
    expect((await readiness(url.toString())).now).toEqual([
      503,
      'the database role is not bound by row-level security',
    ]);
  },
);

describe('a process accepts requests', () => {
  const ACCEPTING = [200, 'accepting'];

  test('once it is ready, for two minutes after its last successful write, and again after the next', async () => {
    const { app, db, ask } = serve(database.appUrl);
    const role = new URL(database.appUrl).username;
    const wait = (ms: number) => {
      const now = performance.now() + ms;
      vi.spyOn(performance, 'now').mockImplementation(() => now);
    };
    expect(await ask('/health/accepting')).toEqual(ACCEPTING);
    await database.owner.query(`revoke insert on process_probes from ${role}`);
    wait(119_000);
    expect(await ask('/health/ready')).toEqual([503, 'database unavailable']);
    expect(await ask('/health/accepting')).toEqual(ACCEPTING);
    wait(2_000);
    expect(await ask('/health/accepting')).toEqual([503, 'database unavailable']);
    await database.owner.query(`grant insert on process_probes to ${role}`);
    wait(2_000);
    expect(await ask('/health/accepting')).toEqual(ACCEPTING);
    vi.restoreAllMocks();
    await app.close();
    await db.close();
  });

  test('but not before it was ready for the first time', async () => {
    const away = new URL(database.appUrl);
    away.port = '1';
    const { app, db, ask } = serve(away.toString());
    expect(await ask('/health/accepting')).toEqual([503, 'database unavailable']);
    await app.close();
    await db.close();
  });

  test('until it drains', async () => {
    const { app, db, health, ask } = serve(database.appUrl);
    expect(await ask('/health/accepting')).toEqual(ACCEPTING);
    health.drain();
    expect(await ask('/health/accepting')).toEqual([503, 'draining']);
    await app.close();
    await db.close();
  });
});

test('a process that drains no longer counts as running', async () => {
  const { app, db, health, ask } = serve(database.appUrl);
  const running = async () => {
    const { rows } = await database.owner.query(
      "select count(*)::int as n from process_probes where service = 'test' and ended_at is null",
    );
    return Number(rows[0].n);
  };
  const before = await running();
  expect(await ask('/health/ready')).toEqual([200, 'ready']);
  expect(await running()).toBe(before + 1);
  health.drain();
  await until(async () => (await running()) === before, 'the end is recorded');
  await app.close();
  await db.close();
});
