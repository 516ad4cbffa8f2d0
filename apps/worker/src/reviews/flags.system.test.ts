// Flags are computed once for each change, no matter how many workers run or fail.
import { measureWaitingFlags } from '@onboarding/domain/flags';
import { WORK_CHANNEL } from '@onboarding/domain/waking';
import { DatabaseUnavailable } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { until } from '../../../../tests/harness/patience.ts';
import {
  codesOf,
  createPlain,
  type FlagWorker,
  fingerprintsOf,
  openFlagWorker,
  plainPerson,
  storedFlags,
} from '../../../../tests/harness/scenes/flags.ts';
import { type Customer, patch } from '../../../../tests/harness/scenes/updates.ts';
import { runWorker } from '../../../../tests/harness/worker.ts';

let database: TestDatabase;
let api: TestApi;
let worker: FlagWorker;
let now: Date;
beforeAll(async () => {
  now = new Date();
  database = await cloneDatabase();
  api = await startTestApi(database, { clock: { now: () => now } });
  worker = openFlagWorker(database, () => now);
});
beforeEach(async () => {
  now = new Date();
  await worker.work();
});
afterAll(async () => {
  await worker.db.close();
  await api.close();
  await database.close();
});

const later = (ms: number) => new Date(now.getTime() + ms);
const createSuspect = () => createPlain(api, { industry: 'CryptoProceeds' });

test.each([2, 3, 4, 5])('an update during step %i of a worker stays due, and its flags win', async (step) => {
  const customer = await createSuspect();
  const companyName = crypto.randomUUID();
  const changedAt = later(1000);
  const interrupted = worker.interrupted(step, async () => {
    now = changedAt;
    const answer = await patch(api, customer, { companyName, industry: 'Grants', phoneNumber: '+2340000000' });
    expect(answer.statusCode).toBe(200);
  });
  const outcome = await interrupted.work();
  expect(outcome).toEqual({ computed: 0, overtaken: 1, failed: 0 });
  expect(await storedFlags(database, customer)).toMatchObject({ flag_codes: [], flags_due_at: changedAt });
  await worker.work();
  expect(await storedFlags(database, customer)).toMatchObject({ flag_codes: ['ImplausiblePhone'], flags_due_at: null });
  expect(await fingerprintsOf(database, customer)).toMatchObject([{ name_key: companyName.replaceAll('-', ' ') }]);
});

test('a worker overtaken by another on a newer change does not restore the old name', async () => {
  const customer = await createSuspect();
  const companyName = crypto.randomUUID();
  const overtaken = worker.interrupted(3, async () => {
    now = later(1000);
    await patch(api, customer, { companyName });
    expect(await worker.work()).toMatchObject({ computed: 1 });
  });
  expect(await overtaken.work()).toMatchObject({ computed: 0, overtaken: 1 });
  expect(await fingerprintsOf(database, customer)).toMatchObject([{ name_key: companyName.replaceAll('-', ' ') }]);
});

test('concurrent workers compute each package once', async () => {
  const customers: Customer[] = [];
  for (let n = 0; n < 70; n++) customers.push(await createSuspect());
  const workers = Array.from({ length: 4 }, () => openFlagWorker(database, () => now));
  const outcomes = await Promise.all(workers.map((one) => one.work()));
  expect(outcomes.reduce((sum, one) => sum + one.computed, 0)).toBe(customers.length);
  expect(outcomes.filter((one) => one.overtaken + one.failed > 0)).toEqual([]);
  for (const customer of customers) expect(await codesOf(database, customer)).toEqual(['HighRiskPurpose']);
  await Promise.all(workers.map((one) => one.db.close()));
});

test('two businesses with the same name, handled by two workers at once, both get SimilarName', async () => {
  const companyName = crypto.randomUUID();
  const first = await createPlain(api, { companyName });
  let second: Customer | undefined;
  const other = openFlagWorker(database, () => now);
  // Before this worker searches, the other one has leased, compared and stored the second business.
  const searching = worker.interrupted(4, async () => {
    second = await createPlain(api, { companyName });
    expect(await other.work()).toMatchObject({ computed: 1 });
  });
  // Each found the other, so both are computed again.
  expect(await searching.work()).toMatchObject({ computed: 0, overtaken: 1 });
  expect(await worker.work()).toMatchObject({ computed: 2 });
  expect(await codesOf(database, first)).toEqual(['SimilarName']);
  expect(second === undefined ? [] : await codesOf(database, second)).toEqual(['SimilarName']);
  await other.db.close();
});

