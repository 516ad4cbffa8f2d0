// How the queue fares: counted by the worker, read by analysts.
import { STATISTICS_QUEUE } from '@onboarding/domain/verification';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import { type Db, databaseMetrics, openDatabase } from '@onboarding/platform/postgres';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DUTIES } from '../../apps/worker/src/jobs.ts';
import { type Analyst, signInAnalyst } from '../harness/analysts.ts';
import { TEST_KEY_RING, type TestApi, useTestApi } from '../harness/api.ts';
import { keep } from '../harness/artefacts.ts';
import type { TestDatabase } from '../harness/database.ts';
import { bareParts } from '../harness/duties.ts';
import { createCustomer } from './update-scene.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = Date.parse('2026-06-15T12:00:00Z');

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
let ada: Analyst;
let db: Db;
beforeAll(async () => {
  ada = await signInAnalyst(api, database);
  db = openDatabase({
    url: database.workerUrl,
    applicationName: 'worker-test',
    poolSize: 2,
    metrics: databaseMetrics(new Registry()),
    onIdleError: () => {},
  });
});
afterAll(() => db.close());

async function take(at: number): Promise<void> {
  const duty = DUTIES.find(({ queue }) => queue === STATISTICS_QUEUE);
  if (duty === undefined) throw new Error('Nobody takes the statistics');
  const logger = createLogger(
    { service: 'worker', level: 'debug' },
    { write: (line) => keep('logs', `${database.name}.log`, line.trimEnd()) },
  );
  const context = {
    db,
    clock: { now: () => new Date(at) },
    keys: openKeyRing(TEST_KEY_RING),
    logger,
    jobs: createJobs(),
  };
  await duty.handle(bareParts(context))({
    id: 'job',
    payload: null,
    attempt: 1,
    signal: AbortSignal.timeout(20_000),
  });
}

const read = async () => (await ada.call('GET', '/statistics')).json().value;

async function queued(at: number, priority: number, country: string): Promise<string> {
  const { customerId } = await createCustomer(api);
  await database.owner.query('update reviews set queued_at = $2, priority = $3, country = $4 where customer_id = $1', [
    customerId,
    new Date(at),
    priority,
    country,
  ]);
  return customerId;
}

/** A decision that took effect then, on a business that was handed in so many hours before. */
async function decided(at: number, outcome: string, codes: string[] = [], hours = 0): Promise<void> {
  const customerId = await queued(at, 0, 'XXX');
  const { partnerId } = api.partner;
  const decisionId = crypto.randomUUID();
  await database.owner.query('update reviews set queued_at = null where customer_id = $1', [customerId]);
  await database.owner.query('update customers set submitted_at = $2 where customer_id = $1', [
    customerId,
    new Date(at - hours * HOUR),
  ]);
  await database.owner.query(
    `insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at, settled_at)
     values ($1, $2, $3, $4, 'Confirmed', 1, $5, $6, $6)`,
    [partnerId, customerId, decisionId, outcome, ada.accountId, new Date(at)],
  );
  for (const code of codes) {
    await database.owner.query(
      'insert into review_reasons (partner_id, customer_id, decision_id, reason_id, code) values ($1, $2, $3, $4, $5)',
      [partnerId, customerId, decisionId, crypto.randomUUID(), code],
    );
  }
}

test('before they were taken for the first time there are none, and says so', async () => {
  expect(await read()).toEqual({ takenAt: null, figures: null });
});

test('of an empty queue they are nothing, everywhere', async () => {
  await take(NOON);
  const none = { Approve: 0, Reject: 0, RequestChanges: 0 };
  expect(await read()).toMatchObject({
    takenAt: '2026-06-15T12:00:00.000Z',
    figures: {
      waiting: 0,
      claimed: 0,
      oldestQueuedAt: null,
      waitingByPriority: [],
      waitingByCountry: [],
      decisions: { last24Hours: none, last7Days: none, last30Days: none },
      decisionsByReason: [],
      hoursToDecision: null,
    },
  });
});

test('they tell what waits, by age, priority and country, and what is claimed', async () => {
  await queued(NOON - HOUR, 0, 'NGA');
  await queued(NOON - 5 * HOUR, 2, 'NGA');
  await queued(NOON - 8 * DAY, 0, 'KEN');
  await ada.on(await queued(NOON - 2 * DAY, 0, 'GHA'), 'claim');
  await take(NOON + MINUTE);
  const { takenAt, figures } = await read();
  expect(takenAt).toBe('2026-06-15T12:01:00.000Z');
  expect(figures).toMatchObject({
    waiting: 3,
    claimed: 1,
    oldestQueuedAt: new Date(NOON - 8 * DAY).toISOString(),
    waitingByAge: [
      { fromHours: 0, toHours: 4, packages: 1 },
      { fromHours: 4, toHours: 24, packages: 1 },
      { fromHours: 24, toHours: 72, packages: 0 },
      { fromHours: 72, toHours: 168, packages: 0 },
      { fromHours: 168, toHours: null, packages: 1 },
    ],
    waitingByPriority: [
      { priority: 2, packages: 1 },
      { priority: 0, packages: 2 },
    ],
    waitingByCountry: [
      { country: 'NGA', packages: 2 },
      { country: 'KEN', packages: 1 },
    ],
  });
});

test('they tell what took effect in a day, a week and a month, for which reasons, and how long it took', async () => {
  // Another two months later: what was counted before has no day in common with this.
  const later = NOON + 60 * DAY;
  await decided(later - HOUR, 'Approve', [], 2);
  await decided(later - 2 * HOUR, 'RequestChanges', ['DOCUMENT_UNREADABLE', 'DOCUMENT_UNREADABLE', 'NAME_MISMATCH'], 4);
  await decided(later - 3 * DAY, 'Reject', ['NAME_MISMATCH'], 10);
  await decided(later - 29 * DAY, 'Approve', [], 1_000);
  await decided(later - 31 * DAY, 'Approve');
  await take(later);
  const { figures } = await read();
  expect(figures.decisions).toEqual({
    last24Hours: { Approve: 1, Reject: 0, RequestChanges: 1 },
    last7Days: { Approve: 1, Reject: 1, RequestChanges: 1 },
    last30Days: { Approve: 2, Reject: 1, RequestChanges: 1 },
  });
  expect(figures.decisionsByReason).toEqual([
    { code: 'NAME_MISMATCH', decisions: 2 },
    { code: 'DOCUMENT_UNREADABLE', decisions: 1 },
  ]);
  expect(figures.hoursToDecision).toEqual({ decisions: 3, median: 4, p95: 10 });

  // A day that is over is not counted again; the present one is, and also the last until nobody can come late any more.
  await decided(later - 3 * DAY - HOUR, 'Reject');
  await decided(later + MINUTE, 'Reject');
  await take(later + 2 * MINUTE);
  expect((await read()).figures.decisions.last7Days).toEqual({ Approve: 1, Reject: 2, RequestChanges: 1 });
  const midnight = Date.parse('2026-08-15T00:00:00Z');
  await take(midnight + MINUTE);
  await decided(midnight - 1, 'Reject');
  await take(midnight + 11 * MINUTE);
  expect((await read()).figures.decisions.last7Days).toEqual({ Approve: 1, Reject: 3, RequestChanges: 1 });
  expect((await read()).figures.decisions.last24Hours).toEqual({ Approve: 1, Reject: 2, RequestChanges: 1 });
});

test('older figures never take the place of newer ones', async () => {
  const { takenAt } = await read();
  await take(Date.parse(takenAt) - HOUR);
  expect((await read()).takenAt).toBe(takenAt);
});
