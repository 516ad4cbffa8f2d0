// What the queue asks of PostgreSQL is read from the index of its filter, in the order of the queue and from where the page
// begins: never everything, never sorted.
import { REVIEW_FLAGS } from '@onboarding/contract';
import {
  countWaiting,
  listClaimed,
  listEndedClaims,
  listWaiting,
  lockNextWaiting,
  QUEUE_START,
  type QueueFilters,
} from '@onboarding/domain/reviews';
import type { Tx } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeCustomers } from '../harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { explaining, type Plan } from './plans.ts';

let database: TestDatabase;
let client: pg.Client;
let partnerId: string;

beforeAll(async () => {
  database = await cloneDatabase();
  ({ partnerId } = await database.addPartner());
  // One partner with most of the packages among some with few.
  const partnerIds = Array.from({ length: 20 }, () => partnerId);
  for (let n = 0; n < 10; n++) partnerIds.push((await database.addPartner()).partnerId);
  await storeCustomers(database.owner, { partnerIds, count: 16_000, everyMs: 60_000 });
  // Half of all that wait is of one country, type and flag, and stands behind all others, which the statistics do not tell.
  await database.owner.query(
    `insert into reviews (partner_id, customer_id, priority, queued_at, claimed_by, claimed_at, claim_ends_at, country,
       business_type_code, flag_codes)
     select partner_id, customer_id, case when late then 0 else n % 3 end, case when n % 3 > 0 then created_at + late::int * interval '1 year' end,
       claimed, case when claimed is not null then created_at end, case when claimed is not null then created_at + interval '1 day' end,
       case when late then 'NGA' else (array['KEN', 'GHA', 'ZAF'])[1 + n % 3] end,
       case when late then 'LLC' else (array['Trust', 'NonProfit'])[1 + n % 2] end,
       case when late then $1::text[] else '{}' end
     from (
       select *, n % 2 = 0 as late, case when n % 60 = 1 then gen_random_uuid() end as claimed
       from (select *, row_number() over (order by customer_id) as n from customers) numbered
     ) made`,
    [REVIEW_FLAGS],
  );
  await database.owner.query('vacuum analyze reviews');
  client = new pg.Client({ connectionString: database.staffUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

async function planOf<T>(work: (tx: Tx) => Promise<T>): Promise<{ result: T; nodes: Plan[] }> {
  const { result, plans } = await explaining(client, partnerId, /^review_/, work);
  expect(plans).toHaveLength(1);
  return { result, nodes: plans[0]?.nodes ?? [] };
}

const scansOf = (nodes: readonly Plan[]) => nodes.filter((node) => node['Node Type'].includes('Scan'));

function expectInQueueOrder(nodes: readonly Plan[], index: string): void {
  const [scan, ...others] = scansOf(nodes);
  expect(others).toEqual([]);
  expect(scan).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': index, 'Scan Direction': 'Forward' });
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
  expect(nodes[0]?.['Node Type']).toBe('Limit');
}

const CASES: [string, QueueFilters, string][] = [
  ['no filter', {}, 'reviews_waiting'],
  ['a partner', { partnerId: 'own' }, 'reviews_waiting_by_partner'],
  ['a country', { country: 'NGA' }, 'reviews_waiting_by_country'],
  ['a type', { businessTypeCode: 'LLC' }, 'reviews_waiting_by_type'],
  ...REVIEW_FLAGS.map((flag): [string, QueueFilters, string] => [
    `the flag ${flag}`,
    { flag },
    `reviews_waiting_${flag.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()}`,
  ]),
];
const asked = (filters: QueueFilters): QueueFilters =>
  filters.partnerId === undefined ? filters : { ...filters, partnerId };

describe.each(CASES)('with %s', (_name, filters, index) => {
  test('a page is read from its own index, and begins where the one before it ended', async () => {
    for (const limit of [1, 51, 201]) {
      const first = await planOf((tx) => listWaiting(tx, asked(filters), { after: QUEUE_START, limit }));
      expectInQueueOrder(first.nodes, index);
      const last = first.result.at(-1);
      const after = {
        rank: last?.rank ?? 0,
        queuedAt: last?.queued_position ?? '',
        customerId: last?.customer_id ?? '',
      };
      const next = await planOf((tx) => listWaiting(tx, asked(filters), { after, limit }));
      expect(next.result.length).toBeGreaterThan(0);
      expectInQueueOrder(next.nodes, index);
      const [scan] = scansOf(next.nodes);
      expect(scan?.['Index Cond']).toMatch(/ROW\(.*priority.*queued_at, customer_id\) > ROW/);
      expect(scan?.Filter ?? '').not.toMatch(/ROW|queued_at/);
    }
  });

  test('the next package is the first of its index', async () => {
    const { result, nodes } = await planOf((tx) => lockNextWaiting(tx, asked(filters), []));
    expect(result).toBeDefined();
    expectInQueueOrder(nodes, index);
    expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'LockRows', 'Index Scan']);
  });
});

test('what one analyst has is found by the analyst', async () => {
  const { rows } = await database.owner.query('select claimed_by from reviews where claimed_by is not null limit 1');
  const part = { after: QUEUE_START, limit: 51 };
  const { result, nodes } = await planOf((tx) => listClaimed(tx, rows[0].claimed_by, {}, part));
  expect(result).toHaveLength(1);
  expect(scansOf(nodes).map((node) => node['Index Name'])).toEqual(['reviews_claimed']);
});

test('claims whose time is over are found by that time', async () => {
  const { nodes } = await planOf((tx) => listEndedClaims(tx, new Date('2026-03-03T00:00:00Z'), undefined, 100));
  expect(scansOf(nodes).map((node) => node['Index Name'])).toEqual(['reviews_claim_ends']);
});

test('what waits is counted in an index that holds nothing else, without looking at the packages', async () => {
  // Most are decided, as in a living system.
  await database.owner.query(
    'update reviews set queued_at = null where claimed_by is null and hashtext(customer_id::text) % 10 <> 0',
  );
  await database.owner.query('vacuum full reviews');
  await database.owner.query('vacuum analyze reviews');
  const { result, nodes } = await planOf((tx) => countWaiting(tx, new Date(), [3_600]));
  expect(result.length).toBeGreaterThan(2);
  const scans = scansOf(nodes).map((node) => [node['Node Type'], node['Index Name']]);
  expect(scans).toEqual([['Index Only Scan', 'reviews_waiting_by_country']]);
});

test('this proof sees a detour: without the index of a filter it fails', async () => {
  const proof = async () => {
    const { nodes } = await planOf((tx) => lockNextWaiting(tx, { country: 'NGA' }, []));
    expectInQueueOrder(nodes, 'reviews_waiting_by_country');
  };
  await expect(proof()).resolves.toBeUndefined();
  await database.owner.query('drop index reviews_waiting_by_country');
  await expect(proof()).rejects.toThrow(/expected/);
});
