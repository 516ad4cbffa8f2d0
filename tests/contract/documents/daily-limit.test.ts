// The daily upload limit of a partner, in bytes.
import { DAY_MS } from '@onboarding/contract';
import { type CheckedDocument, countUploads, readUploadedBytes } from '@onboarding/domain/documents';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { openTestDb } from '../../harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { askForLink } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer } from '../../harness/scenes/updates.ts';

const MOST = 1_000;
// Yesterday and today: tables have no partitions for earlier days.
const [YESTERDAY, TODAY] = [-1, 0].map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10));
const NOON = new Date(`${YESTERDAY}T12:00:00Z`);

let database: TestDatabase;
let api: TestApi;
let worker: Db;
let customer: Customer;
let now = NOON;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { uploadBytesPerDay: MOST, clock: { now: () => now } });
  worker = openTestDb(database.workerUrl, { poolSize: 1 });
  customer = await createCustomer(api);
});
afterAll(async () => {
  await worker.close();
  await api.close();
  await database.close();
});

type Counted = Pick<CheckedDocument, 'partnerId' | 'sizeBytes'>;

/** As a worker does when it finds the files. */
const count = (uploads: Counted[], at: Date) =>
  worker.transaction((tx) => countUploads(tx, uploads as CheckedDocument[], at));
const uploadedBytes = (partnerId: string, at: Date) =>
  worker.transaction((tx) => readUploadedBytes(tx, partnerId, at), { readOnly: true });

test('refuses links with 429 until midnight UTC once the limit is reached, for this partner only', async () => {
  const { partnerId } = api.partner;
  const other = await database.addPartner();
  await count([{ partnerId, sizeBytes: MOST - 1 }], now);
  expect((await askForLink(api, customer)).statusCode).toBe(200);
  await count([{ partnerId, sizeBytes: 1 }], now);
  const refused = await askForLink(api, customer);
  expect(refused.statusCode).toBe(429);
  expect(refused.json().error.code).toBe('Document.DailyLimit');
  expect(refused.headers['retry-after']).toBe(String(12 * 3_600));

  const token = await api.issuer.token(other);
  const made = await api.call('POST', '/partner/v1/business-profiles', { body: customer.body, token });
  const path = `/partner/v1/business-profiles/${made.json().value.customerId}`;
  expect((await askForLink(api, { path }, undefined, { token })).statusCode).toBe(200);

  const askAt = async (time: string) => {
    now = new Date(time);
    return askForLink(api, customer, undefined, { token: await api.issuer.token(api.partner) });
  };
  expect((await askAt(`${YESTERDAY}T23:59:59.500Z`)).headers['retry-after']).toBe('1');
  expect((await askAt(`${TODAY}T00:00:00Z`)).statusCode).toBe(200);
});

test('adds up the bytes per partner and day, and starts at zero on the next day', async () => {
  const [one, two] = [await database.addPartner(), await database.addPartner()].map(({ partnerId }) => partnerId);
  if (one === undefined || two === undefined) throw new Error('There are two');
  const of = (partnerId: string, sizeBytes: number) => ({ partnerId, sizeBytes });
  await count([of(one, 5), of(two, 7), of(one, 10)], NOON);
  await count([of(one, 1)], NOON);
  expect([await uploadedBytes(one, NOON), await uploadedBytes(two, NOON)]).toEqual([16, 7]);
  const tomorrow = new Date(`${TODAY}T00:00:00Z`);
  expect(await uploadedBytes(one, tomorrow)).toBe(0);
  await count([of(one, 3)], tomorrow);
  // Counted by a process whose clock is behind.
  await count([of(one, 4)], NOON);
  expect(await uploadedBytes(one, tomorrow)).toBe(7);
});
