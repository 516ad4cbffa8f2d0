import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { createMetrics } from '../metrics/index.ts';
import { databaseMetrics, openDatabase } from '../postgres/index.ts';
import { serveHealth } from './health.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

/** What /health/ready answers for a process with this database address, before and after the order to drain. */
async function readiness(url: string): Promise<{ now: [number, string]; draining: [number, string] }> {
  const metrics = databaseMetrics(createMetrics('test'));
  const db = openDatabase({
    url,
    applicationName: 'test',
    poolSize: 1,
    metrics,
    onIdleError: () => {},
    retryForMs: 100,
  });
  const app = fastify();
  const health = serveHealth(app, 'test', db, { now: () => new Date() });
  const ask = async (): Promise<[number, string]> => {
    const answer = await app.inject('/health/ready');
    return [answer.statusCode, answer.json().status];
  };
  const now = await ask();
  health.drain();
  const draining = await ask();
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  await app.close();
  await db.close();
  return { now, draining };
}

test('a process that can commit is ready, and no longer once it drains', async () => {
  expect(await readiness(database.appUrl)).toEqual({ now: [200, 'ready'], draining: [503, 'draining'] });
});

test('a process whose database is away is alive but not ready', async () => {
  const away = new URL(database.appUrl);
  away.port = '1';
  expect((await readiness(away.toString())).now).toEqual([503, 'database away']);
});

test.each(['ownerUrl', 'superuserUrl'] as const)(
  'a process that was given the %s never gets ready: no wall would hold it',
  async (name) => {
    const url = new URL(database[name]);
    url.searchParams.set('options', '-c search_path=onboarding');
    expect((await readiness(url.toString())).now).toEqual([
      503,
      'the database role is not bound by row-level security',
    ]);
  },
);
