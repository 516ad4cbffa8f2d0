// What the role does around a screening: which hits trigger flags, and how long it pauses for an unavailable provider.
import { createLogger } from '@onboarding/platform/logger';
import { Registry } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../../../tests/harness/api.ts';
import { validPerson } from '../../../../tests/harness/bodies.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import type { TestDatabase } from '../../../../tests/harness/database.ts';
import { createCustomer } from '../../../../tests/harness/scenes/updates.ts';
import { startWatchman, type WatchmanServer } from '../../../../tests/harness/servers/watchman-server.ts';
import { openScreeningWork, type ScreeningWork } from './screening.ts';

const LISTED = { firstName: 'Sanctia', lastName: 'Listed' };
const HOUR = 3_600_000;

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

let db: Db;
let server: WatchmanServer;
beforeAll(async () => {
  server = await startWatchman({ 'Sanctia Listed': 0.97 });
  const onWoken = (works: ReadonlySet<string>) => {
    if (works.has('Flags')) hits++;
  };
  db = openTestDb(database.workerUrl, { poolSize: 4, onWoken });
});
afterAll(async () => {
  await server.close();
  await db.close();
});

let work: ScreeningWork;
let now: Date;
let hits: number;
/** The length of each pause, in seconds. */
let pauses: number[];
beforeEach(() => {
  // Ahead of the clock of the API, so that new customers are due immediately.
  now = new Date(Date.now() + HOUR);
  hits = 0;
  pauses = [];
  const write = (line: string) => {
    const { until } = JSON.parse(line);
    if (until !== undefined) pauses.push((Date.parse(until) - now.getTime()) / 1000);
  };
  const context = {
    ...api.context,
    db,
    clock: { now: () => now },
    logger: createLogger({ service: 'worker', level: 'warn' }, { write }),
  };
  work = openScreeningWork(
    { provider: 'watchman', url: server.url, minScore: 0.6, lists: [] },
    context,
    new Registry(),
  );
});
afterEach(async () => {
  await work.close();
  server.fault = undefined;
  await database.owner.query('update reviews set screening_due_at = null');
});

const addCustomer = (person = {}) =>
  createCustomer(api, { businessPersonList: [validPerson({ percentageShare: 1, ...person })] });

/** Adds as many customers as must fail in a row for the provider to count as unavailable, due after `dueInMs`. */
async function addFour(person = {}, dueInMs = 0): Promise<void> {
  for (let left = 4; left > 0; left--) {
    const { customerId } = await addCustomer(person);
    await database.owner.query('update reviews set screening_due_at = $2 where customer_id = $1', [
      customerId,
      new Date(now.getTime() + dueInMs),
    ]);
  }
}

async function runLater(hours = 1): Promise<void> {
  now = new Date(now.getTime() + hours * HOUR);
  await work.run();
}

async function outcomesOf({ customerId }: { customerId: string }): Promise<string[]> {
  const { rows } = await database.owner.query('select outcome from screenings where customer_id = $1 order by 1', [
    customerId,
  ]);
  return rows.map(({ outcome }) => outcome);
}

test('only a screening with a hit triggers the computation of flags', async () => {
  const clear = await addCustomer();
  await work.run();
  expect([await outcomesOf(clear), hits]).toEqual([['Clear', 'Clear'], 0]);
  const listed = await addCustomer(LISTED);
  await runLater();
  expect([await outcomesOf(listed), hits]).toEqual([['Clear', 'Hit'], 1]);
});

test.each([
  ['clear', {}],
  ['hit', LISTED],
])(
  'pauses grow while the provider is unavailable, and reset after a screening with the outcome %s',
  async (_outcome, person) => {
    await addFour(person);
    await addFour({}, 10 * HOUR);
    server.fault = 'unavailable';
    await work.run();
    await runLater();
    await runLater();
    expect(pauses).toEqual([5, 10, 20]);
    server.fault = undefined;
    await runLater();
    server.fault = 'unavailable';
    await runLater(10);
    expect(pauses).toEqual([5, 10, 20, 5]);
  },
);
