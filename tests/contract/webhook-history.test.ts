// The delivery history: what it shows, in which order, and that its pages are read from an index however many there are.
import { type DeliveryQuery, deliveryPageSchema } from '@onboarding/contract';
import { listDeliveries } from '@onboarding/domain/webhooks';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type SignedIn, signIn } from '../harness/session.ts';
import { ask, makePastPartitions, storeDeliveries, storeEvents } from '../harness/webhooks.ts';
import { expectInOrder, explaining, type Plan } from './plans.ts';

const TYPES = ['business.profile.created', 'business.profile.updated', 'business.person.added'];
const STATUSES = ['Pending', 'Delivered', 'Exhausted'] as const;
const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Whole days, so that each lies in a partition. */
const TODAY = Math.floor(Date.now() / DAY) * DAY;
const START = TODAY - 6 * DAY;

let database: TestDatabase;
let api: TestApi;
let person: SignedIn;
let partnerId: string;
let client: pg.Client;
/** As the history shows them, newest first. */
let all: { id: string; eventId: string; eventType: string; status: string; at: number }[];

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database);
  await makePastPartitions(database.owner, 10);
  ({ partnerId } = await database.addPartner());
  person = await signIn(database, { partnerId });
  // Six days of events, of which every second day was replayed on the last one: the order is that of the events.
  for (let day = 0; day < 6; day++) {
    for (const [index, type] of TYPES.entries()) {
      const from = new Date(START + day * DAY + index * HOUR);
      const events = await storeEvents(database.owner, { partnerId, count: 240, from, everyMs: 60_000, type });
      await storeDeliveries(database.owner, events.slice(0, 40), { status: 'Pending' });
      await storeDeliveries(database.owner, events.slice(40, 80), { status: 'Exhausted' });
      await storeDeliveries(database.owner, events.slice(80));
      if (day % 2 === 0) {
        const afterMs = 6 * DAY - (day * DAY + index * HOUR) - 1;
        await storeDeliveries(database.owner, events, { status: 'Delivered', afterMs, replay: true });
      }
    }
  }
  await manyOthers(database);
  await database.owner.query('analyze webhook_deliveries');
  const { rows } = await database.owner.query(
    `select delivery_id, event_id, event_type, status, occurred_at from webhook_deliveries where partner_id = $1
     order by event_id desc, delivery_id desc`,
    [partnerId],
  );
  all = rows.map((row) => ({
    id: row.delivery_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    at: row.occurred_at.getTime(),
  }));
  client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
  await database.close();
});

/** Other partners with few each: the averages that the planner knows fit neither. */
async function manyOthers({ owner, addPartner }: TestDatabase): Promise<void> {
  for (let count = 0; count < 40; count++) {
    const other = await addPartner();
    const from = new Date(START + count * HOUR);
    const events = await storeEvents(owner, { partnerId: other.partnerId, count: 10, from, everyMs: HOUR });
    await storeDeliveries(owner, events);
  }
}

const page = async (query: string) =>
  deliveryPageSchema.strict().parse((await ask(api, person, 'GET', `/deliveries${query}`)).json().value);
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

describe('pages', () => {
  test('go through everything once, newest event first, its latest delivery first', async () => {
    expect(all).toHaveLength(3 * 240 * 6 + 3 * 240 * 3);
    const seen: string[] = [];
    for (let number = 1; seen.length < all.length; number++) {
      const { items, total, totalIsCapped, pageSize } = await page(`?page=${number}&pageSize=200`);
      expect([total, totalIsCapped, pageSize]).toEqual([all.length, false, 200]);
      expect(items.length).toBeGreaterThan(0);
      seen.push(...idsOf(items));
    }
    expect(seen).toEqual(idsOf(all));
  });

  test('are the first of fifty unless said, and empty behind the end', async () => {
    const first = await page('');
    expect([first.page, first.pageSize]).toEqual([1, 50]);
    expect(idsOf(first.items)).toEqual(idsOf(all.slice(0, 50)));
    expect((await page('?page=50&pageSize=200')).items).toEqual([]);
  });

  const from = START + 2 * DAY;
  const to = START + 3 * DAY + 30 * 60_000;
  const between = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const within = ({ at }: { at: number }) => at >= from && at < to;
  test.each(
    [undefined, ...STATUSES].flatMap((status) =>
      [undefined, TYPES[1]].flatMap((type) => [false, true].map((window) => [status, type, window] as const)),
    ),
  )('status %s, type %s, window %s: exactly what matches, in order, and its total', async (status, type, window) => {
    const expected = all.filter(
      (one) =>
        (status === undefined || one.status === status) &&
        (type === undefined || one.eventType === type) &&
        (!window || within(one)),
    );
    const query = [
      ...(status === undefined ? [] : [`status=${status}`]),
      ...(type === undefined ? [] : [`eventType=${type}`]),
      ...(window ? [between] : []),
    ].join('&');
    const third = await page(`?${query}&page=3&pageSize=37`);
    expect(idsOf(third.items)).toEqual(idsOf(expected.slice(74, 111)));
    expect(third.total).toBe(expected.length);
  });

  test('from is inclusive and to exclusive', async () => {
    const event = all[500];
    const at = new Date(event?.at ?? 0).toISOString();
    const next = new Date((event?.at ?? 0) + 1).toISOString();
    expect(idsOf((await page(`?from=${at}&to=${next}`)).items)).toContain(event?.id);
    expect(idsOf((await page(`?to=${at}&pageSize=200`)).items)).not.toContain(event?.id);
  });

  test('an event type that nobody knows gives an empty page', async () => {
    expect(await page('?eventType=business.castle.built')).toMatchObject({ items: [], total: 0 });
  });

  test('a total stops at 10,000 and says so', async () => {
    const big = await database.addPartner();
    const reader = await signIn(database, { partnerId: big.partnerId });
    const events = await storeEvents(database.owner, { ...big, count: 10_001, from: new Date(START) });
    await storeDeliveries(database.owner, events.slice(1));
    const total = async (filter = '') => {
      const { value } = (await ask(api, reader, 'GET', `/deliveries?page=50&pageSize=200${filter}`)).json();
      expect(value.items).toHaveLength(200);
      return [value.total, value.totalIsCapped];
    };
    expect(await total()).toEqual([10_000, false]);
    await storeDeliveries(database.owner, events.slice(0, 1), { status: 'Exhausted' });
    expect(await total()).toEqual([10_000, true]);
    expect(await total('&status=Delivered')).toEqual([10_000, false]);
    await storeDeliveries(database.owner, events.slice(0, 1), { afterMs: 1 });
    expect(await total('&status=Delivered')).toEqual([10_000, true]);
  });
});

