// Flags are computed for partners in turn, a batch at a time, even if one has many due packages.
import { openKeyRing } from '@onboarding/platform/crypto';
import { createLogger } from '@onboarding/platform/logger';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explaining } from '../../../../tests/harness/checks/plans.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { storeCustomers } from '../../../../tests/harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import { createFlagLeases } from './flag-service.ts';
import { leaseDueFlags } from './flags-due-store.ts';

const NOW = new Date('2026-11-18T12:00:00.000Z');
const BATCH = 20;

let database: TestDatabase;
let db: ReturnType<typeof openTestDb>;
let client: pg.Client;
let partnerIds: string[];
/** The first of them; it has most of the packages. */
let large: string;

beforeAll(async () => {
  database = await cloneDatabase();
  const made: string[] = [];
  for (let count = 0; count < 9; count++) made.push((await database.addPartner()).partnerId);
  partnerIds = made.sort();
  large = partnerIds[0] ?? '';
  await storeCustomers(database.owner, { partnerIds: [...partnerIds, ...Array<string>(60).fill(large)], count: 9_000 });
  // Every package has a day on which it is checked again, as identities expire. Nearly all of the large partner's are due today.
  await database.owner.query(
    `insert into reviews (partner_id, customer_id, country, business_type_code, flags_due_at)
     select partner_id, customer_id, 'NGA', 'LLC',
       $2::timestamptz + (case when partner_id = $1 or n % 50 = 0 then -1 else 300 end) * interval '1 day' + n * interval '1 ms'
     from (select *, row_number() over (partition by partner_id order by customer_id) as n from customers) numbered`,
    [large, NOW],
  );
  await database.owner.query('vacuum analyze reviews');
  db = openTestDb(database.workerUrl);
  client = new pg.Client({ connectionString: database.workerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await db.close();
  await database.close();
});

test('a partner with thousands of due packages gets its next batch only after every other partner had one', async () => {
  const logger = createLogger({ service: 'worker', level: 'silent' });
  const next = createFlagLeases({ db, clock: { now: () => NOW }, keys: openKeyRing(TEST_KEY_RING), logger });
  const order: string[] = [];
  for (let turn = 0; turn < 5; turn++) {
    for (const { packages } of await next(2, [])) {
      const owners = new Set(packages.map(({ partnerId }) => partnerId));
      expect(owners.size).toBe(1);
      expect(packages.length).toBeLessThanOrEqual(BATCH);
      order.push(...owners);
    }
  }
  // The small partners have nothing left after their first turn.
  expect(order).toEqual([...partnerIds, large]);
  expect((await next(3, [])).map(({ packages }) => packages.length)).toEqual([BATCH]);
  expect(await next(3, [large])).toEqual([]);
});

test('skips packages with a later day by index, regardless of their number', async () => {
  const leasedUntil = new Date(NOW.getTime() + 120_000);
  const terms = { now: NOW, leasedUntil, after: large, partners: 3, full: [] };
  const { plans } = await explaining(client, large, /^flags_lease$/, (tx) => leaseDueFlags(tx, terms), {
    carriedOut: true,
  });
  const nodes = plans[0]?.nodes ?? [];
  const scans = nodes.filter((node) => node['Relation Name'] === 'reviews' && node['Node Type'].endsWith('Scan'));
  // The last scan fetches the leased rows by key: few are expected, so a large table is not read in full.
  const [byTime, ...byPartner] = scans.slice(0, -1);
  expect(byTime?.['Index Name']).toBe('reviews_flags_due');
  expect(byPartner.map((scan) => scan['Index Name'])).toEqual(Array(3).fill('reviews_flags_due_by_partner'));
  for (const scan of scans.slice(0, -1)) expect(scan['Actual Rows']).toBeLessThanOrEqual(200);
  const leased = nodes.find((node) => node['Node Type'] === 'CTE Scan' && node['CTE Name'] === 'due');
  expect(leased?.['Plan Rows']).toBeLessThanOrEqual(200);
});
