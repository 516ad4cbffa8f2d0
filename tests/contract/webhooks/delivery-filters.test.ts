// The delivery history filtered by business, event or replay: exactly the matching deliveries, in order, read from an index.
import { type DeliveryQuery, deliveryDetailSchema, deliveryPageSchema } from '@onboarding/contract';
import { listDeliveries } from '@onboarding/domain/webhooks';
import { openKeyRing } from '@onboarding/platform/crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validBody, validPerson } from '../../harness/bodies.ts';
import { sameDayFor } from '../../harness/checks/midnight.ts';
import { expectInOrder, explaining } from '../../harness/checks/plans.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';
import { ask, register, storeDeliveries, storeEvents, storeReplay } from '../../harness/webhooks.ts';

const HOUR = 3_600_000;
const keys = openKeyRing(TEST_KEY_RING);
let database: TestDatabase;
let api: TestApi;
let person: SignedIn;
let outsider: SignedIn;
let partnerId: string;
let client: pg.Client;
let customers: string[];
let series: string;

interface Stored {
  id: string;
  eventId: string;
  eventType: string;
  status: string;
  customerId: string | null;
  replaySeries: string | null;
}
/** As the history shows them, newest first. */
let all: Stored[];

async function createBusiness(): Promise<string> {
  const answer = await api.create(validBody({ businessPersonList: [validPerson(), validPerson()] }));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().value.customerId;
}

/** Skips empty partitions, which the planner would scan because it costs nothing. */
async function analyzeFilled(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(
    `select distinct tableoid::regclass::text as name from webhook_deliveries
     union select distinct tableoid::regclass::text from events`,
  );
  for (const { name } of rows) await owner.query(`vacuum analyze ${name}`);
}

beforeAll(async () => {
  await sameDayFor(60_000);
  database = await cloneDatabase();
  api = await startTestApi(database);
  ({ partnerId } = api.partner);
  person = await signIn(database, { partnerId });
  await register(api, person);
  outsider = await signIn(database, await database.addPartner());
  customers = [await createBusiness(), await createBusiness()];
  const [first = ''] = customers;
  await api.call('PATCH', `/partner/v1/business-profiles/${first}`, { body: { industry: 'Retail' } });
  const { owner } = database;
  const { rows } = await owner.query(
    'select event_id, occurred_at from events where partner_id = $1 order by event_id',
    [partnerId],
  );
  const own: string[] = rows.map(({ event_id }) => event_id);
  // Events without a business, just before. All on one day, because a partition with few rows would rightly be scanned.
  const from = new Date(rows[0].occurred_at.getTime() - 3_500);
  const others = await storeEvents(owner, { partnerId, count: 3_000, from });
  await storeDeliveries(owner, [...own, ...others.slice(0, 2_800)]);
  await storeDeliveries(owner, [...own.slice(1, 3), ...others.slice(2_800)], { status: 'Exhausted', afterMs: 5 });
  series = await storeReplay(owner, { partnerId, at: new Date(), created: 60 });
  const replayed = [...own.slice(0, 4), ...others.slice(0, 56)];
  await storeDeliveries(owner, replayed.slice(0, 40), { series, afterMs: 1_000 });
  await storeDeliveries(owner, replayed.slice(40), { series, afterMs: 1_000, status: 'Pending' });
  await analyzeFilled(owner);
  const stored = await owner.query(
    `select d.delivery_id as id, d.event_id as "eventId", d.event_type as "eventType", d.status, e.customer_id as "customerId",
       d.replay_series as "replaySeries"
     from webhook_deliveries d join events e using (partner_id, event_id) where partner_id = $1
     order by d.event_id desc, d.delivery_id desc`,
    [partnerId],
  );
  all = stored.rows;
  client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
  await database.close();
});

