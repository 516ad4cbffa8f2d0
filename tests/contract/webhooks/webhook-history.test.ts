// The delivery history: its content and order, and that its pages are read from an index, however many deliveries there are.
import { type DeliveryQuery, deliveryPageSchema } from '@onboarding/contract';
import { listDeliveries } from '@onboarding/domain/webhooks';
import { openKeyRing } from '@onboarding/platform/crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { expectInOrder, explaining, type Plan } from '../../harness/checks/plans.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../../harness/database.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';
import { ask, makePastPartitions, storeDeliveries, storeEvents } from '../../harness/webhooks.ts';

const TYPES = ['business.profile.created', 'business.profile.updated', 'business.person.added'];
const STATUSES = ['Pending', 'Delivered', 'Exhausted'] as const;
const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Whole days, so that each is in one partition. */
const TODAY = Math.floor(Date.now() / DAY) * DAY;
const START = TODAY - 6 * DAY;
const keys = openKeyRing(TEST_KEY_RING);

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
  // Six days of events, every second of which was replayed on the last day. The history is ordered by event.
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

/** Other partners with few deliveries each, so that the planner's averages fit neither. */
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
  test('return every delivery once, newest event first, and its latest delivery first', {
    tags: ['S-271', 'S-274', 'S-361'],
  }, async () => {
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

  test('default to the first page of 50, and are empty after the last one', { tags: ['S-271'] }, async () => {
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
  )(
    'with status %s, type %s, window %s return exactly the matches, in order, and their total',
    { tags: ['S-171', 'S-195', 'S-268', 'S-273'] },
    async (status, type, window) => {
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
      expect(third.nextCursor === null).toBe(expected.length <= 111);
      if (third.nextCursor === null) return;
      const fourth = await page(`?${query}&pageSize=37&cursor=${third.nextCursor}`);
      expect(idsOf(fourth.items)).toEqual(idsOf(expected.slice(111, 148)));
      expect(fourth).toMatchObject({ page: 4, total: expected.length });
    },
  );

  test('include from and exclude to', { tags: ['S-268'] }, async () => {
    const event = all[500];
    const at = new Date(event?.at ?? 0).toISOString();
    const next = new Date((event?.at ?? 0) + 1).toISOString();
    expect(idsOf((await page(`?from=${at}&to=${next}`)).items)).toContain(event?.id);
    expect(idsOf((await page(`?to=${at}&pageSize=200`)).items)).not.toContain(event?.id);
  });

  test('are empty for an unknown event type', async () => {
    expect(await page('?eventType=business.castle.built')).toMatchObject({ items: [], total: 0 });
  });
});

describe('beyond 10,000 rows', () => {
  let big: TestPartner;
  let reader: SignedIn;
  let events: string[];
  const ask50 = async (query: string) =>
    deliveryPageSchema.strict().parse((await ask(api, reader, 'GET', `/deliveries?${query}`)).json().value);

  beforeAll(async () => {
    big = await database.addPartner();
    reader = await signIn(database, { partnerId: big.partnerId });
    events = await storeEvents(database.owner, { ...big, count: 10_001, from: new Date(START) });
    await storeDeliveries(database.owner, events.slice(1));
  });

  test('the total is capped and marked as capped', { tags: ['S-273'] }, async () => {
    const total = async (filter = '') => {
      const { items, total, totalIsCapped } = await ask50(`page=50&pageSize=200${filter}`);
      expect(items).toHaveLength(200);
      return [total, totalIsCapped];
    };
    expect(await total()).toEqual([10_000, false]);
    await storeDeliveries(database.owner, events.slice(0, 1), { status: 'Exhausted' });
    expect(await total()).toEqual([10_000, true]);
    expect(await total('&status=Delivered')).toEqual([10_000, false]);
    await storeDeliveries(database.owner, events.slice(0, 1), { afterMs: 1 });
    expect(await total('&status=Delivered')).toEqual([10_000, true]);
  });

  test('the cursor of the last numbered page continues to the end, even if new deliveries arrive', {
    tags: ['S-273'],
  }, async () => {
    const deepest = await ask50('page=50&pageSize=200');
    const newer = await storeEvents(database.owner, { ...big, count: 3, from: new Date(START + HOUR) });
    await storeDeliveries(database.owner, newer);
    const behind = await ask50(`pageSize=1&cursor=${deepest.nextCursor}`);
    const last = await ask50(`pageSize=200&cursor=${behind.nextCursor}`);
    const [eldest] = events;
    expect([...behind.items, ...last.items].map(({ eventId, status }) => [eventId, status])).toEqual([
      [eldest, 'Delivered'],
      [eldest, 'Exhausted'],
    ]);
    expect([behind.page, last.page]).toEqual([51, 52]);
    expect(last).toMatchObject({ total: 10_000, totalIsCapped: true, nextCursor: null });
  });

  test('a page by cursor is as cheap as the first page, unlike a page by number', async () => {
    await database.owner.query('vacuum analyze webhook_deliveries');
    for (const filter of [{}, { status: 'Delivered' }, { status: 'Delivered', eventType: TYPES[1] }]) {
      const read = async (query: DeliveryQuery) => {
        const { result, plans } = await explaining(
          client,
          big.partnerId,
          /^delivery_list/,
          (tx) => listDeliveries(tx, keys, big.partnerId, { ...filter, pageSize: 10, ...query }),
          { carriedOut: true },
        );
        const top = plans[0]?.nodes[0];
        return { ...result, blocks: (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0) };
      };
      const first = await read({});
      const byNumber = await read({ page: 990 });
      const byCursor = await read({ cursor: byNumber.nextCursor ?? '' });
      expect(byCursor.items).toHaveLength(10);
      const figures = JSON.stringify([filter, first.blocks, byNumber.blocks, byCursor.blocks]);
      expect(byCursor.blocks, figures).toBeLessThan(first.blocks * 1.5);
      expect(byNumber.blocks, figures).toBeGreaterThan(first.blocks * 1.5);
    }
  });
});

test('a cursor of other filters, of another partner or a modified one is rejected', async () => {
  const { nextCursor } = await page('?status=Delivered&pageSize=5');
  const outsider = await signIn(database, await database.addPartner());
  for (const [who, query] of [
    [person, `?cursor=${nextCursor}`],
    [person, `?status=Exhausted&cursor=${nextCursor}`],
    [person, `?status=Delivered&from=2026-11-01&cursor=${nextCursor}`],
    [person, `?status=Delivered&cursor=${nextCursor?.slice(1)}`],
    [outsider, `?status=Delivered&cursor=${nextCursor}`],
  ] as const) {
    const answer = await ask(api, who, 'GET', `/deliveries${query}`);
    const code = 'ValidationControl.Error';
    expect(answer.json().error).toMatchObject({ code, details: [{ pointer: '?cursor', code }] });
  }
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
  ['?page=2&cursor=abc', 'ValidationControl.Error', '?page'],
  ['?cursor=abc', 'ValidationControl.Error', '?cursor'],
  ['?cursor=', 'ValidationControl.Error', '?cursor'],
  ['?cursor=a&cursor=b', 'ValidationControl.Error', '?cursor'],
  ['?from=yesterday', 'ValidationControl.Error', '?from'],
  ['?from=2026-11-15T09:00:00', 'ValidationControl.Error', '?from'],
  ['?to=2026-02-30', 'ValidationControl.Error', '?to'],
  ['?from=2026-11-16&to=2026-11-15', 'Webhook.RangeInvalid', '?to'],
  ['?from=2026-11-15&to=2026-11-15T00:00:00Z', 'Webhook.RangeInvalid', '?to'],
  ['?eventType=', 'ValidationControl.Error', '?eventType'],
  ['?eventType=a&eventType=b', 'ValidationControl.Error', '?eventType'],
  ['?eventType=%00', 'ValidationControl.Error', '?eventType'],
])(
  '%s is rejected with 400 and names the parameter',
  { tags: ['S-271', 'S-352', 'S-361'] },
  async (query, code, pointer) => {
    const answer = await ask(api, person, 'GET', `/deliveries${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({ code, details: [{ pointer, code }] });
  },
);

test.each(['?from=0001-01-01&to=9999-12-31', '?from=0001-01-01T00:00:00%2B23:59', '?to=9999-12-31T23:59:59-23:59'])(
  '%s is accepted',
  async (query) => {
    expect((await ask(api, person, 'GET', `/deliveries${query}`)).statusCode).toBe(200);
  },
);

/** Reads a page as the application does, and explains its statements. */
async function planned(query: DeliveryQuery) {
  const { result, plans } = await explaining(client, partnerId, /^delivery_(list|count)/, (tx) =>
    listDeliveries(tx, keys, partnerId, query),
  );
  const nodesOf = (name: string) => plans.find(({ statement }) => statement.startsWith(name))?.nodes ?? [];
  return { page: nodesOf('delivery_list'), count: nodesOf('delivery_count'), nextCursor: result.nextCursor ?? '' };
}

/** Every partition is read by the index only as far as needed: no more rows are sorted than the page has for each status. */
function expectHistoryOrder(nodes: readonly Plan[], index: RegExp, rows: number): void {
  expectInOrder(nodes, { index, found: /event_id|status|event_type/, rows });
}

const window = { from: new Date(START + DAY), to: new Date(START + 4 * DAY) };
const BY_STATUS = /_partner_id_status_event_i/;
const BY_TYPE = /_partner_id_status_event_t/;

describe('the history is read from an index in its order', () => {
  test.each(
    [undefined, ...STATUSES].flatMap((status) =>
      [undefined, TYPES[0]].flatMap((eventType) =>
        [{}, window].map((bounds) => ({ status, eventType, ...bounds }) satisfies DeliveryQuery),
      ),
    ),
  )('%o', async (query) => {
    const index = query.eventType === undefined ? BY_STATUS : BY_TYPE;
    const statuses = query.status === undefined ? 3 : 1;
    const { page, count, nextCursor } = await planned({ ...query, page: 2, pageSize: 20 });
    expectHistoryOrder(page, index, 41 * statuses);
    const continued = await planned({ ...query, pageSize: 20, cursor: nextCursor });
    expectHistoryOrder(continued.page, index, 21 * statuses);
    const kinds = new Set(count.map((node) => node['Node Type']));
    expect(kinds).toContain('Limit');
    expect(kinds).not.toContain('Sort');
  });

  test('a window skips the partitions of earlier days', async () => {
    const { page } = await planned({ status: 'Delivered', from: new Date(TODAY - DAY) });
    const partitions = page.filter((node) => node['Node Type'] === 'Index Scan').length;
    const everything = await planned({ status: 'Delivered' });
    const before = everything.page.filter((node) => node['Node Type'] === 'Index Scan').length;
    expect(partitions).toBeLessThanOrEqual(before - 6);
  });

  test('the check fails when the index by status is missing', async () => {
    const proof = async () => expectHistoryOrder((await planned({ status: 'Delivered' })).page, BY_STATUS, 51);
    await expect(proof()).resolves.toBeUndefined();
    await database.owner.query('drop index webhook_deliveries_by_status');
    await expect(proof()).rejects.toThrow();
  });
});