test.each([
  ['?status=pending', 'Webhook.StatusUnknown', '?status'],
  ['?status=', 'Webhook.StatusUnknown', '?status'],
  ['?status=Failed', 'Webhook.StatusUnknown', '?status'],
  ['?status=Pending&status=Delivered', 'ValidationControl.Error', '?status'],
  ['?pageSize=201', 'ValidationControl.Error', '?pageSize'],
  ['?pageSize=0', 'ValidationControl.Error', '?pageSize'],
  ['?page=0', 'ValidationControl.Error', '?page'],
  ['?page=x', 'ValidationControl.Error', '?page'],
  ['?page=51&pageSize=200', 'ValidationControl.Error', '?page'],
  ['?page=99999999999999999999', 'ValidationControl.Error', '?page'],
  ['?from=yesterday', 'ValidationControl.Error', '?from'],
  ['?from=2026-11-15T09:00:00', 'ValidationControl.Error', '?from'],
  ['?to=2026-02-30', 'ValidationControl.Error', '?to'],
  ['?from=2026-11-16&to=2026-11-15', 'Webhook.RangeInvalid', '?to'],
  ['?from=2026-11-15&to=2026-11-15T00:00:00Z', 'Webhook.RangeInvalid', '?to'],
  ['?eventType=', 'ValidationControl.Error', '?eventType'],
  ['?eventType=a&eventType=b', 'ValidationControl.Error', '?eventType'],
  ['?eventType=%00', 'ValidationControl.Error', '?eventType'],
])('%s is 400 and names the parameter', async (query, code, pointer) => {
  const answer = await ask(api, person, 'GET', `/deliveries${query}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error).toMatchObject({ code, details: [{ pointer, code }] });
});

test.each(['?from=0001-01-01&to=9999-12-31', '?from=0001-01-01T00:00:00%2B23:59', '?to=9999-12-31T23:59:59-23:59'])(
  '%s is no fault',
  async (query) => {
    expect((await ask(api, person, 'GET', `/deliveries${query}`)).statusCode).toBe(200);
  },
);

/** Runs a page as the application does, and has its statements explained. */
async function planned(query: DeliveryQuery) {
  const { plans } = await explaining(client, partnerId, /^delivery_(list|count)/, (tx) =>
    listDeliveries(tx, partnerId, query),
  );
  const nodesOf = (name: string) => plans.find(({ statement }) => statement.startsWith(name))?.nodes ?? [];
  return { page: nodesOf('delivery_list'), count: nodesOf('delivery_count') };
}

/** Every partition is read by the index, as far as the page goes: no more is sorted than its rows of each status. */
function expectHistoryOrder(nodes: readonly Plan[], index: RegExp, rows: number): void {
  expectInOrder(nodes, { index, found: /event_id|status|event_type/, rows });
}

const window = { from: new Date(START + DAY), to: new Date(START + 4 * DAY) };
const BY_STATUS = /_partner_id_status_event_i/;
const BY_TYPE = /_partner_id_status_event_t/;

describe('the database reads from an index in the order of the history', () => {
  test.each(
    [undefined, ...STATUSES].flatMap((status) =>
      [undefined, TYPES[0]].flatMap((eventType) =>
        [{}, window].map((bounds) => ({ status, eventType, ...bounds }) satisfies DeliveryQuery),
      ),
    ),
  )('%o', async (query) => {
    const { page, count } = await planned({ ...query, page: 2, pageSize: 20 });
    expectHistoryOrder(
      page,
      query.eventType === undefined ? BY_STATUS : BY_TYPE,
      40 * (query.status === undefined ? 3 : 1),
    );
    const kinds = new Set(count.map((node) => node['Node Type']));
    expect(kinds).toContain('Limit');
    expect(kinds).not.toContain('Sort');
  });

  test('a window looks into no partition of an earlier day', async () => {
    const { page } = await planned({ status: 'Delivered', from: new Date(TODAY - DAY) });
    const partitions = page.filter((node) => node['Node Type'] === 'Index Scan').length;
    const everything = await planned({ status: 'Delivered' });
    const before = everything.page.filter((node) => node['Node Type'] === 'Index Scan').length;
    expect(partitions).toBeLessThanOrEqual(before - 6);
  });

  test('this proof sees a sort: without the index of the statuses it fails', async () => {
    const proof = async () => expectHistoryOrder((await planned({ status: 'Delivered' })).page, BY_STATUS, 50);
    await expect(proof()).resolves.toBeUndefined();
    await database.owner.query('drop index webhook_deliveries_by_status');
    await expect(proof()).rejects.toThrow();
  });
});
