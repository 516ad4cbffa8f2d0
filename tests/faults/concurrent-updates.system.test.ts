// Concurrent updates of one customer through two API instances: none is lost, none is applied twice.
import { setTimeout as delay } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { validPerson } from '../harness/bodies.ts';
import { checkChain } from '../harness/checks/wholeness.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type Customer, createCustomer, patch, read, tracesOf } from '../harness/scenes/updates.ts';

let database: TestDatabase;
let api: TestApi;
let second: TestApi;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database);
  second = await startTestApi(database);
});
afterAll(async () => {
  await api.close();
  await second.close();
  await database.close();
});

/** Sends it with an idempotency key, and retries after a 503 or while an earlier attempt is in progress, as clients should. */
async function insist(
  index: number,
  customer: Customer,
  body: unknown,
  extra: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const through = index % 2 === 0 ? api : second;
  const token = await through.issuer.token(api.partner);
  const headers = { 'idempotency-key': crypto.randomUUID(), authorization: `Bearer ${token}`, ...extra };
  for (;;) {
    const answer = await patch(through, customer, body, headers);
    if (answer.statusCode !== 503 && answer.json().error?.code !== 'Idempotency.InProgress') return answer;
    await delay(20);
  }
}

const FIELDS = ['companyName', 'tradingName', 'description', 'registrationNumber'] as const;
const UPDATES = 200;
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

interface Planned {
  body: Record<string, unknown>;
  field?: (typeof FIELDS)[number];
  value?: string;
}

/** Half add a person, half change a field to a unique value. */
function plan(index: number): Planned {
  if (index % 4 < 2) return { body: { businessPersonList: [validPerson({ percentageShare: null })] } };
  const field = FIELDS[Math.floor(index / 4) % FIELDS.length] ?? 'description';
  const value = `Value ${index}`;
  return { body: { [field]: value }, field, value };
}

test('applies all of 200 concurrent PATCHes, with gapless versions and sequences, one event and one audit entry each', async () => {
  const customer = await createCustomer(api);
  const plans = upTo(UPDATES, 0).map(plan);
  const answers = await Promise.all(plans.map(({ body }, index) => insist(index, customer, body)));
  expect(answers.map((answer) => answer.statusCode)).toEqual(plans.map(() => 200));
  const versions = answers.map((answer) => answer.json().value.version as number);
  expect(versions.toSorted((a, b) => a - b)).toEqual(upTo(UPDATES, 2));

  const record = await read(api, customer);
  expect(record.version).toBe(UPDATES + 1);
  const emails = plans.flatMap(({ body }) => (body.businessPersonList as { email: string }[] | undefined) ?? []);
  expect(emails).toHaveLength(UPDATES / 2);
  expect(record.businessPersonList.map((person: { email: string }) => person.email).toSorted()).toEqual(
    [...customer.body.businessPersonList, ...emails].map(({ email }) => email).toSorted(),
  );
  // Each field has the value of the update with the highest version.
  for (const field of FIELDS) {
    const last = plans
      .map((one, index) => ({ ...one, version: versions[index] ?? 0 }))
      .filter((one) => one.field === field)
      .reduce((latest, one) => (one.version > latest.version ? one : latest));
    expect(record[field]).toBe(last.value);
  }

  const { events } = await tracesOf(database, customer);
  // Each update has its own event, and half of them also add a person.
  const recorded = 2 + UPDATES + UPDATES / 2;
  expect(events.map(({ sequence }) => sequence)).toEqual(upTo(recorded));
  expect(events.filter(({ type }) => type === 'business.person.added')).toHaveLength(1 + UPDATES / 2);
  const updates = events.filter(({ type }) => type === 'business.profile.updated');
  const byVersion = new Map(versions.map((version, index) => [version, plans[index]?.field ?? 'businessPersonList']));
  expect(updates).toHaveLength(UPDATES);
  for (const { data } of updates) expect(data.changedFields).toEqual([byVersion.get(data.version as number)]);
  expect(await checkChain(database.owner, customer.customerId)).toBe(UPDATES + 1);
  const { rows } = await database.owner.query(
    'select count(*)::int as count from event_outbox o join events e using (event_id) where e.customer_id = $1',
    [customer.customerId],
  );
  expect(rows[0].count).toBe(recorded);
});

test('of 50 concurrent updates with the same If-Match, one succeeds and the others get 412', async () => {
  const customer = await createCustomer(api);
  const answers = await Promise.all(
    upTo(50).map((index) => insist(index, customer, { description: `Value ${index}` }, { 'if-match': '"1"' })),
  );
  const won = answers.filter((answer) => answer.statusCode === 200);
  expect(won).toHaveLength(1);
  const others = answers.filter((answer) => answer.statusCode !== 200);
  expect(new Set(others.map((answer) => `${answer.statusCode} ${answer.json().error.code}`))).toEqual(
    new Set(['412 Customer.VersionMismatch']),
  );
  expect((await read(api, customer)).version).toBe(2);
  expect(await checkChain(database.owner, customer.customerId)).toBe(2);
});

test('adds a person once when 20 concurrent requests add the same person', async () => {
  const customer = await createCustomer(api);
  const person = validPerson();
  const answers = await Promise.all(upTo(20).map((index) => insist(index, customer, { businessPersonList: [person] })));
  expect(answers.filter((answer) => answer.json().value.ubos[0].added === true)).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.json().value.ubos[0].uboId)).size).toBe(1);
  expect((await read(api, customer)).businessPersonList).toHaveLength(2);
  // Customer created, first person added, profile updated, second person added.
  expect((await tracesOf(database, customer)).events).toHaveLength(4);
});