test.each([2, 3, 4, 5])(
  'a package of a worker that dies at step %i is computed by another once its lease expires',
  async (step) => {
    const customer = await createSuspect();
    const dying = worker.interrupted(step, () => Promise.reject(new DatabaseUnavailable('gone')));
    await expect(dying.work()).rejects.toThrow('gone');
    expect(await worker.work()).toMatchObject({ computed: 0 });
    now = later(119_999);
    expect(await worker.work()).toMatchObject({ computed: 0 });
    now = later(1);
    expect(await worker.work()).toMatchObject({ computed: 1 });
    expect(await codesOf(database, customer)).toEqual(['HighRiskPurpose']);
  },
);

describe('a package whose computation fails', () => {
  const spoil = ({ customerId }: Customer, financials: string | null) =>
    database.owner.query('update customers set financials = $2 where customer_id = $1', [customerId, financials]);

  test('does not block others, is logged only by its id, and is retried later', async () => {
    const [before, spoilt, after] = [await createSuspect(), await createSuspect(), await createSuspect()];
    await spoil(spoilt, '{"sourceOfFunds":"secret@people.example"}');
    worker.log.length = 0;
    expect(await worker.work()).toEqual({ computed: 2, overtaken: 0, failed: 1 });
    for (const fine of [before, after]) expect(await codesOf(database, fine)).toEqual(['HighRiskPurpose']);
    expect(await storedFlags(database, spoilt)).toMatchObject({ flag_codes: [], flags_due_at: later(600_000) });
    expect(worker.log).toHaveLength(1);
    expect(worker.log[0]).toContain(spoilt.customerId);
    expect(worker.log[0]).not.toContain('secret');
    await spoil(spoilt, null);
    now = later(600_000);
    expect(await worker.work()).toMatchObject({ computed: 1 });
    expect(await codesOf(database, spoilt)).toEqual(['HighRiskPurpose']);
  });

  test('is retried later even if it is the only one', async () => {
    const spoilt = await createSuspect();
    await spoil(spoilt, '{}');
    expect(await worker.work()).toEqual({ computed: 0, overtaken: 0, failed: 1 });
    expect(await storedFlags(database, spoilt)).toMatchObject({ flags_due_at: later(600_000) });
  });

  test('is due immediately if it changed meanwhile', async () => {
    const spoilt = await createSuspect();
    const changedAt = later(5);
    await spoil(spoilt, '{}');
    const interrupted = worker.interrupted(2, async () => {
      now = changedAt;
      await database.owner.query('update reviews set flags_due_at = $2 where customer_id = $1', [
        spoilt.customerId,
        changedAt,
      ]);
    });
    await interrupted.work();
    expect(await storedFlags(database, spoilt)).toMatchObject({ flags_due_at: changedAt });
    await spoil(spoilt, null);
  });
});

test('measures how many packages are due, and for how long', async () => {
  expect(await measureWaitingFlags(worker)).toEqual({ due: 0, oldestSeconds: 0 });
  await createPlain(api);
  now = later(90_000);
  await createPlain(api);
  expect(await measureWaitingFlags(worker)).toEqual({ due: 2, oldestSeconds: 90 });
});

test('lists the first 50 findings and marks that there are more', async () => {
  const people = Array.from({ length: 60 }, () => plainPerson({ percentageShare: 1, phone: '+2340000000' }));
  const customer = await createPlain(api, { businessPersonList: people });
  await worker.work();
  const { flags } = await storedFlags(database, customer);
  expect(flags).toMatchObject([{ code: 'ImplausiblePhone', facts: { more: true } }]);
  expect(flags[0]?.code === 'ImplausiblePhone' && flags[0].facts.numbers).toHaveLength(50);
});

test('a notification wakes the worker process, and its metrics count the work', async () => {
  const environment = { WORKER_ROLES: 'reviews' };
  const running = await runWorker({ database, smtpUrl: 'smtp://127.0.0.1:9', environment });
  try {
    const customer = await createSuspect();
    await database.owner.query('select pg_notify($1, $2)', [WORK_CHANNEL, '']);
    await until(async () => (await codesOf(database, customer)).length > 0, 'the flags are there');
    // The metrics are updated after the flags are stored.
    const told = [
      /^onboarding_review_flags_packages_total\{outcome="computed",.*\} [1-9]/m,
      /^onboarding_review_flags_batch_seconds_count\{.*\} [1-9]/m,
      /^onboarding_review_flags_due\{.*\} \d+/m,
    ];
    await until(async () => {
      const metrics = await (await fetch(running.metricsUrl)).text();
      return told.every((pattern) => pattern.test(metrics));
    }, 'the metrics tell of the work');
  } finally {
    expect(await running.stop()).toBe(0);
  }
});
