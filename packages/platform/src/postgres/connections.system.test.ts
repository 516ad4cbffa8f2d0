import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { startTcpProxy, type TcpProxy } from '../../../../tests/harness/servers/tcp-proxy.ts';
import { type ConnectionPool, openClient, openConnectionPool } from './connections.ts';

const SIZE = 5;
let database: TestDatabase;
let line: TcpProxy;
let opened: ConnectionPool | undefined;

beforeAll(async () => {
  database = await cloneDatabase();
  line = await startTcpProxy(Number(new URL(database.appUrl).port));
});
afterEach(async () => {
  line.mend();
  await opened?.close();
  opened = undefined;
});
afterAll(async () => {
  await line.close();
  await database.close();
});

/** Opens a pool with all connections open and idle. */
async function open(query_timeout: number) {
  opened = openConnectionPool({
    url: line.through(database.appUrl),
    applicationName: 'connections-test',
    size: SIZE,
    onIdleError: () => {},
    settings: { query_timeout },
  });
  const { pool } = opened;
  const clients = await Promise.all(Array.from({ length: SIZE }, () => pool.connect()));
  for (const client of clients) client.release();
  expect(pool.idleCount).toBe(SIZE);
  return opened;
}

test('dead idle connections cost one timeout in total, not one each', async () => {
  const { pool } = await open(5_000);
  expect(line.blackHole()).toBe(SIZE);
  await expect(pool.query('select 1')).rejects.toThrow('Query read timeout');
  // The pool opens a new connection. If it had kept the dead ones, this query would time out like the first.
  const { rows } = await pool.query('select 1 as one');
  expect(rows).toEqual([{ one: 1 }]);
});

test('a pool with dead connections closes even during a query', async () => {
  const { pool, close } = await open(60_000);
  const client = await pool.connect();
  line.blackHoleAll();
  const cut = expect(client.query('select 1')).rejects.toThrow('Connection terminated');
  await close();
  opened = undefined;
  await cut;
  client.release(true);
  expect(pool.totalCount).toBe(0);
});

test('a dead connection can be ended', async () => {
  const client = await openClient({
    url: line.through(database.appUrl),
    applicationName: 'connections-test',
    answersWithinMs: 60_000,
  });
  line.blackHole();
  expect(await client.end()).toBeUndefined();
});
