// The database server is killed during deliveries. Our failures do not count against the receiver: no delivery is lost, and none
// uses up an attempt.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../harness/database.ts';
import { addEndpoint, recordEvents } from '../harness/dispatching.ts';
import { until } from '../harness/patience.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';
import { balance } from './webhook-accounts.ts';

const ENDPOINTS = 20;
/** How long the server stays down after each kill; the last is longer than a transaction retries. */
const AWAY_MS = [0, 0, 4_000];

let postgres: OwnPostgres;
let receiver: Receiver;
let workers: RunningWorker[] = [];

beforeAll(async () => {
  postgres = await startOwnPostgres('.test/webhook-postgres');
  receiver = await startReceiver({ hosts: ENDPOINTS });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await receiver.close();
  await postgres.remove();
});

function start(database: TestDatabase): Promise<RunningWorker> {
  return runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:1',
    entry: 'tests/harness/worker-entry.ts',
    environment: {
      WORKER_ROLES: 'webhooks',
      WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting,
      NODE_EXTRA_CA_CERTS: receiver.caFile,
      TIMINGS: JSON.stringify({ leaseMs: 5_000, turnMs: 1_500 }),
      LOG_LEVEL: 'info',
    },
  });
}

test('kill -9 of PostgreSQL loses no delivery, each has one attempt, and the dispatchers keep running', async () => {
  let database = await postgres.open();
  const endpoints: string[] = [];
  for (let index = 0; index < ENDPOINTS; index++)
    endpoints.push((await addEndpoint(database, receiver.url(index))).partnerId);
  workers = [await start(database), await start(database)];
  const pids = workers.map(({ process }) => process.pid);
  // Slow enough that some requests are always in flight.
  receiver.answer((_request, response) => void setTimeout(() => response.writeHead(200).end(), 20 * Math.random()));

  let recorded = 0;
  const record = async () => {
    await recordEvents(
      database,
      Array.from({ length: 100 }, (_, index) => endpoints[index % ENDPOINTS] ?? ''),
    );
    recorded += 100;
  };
  for (const awayMs of AWAY_MS) {
    const before = receiver.requests.length;
    for (let batch = 0; batch < 8; batch++) await record();
    await until(async () => receiver.requests.length >= before + 200, 'deliveries are under way');
    postgres.server.kill();
    await database.close();
    // The duration of the outage is under test, so there is no condition to wait for.
    await delay(awayMs);
    await postgres.restart();
    database = await postgres.open();
  }
  await record();
  await until(async () => {
    const { rows } = await database.owner.query(
      `select (select count(*) from event_outbox)::int as outbox,
           count(*) filter (where status <> 'Delivered')::int as open, count(*)::int as all from webhook_deliveries`,
    );
    return rows[0].outbox === 0 && rows[0].open === 0 && rows[0].all === recorded;
  }, 'everything is delivered');
  const accounts = await balance(database.owner, receiver.requests);
  console.log('killed PostgreSQL:', accounts);
  expect(accounts.faults).toEqual([]);
  expect(accounts.attempts - accounts.late, 'no attempt but the one that succeeded').toBe(recorded);
  expect(accounts.mostRepeated).toBeLessThanOrEqual(1 + AWAY_MS.length);
  expect(workers.map(({ process }) => process.exitCode)).toEqual([null, null]);
  expect(workers.map(({ process }) => process.pid)).toEqual(pids);
  const { rows } = await database.owner.query(
    `select count(*)::int as count from webhook_lanes where status <> 'Active' or consecutive_failures > 0`,
  );
  expect(rows).toEqual([{ count: 0 }]);
  await database.close();
});
