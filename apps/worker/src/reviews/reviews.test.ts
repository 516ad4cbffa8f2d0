// The jobs of the role `reviews`: what each changes in the database, when it stops, and what it logs.
import { releaseStaleClaims } from '@onboarding/domain/review-work';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAnalyst } from '../../../../tests/harness/analysts.ts';
import { type TestApi, useTestApi } from '../../../../tests/harness/api.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import type { TestDatabase } from '../../../../tests/harness/database.ts';
import { keys } from '../../../../tests/harness/dispatching.ts';
import { createPlain } from '../../../../tests/harness/scenes/flags.ts';
import { type Customer, createCustomer } from '../../../../tests/harness/scenes/updates.ts';
import { checkCountries, countReviews, releaseStale } from './reviews.ts';

const SHIFT_MS = 8 * 3_600_000;

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
let db: Db;
beforeAll(async () => {
  const onWoken = (works: ReadonlySet<string>) => {
    if (works.has('Events')) events++;
  };
  db = openTestDb(database.workerUrl, { poolSize: 2, onWoken });
  await database.owner.query('delete from country_looks');
});
afterAll(() => db.close());

let log: Record<string, unknown>[];
let events: number;
let stopping: AbortController;
let now: Date;
beforeEach(() => {
  log = [];
  events = 0;
  stopping = new AbortController();
  now = new Date();
});

function parts() {
  const logger = createLogger(
    { service: 'worker', level: 'info' },
    { write: (line) => void log.push(JSON.parse(line)) },
  );
  const context = { db, clock: { now: () => now }, keys, logger, jobs: createJobs() };
  return { context };
}
const perform = (handler: ReturnType<typeof releaseStale>) =>
  handler({ id: 'job', payload: null, attempt: 1, signal: stopping.signal });

const claimedBy = async ({ customerId }: Customer) =>
  (await database.owner.query('select claimed_by from reviews where customer_id = $1', [customerId])).rows[0]
    .claimed_by;

test('expired claims return to the queue, each with an event, and their number is logged once', async () => {
  const analyst = await signInAnalyst(api, database);
  const [first, second] = [await createCustomer(api), await createCustomer(api)];
  for (const { customerId } of [first, second]) expect((await analyst.on(customerId, 'claim')).statusCode).toBe(200);
  now = new Date(Date.now() + SHIFT_MS - 600_000);
  await perform(releaseStale(parts()));
  expect([events, log, await claimedBy(first)]).toEqual([0, [], analyst.accountId]);

  now = new Date(Date.now() + SHIFT_MS + 1_000);
  stopping.abort();
  await perform(releaseStale(parts()));
  expect([events, log]).toEqual([0, []]);

  stopping = new AbortController();
  await perform(releaseStale(parts()));
  expect([events, await claimedBy(first), await claimedBy(second)]).toEqual([2, null, null]);
  await perform(releaseStale(parts()));
  expect(events).toBe(2);
  expect(log.map(({ msg, released }) => [msg, released])).toEqual([['stale claims released', 2]]);
});

test('one run releases all expired claims, even if one query does not return all of them', async () => {
  const analyst = await signInAnalyst(api, database);
  for (let claims = 0; claims < 3; claims++) await analyst.on((await createCustomer(api)).customerId, 'claim');
  now = new Date(Date.now() + SHIFT_MS + 1_000);
  expect(await releaseStaleClaims({ ...parts(), signal: stopping.signal, atATime: 2 })).toBe(3);
});

test('one job finishes all pending country comparisons and logs their total', async () => {
  const openLook = (country: string) =>
    database.owner.query(`insert into country_looks (countries, asked_by) values ($1, 'olga')`, [[country]]);
  const open = async () =>
    (await database.owner.query('select count(*)::int as open from country_looks where finished_at is null')).rows[0]
      .open;
  await createPlain(api, { incorporationCountryIso3Code: 'DNK' });
  await createPlain(api, { incorporationCountryIso3Code: 'DNK' });
  await createPlain(api, { incorporationCountryIso3Code: 'CHE' });
  const { rows } = await database.owner.query('select count(*)::int as packages from reviews');
  for (const country of ['DNK', 'CHE']) await openLook(country);

  stopping.abort();
  await perform(checkCountries(parts()));
  expect([await open(), log]).toEqual([2, []]);

  stopping = new AbortController();
  await perform(checkCountries(parts()));
  expect(await open()).toBe(0);
  await perform(checkCountries(parts()));
  expect(log).toMatchObject([
    { msg: 'businesses compared with changed lists of countries', looked: 2 * rows[0].packages, concerned: 3 },
  ]);
});

test('queue statistics carry the time of the clock', async () => {
  await perform(countReviews(parts()));
  const { rows } = await database.owner.query('select taken_at from review_statistics');
  expect(rows).toEqual([{ taken_at: now }]);
});
