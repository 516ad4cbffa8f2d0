// A worker of a sandbox, as a process.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { type Customer, createCustomer, tracesOf } from '../harness/scenes/updates.ts';
import { runWorker } from '../harness/worker.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { sandbox: true });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const statusOf = async (customer: Customer) => (await tracesOf(database, customer)).verification_status;

test('a sandbox worker processes businesses automatically, and another one continues after it was killed', async () => {
  const environment = { ENVIRONMENT: 'sandbox', WORKER_ROLES: 'reviews', STAFF_DATABASE_URL: database.staffUrl };
  const run = () => runWorker({ database, smtpUrl: 'smtp://127.0.0.1:9', environment });
  const first = await createCustomer(api, { registrationNumber: 'SBXREJECT' });
  const worker = await run();
  await until(async () => (await statusOf(first)) === 'Rejected', 'the business is rejected');
  await worker.kill();
  const second = await createCustomer(api, { registrationNumber: 'SBXREJECT' });
  expect(await statusOf(second)).toBe('PendingVerification');
  const next = await run();
  await until(async () => (await statusOf(second)) === 'Rejected', 'the second business is rejected');
  expect(await next.stop()).toBe(0);
});