async function page(query: Record<string, string>, who = person) {
  const answer = await ask(api, who, 'GET', `/deliveries?${new URLSearchParams(query)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return deliveryPageSchema.strict().parse(answer.json().value);
}

/** Follows the cursor to the end, in small pages. */
async function everything(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { items, nextCursor, total } = await page({ ...query, pageSize: '7', ...(cursor === '' ? {} : { cursor }) });
    expect(total).toBe(expected(query).length);
    ids.push(...items.map(({ id }) => id));
    cursor = nextCursor;
  }
  return ids;
}

const expected = (query: Record<string, string>) =>
  all.filter((one) => Object.entries(query).every(([name, value]) => one[name as keyof Stored] === value));

describe('the history shows exactly the deliveries', () => {
  const some = (): Record<string, Record<string, string>> => ({
    'of a business': { customerId: customers[0] ?? '' },
    'of a business, by status': { customerId: customers[0] ?? '', status: 'Exhausted' },
    'of a business, by type': { customerId: customers[0] ?? '', eventType: 'business.person.added' },
    'of a business in a replay': { customerId: customers[0] ?? '', replaySeries: series },
    'of a replay': { replaySeries: series },
    'of a replay, by status': { replaySeries: series, status: 'Pending' },
    'of a replay, by type': { replaySeries: series, eventType: 'business.profile.updated' },
    'of an event': { eventId: all.findLast(({ customerId }) => customerId !== null)?.eventId ?? '' },
    'of an event, by status': { eventId: all[4]?.eventId ?? '', status: 'Delivered' },
  });
  test.each([
    'of a business',
    'of a business, by status',
    'of a business, by type',
    'of a business in a replay',
    'of a replay',
    'of a replay, by status',
    'of a replay, by type',
    'of an event',
    'of an event, by status',
  ])('%s', async (name) => {
    const query = some()[name] ?? {};
    const ids = expected(query).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(await everything(query)).toEqual(ids);
  });
});

test('an event outside the window, ids of another partner and unknown ids return an empty page', async () => {
  const eventId = all[0]?.eventId ?? '';
  for (const [query, who] of [
    [{ eventId, to: new Date(Date.now() - 2 * HOUR).toISOString() }, person],
    [{ eventId, from: new Date(Date.now() + HOUR).toISOString() }, person],
    [{ eventId }, outsider],
    [{ customerId: customers[0] ?? '' }, outsider],
    [{ replaySeries: series }, outsider],
    [{ customerId: crypto.randomUUID() }, person],
    [{ replaySeries: crypto.randomUUID() }, person],
    [{ eventId: crypto.randomUUID() }, person],
  ] as const) {
    expect(await page(query, who), JSON.stringify(query)).toMatchObject({ items: [], total: 0 });
  }
});

test('each delivery names its business, by id and by name, in the list and in the details', async () => {
  const { items } = await page({ pageSize: '200' });
  const { companyName } = validBody();
  expect(items.map(({ id, customerId, companyName }) => [id, customerId, companyName])).toEqual(
    all.slice(0, 200).map(({ id, customerId }) => [id, customerId, customerId === null ? null : companyName]),
  );
  expect(new Set(items.map(({ customerId }) => customerId))).toEqual(new Set([...customers, null]));
  const own = all.find(({ customerId }) => customerId === customers[1]);
  const answer = await ask(api, person, 'GET', `/deliveries/${own?.id}`);
  expect(deliveryDetailSchema.strict().parse(answer.json().value)).toMatchObject({
    customerId: customers[1],
    companyName,
  });
});

test.each(['customerId', 'eventId', 'replaySeries'])('%s must be a valid id, given once', async (name) => {
  for (const query of [`${name}=x`, `${name}=`, `${name}=${series}&${name}=${series}`]) {
    const answer = await ask(api, person, 'GET', `/deliveries?${query}`);
    expect(answer.json().error).toMatchObject({ code: 'ValidationControl.Error', details: [{ pointer: `?${name}` }] });
  }
});

async function planned(query: DeliveryQuery) {
  const { plans } = await explaining(client, partnerId, /^delivery_(list|of_customer_list)/, (tx) =>
    listDeliveries(tx, keys, partnerId, query),
  );
  return plans.flatMap(({ nodes }) => nodes);
}

test('the deliveries of a replay and of an event are read from an index in the order of the history', async () => {
  const found = /event_id|status|replay_series/;
  const ofSeries = await planned({ replaySeries: series, status: 'Delivered', pageSize: 5 });
  expectInOrder(ofSeries, { index: /_partner_id_status_replay_se/, found, rows: 6 });
  const ofEvent = await planned({ eventId: all[0]?.eventId ?? '', pageSize: 5 });
  expectInOrder(ofEvent, { index: /_partner_id_status_event_i/, found, rows: 18 });
});

test('the deliveries of a business are found by the ids of its events, without a sequential scan', async () => {
  const nodes = await planned({ customerId: customers[0] ?? '' });
  const scans = nodes.filter((node) => /Seq Scan/.test(node['Node Type']));
  expect(scans.map((node) => node['Relation Name'])).toEqual([]);
  for (const node of nodes.filter((one) => one['Index Name']?.startsWith('webhook_deliveries'))) {
    expect(node['Index Cond']).toMatch(/event_id = /);
  }
});
