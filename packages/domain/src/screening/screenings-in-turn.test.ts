// Partners are screened in turn, even if one has many due packages. Checks the order, and the cost from the query plans.
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { explaining } from '../../../../tests/harness/checks/plans.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { storeCustomers } from '../../../../tests/harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { leaseDueScreenings } from './screening-due-store.ts';

const NOW = new Date('2026-11-18T12:00:00.000Z');
const UNTIL = new Date('2026-11-18T12:03:00.000Z');
const FIRST = '00000000-0000-0000-0000-000000000000';
const SMALL = 40;

let database: TestDatabase;
let client: pg.Client;
let db: ReturnType<typeof openTestDb>;
/** In the order of their ids; the large one is in the middle. */
let partnerIds: string[];
let large: string;

beforeAll(async () => {
  database = await cloneDatabase();
  const made: string[] = [];
  for (let count = 0; count <= SMALL; count++) made.push((await database.addPartner()).partnerId);
  partnerIds = made.sort();
  large = partnerIds[SMALL / 2] ?? '';
  const shares = [...partnerIds, ...Array<string>(4 * SMALL).fill(large)];
  await storeCustomers(database.owner, { partnerIds: shares, count: 16_000, everyMs: 60_000 });
  await database.owner.query(
    `insert into reviews (partner_id, customer_id, country, business_type_code)
     select partner_id, customer_id, 'NGA', 'LLC' from customers`,
  );
  await database.owner.query('vacuum analyze reviews');
  db = openTestDb(database.workerUrl);
  client = new pg.Client({ connectionString: database.workerUrl });
  await client.connect();
});
beforeEach(() => database.owner.query('update reviews set screening_due_at = null where screening_due_at is not null'));
afterAll(async () => {
  await client.end();
  await db.close();
  await database.close();
});

/** Makes this many packages of a partner due, each a millisecond later than the previous one. */
async function makeDue(partnerId: string, count: number, from = '2026-11-18T11:00:00Z'): Promise<void> {
  await database.owner.query(
    `update reviews r set screening_due_at = $3::timestamptz + n * interval '1 millisecond'
     from (select customer_id, row_number() over (order by customer_id) as n from reviews
           where partner_id = $1 and screening_due_at is null order by customer_id limit $2) own
     where r.partner_id = $1 and r.customer_id = own.customer_id`,
    [partnerId, count, from],
  );
}

const at = (place: number) => partnerIds[place] ?? '';

async function lease(after: string, partners: number, full: string[] = []): Promise<string[]> {
  const leased = await db.transaction((tx) =>
    leaseDueScreenings(tx, { now: NOW, until: UNTIL, after, partners, full }),
  );
  return leased.map(({ partnerId }) => partnerId);
}

/** The order in which partners are leased by a worker that processes one package at a time. */
async function leaseOneByOne(count: number): Promise<string[]> {
  const order: string[] = [];
  while (order.length < count) order.push(...(await lease(order.at(-1) ?? FIRST, 1)));
  return order;
}

// Fewer and more than are read at once.
test.each([150, 3_000])(
  'a partner with %i due packages gets its next turn only after every other partner had one',
  async (count) => {
    await makeDue(large, count);
    await makeDue(at(3), 2, '2026-11-18T11:59:00Z');
    await makeDue(at(30), 2, '2026-11-18T11:59:00Z');
    expect(await leaseOneByOne(6)).toEqual([at(3), large, at(30), at(3), large, at(30)]);
    // Only the large one is left.
    expect(await lease(at(30), 5)).toEqual([large]);
  },
);

test.each([150, 3_000])(
  'with %i due packages of one partner, several slots go to different partners, wrapping around after the last',
  async (count) => {
    await makeDue(large, count);
    for (const place of [0, 3, 30, SMALL]) await makeDue(at(place), 1);
    expect(await lease(at(25), 3)).toEqual([at(30), at(SMALL), at(0)]);
    expect(await lease(at(0), 9)).toEqual([at(3), large]);
  },
);

test.each([150, 3_000])('with %i due packages, skips a partner that uses all its slots', async (count) => {
  await makeDue(large, count);
  await makeDue(at(3), 1);
  expect(await lease(FIRST, 4, [large])).toEqual([at(3)]);
  expect(await lease(FIRST, 4, [large])).toEqual([]);
});

test('skips packages that are due later or already leased', async () => {
  await makeDue(large, 3_000);
  await makeDue(at(3), 1, '2026-11-18T12:00:01Z');
  await makeDue(at(4), 1);
  expect(await lease(FIRST, 9)).toEqual([at(4), large]);
  expect(await lease(FIRST, 9)).toEqual([large]);
});

test("leases a partner's packages in the order in which they became due", async () => {
  await makeDue(large, 300);
  const order: string[] = [];
  for (let count = 0; count < 3; count++) {
    const leased = await db.transaction((tx) =>
      leaseDueScreenings(tx, { now: NOW, until: UNTIL, after: FIRST, partners: 1, full: [] }),
    );
    order.push(...leased.map(({ customerId }) => customerId));
  }
  const { rows } = await database.owner.query(
    'select customer_id from reviews where partner_id = $1 order by customer_id limit 3',
    [large],
  );
  expect(order).toEqual(rows.map(({ customer_id }) => customer_id));
});

/** The planner's statistics predate a burst of due packages: they may include few of them, or none. */
test.each([
  ['none', 0],
  ['few', 200],
  ['all', 10_000],
])(
  'with %s of 10,000 due packages in the statistics, leasing 5 reads only indexes and few pages',
  async (_what, known) => {
    await makeDue(large, known);
    await database.owner.query('vacuum analyze reviews');
    await makeDue(large, 10_000 - known);
    for (const place of [0, 3, 30, SMALL]) await makeDue(at(place), 20);
    const { plans } = await explaining(
      client,
      large,
      /^review_lease_screenings$/,
      (tx) => leaseDueScreenings(tx, { now: NOW, until: UNTIL, after: FIRST, partners: 5, full: [] }),
      { carriedOut: true },
    );
    const nodes = plans[0]?.nodes ?? [];
    const scans = nodes.filter((node) => node['Relation Name'] === 'reviews' && node['Node Type'].endsWith('Scan'));
    expect(scans.map((scan) => scan['Index Name'])).toEqual([
      'reviews_screening_due',
      ...Array(3).fill('reviews_screening_due_by_partner'),
      'reviews_customer',
    ]);
    for (const scan of scans) expect(scan['Actual Rows']).toBeLessThanOrEqual(200);
    // Sorts only rows that were already selected.
    const sorts = nodes.filter((node) => node['Node Type'].endsWith('Sort'));
    for (const sort of sorts) expect(sort['Actual Rows']).toBeLessThanOrEqual(200);
    const pages = (nodes[0]?.['Shared Hit Blocks'] ?? 0) + (nodes[0]?.['Shared Read Blocks'] ?? 0);
    expect(pages).toBeLessThan(1_000);
  },
);
