// Queries of the queue read the index of their filter in queue order, starting at the page: no full scans, no sorting.
import { REVIEW_FLAGS } from '@onboarding/contract';
import {
  countEntered,
  countFlagged,
  countProposals,
  countQueue,
  countWaiting,
  listClaimed,
  listClaimedByOthers,
  listEndedClaims,
  listProposedByOthers,
  listWaiting,
  lockNextWaiting,
  QUEUE_START,
  type QueueFilters,
} from '@onboarding/domain/review-state';
import type { Tx } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explaining, type Plan } from '../../harness/checks/plans.ts';
import { storeCustomers } from '../../harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { until } from '../../harness/patience.ts';

let database: TestDatabase;
let client: pg.Client;
let partnerId: string;

/** Repeats until every page is all-visible; an older transaction anywhere on the server delays that. */
async function vacuumReviews(): Promise<void> {
  await until(async () => {
    await database.owner.query('vacuum analyze reviews');
    const { rows } = await database.owner.query(
      `select relallvisible >= relpages as visible from pg_class where oid = 'reviews'::regclass`,
    );
    return rows[0].visible;
  }, 'every page is visible to all');
}

beforeAll(async () => {
  database = await cloneDatabase();
  ({ partnerId } = await database.addPartner());
  // One partner has most of the packages, ten others have few.
  const partnerIds = Array.from({ length: 20 }, () => partnerId);
  for (let n = 0; n < 10; n++) partnerIds.push((await database.addPartner()).partnerId);
  await storeCustomers(database.owner, { partnerIds, count: 16_000, everyMs: 60_000 });
  // Half of the queue has one country, type and flag and comes after all others, which the planner's statistics do not show.
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
  await vacuumReviews();
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

const indexOf = (flag: string) =>
  `reviews_waiting_${flag.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()}`;

const CASES: [string, QueueFilters, string][] = [
  ['no filter', {}, 'reviews_waiting'],
  ['a partner', { partnerId: 'own' }, 'reviews_waiting_by_partner'],
  ['a country', { country: 'NGA' }, 'reviews_waiting_by_country'],
  ['a type', { businessTypeCode: 'LLC' }, 'reviews_waiting_by_type'],
  ...REVIEW_FLAGS.map((flag): [string, QueueFilters, string] => [`the flag ${flag}`, { flag }, indexOf(flag)]),
];
const asked = (filters: QueueFilters): QueueFilters =>
  filters.partnerId === undefined ? filters : { ...filters, partnerId };

describe.each(CASES)('with %s', (_name, filters, index) => {
  test('a page is read from its own index, starting where the previous one ended', async () => {
    for (const limit of [1, 51, 201]) {
      const first = await planOf((tx) => listWaiting(tx, asked(filters), { after: QUEUE_START, limit }));
      expectInQueueOrder(first.nodes, index);
      const last = first.result.at(-1);
      const after = {
        rank: last?.rank ?? 0,
        queuedAt: last?.queuedPosition ?? '',
        customerId: last?.customerId ?? '',
      };
      const next = await planOf((tx) => listWaiting(tx, asked(filters), { after, limit }));
      expect(next.result.length).toBeGreaterThan(0);
      expectInQueueOrder(next.nodes, index);
      const [scan] = scansOf(next.nodes);
      expect(scan?.['Index Cond']).toMatch(/ROW\(.*priority.*queued_at, customer_id\) > ROW/);
      expect(scan?.Filter ?? '').not.toMatch(/ROW|queued_at/);
    }
  });

  test('the next package is the first entry of the index', async () => {
    const { result, nodes } = await planOf((tx) => lockNextWaiting(tx, asked(filters), []));
    expect(result).toBeDefined();
    expectInQueueOrder(nodes, index);
    expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'LockRows', 'Index Scan']);
  });
});

test('claims of one analyst are found by the index on the analyst', async () => {
  const { rows } = await database.owner.query('select claimed_by from reviews where claimed_by is not null limit 1');
  const part = { after: QUEUE_START, limit: 51 };
  const { result, nodes } = await planOf((tx) => listClaimed(tx, rows[0].claimed_by, {}, part));
  expect(result).toHaveLength(1);
  expect(scansOf(nodes).map((node) => node['Index Name'])).toEqual(['reviews_claimed']);
});

test('packages older than a time are found by an index, without reading newer ones', async () => {
  const queuedUntil = new Date('2026-03-02T00:00:00Z');
  for (const filters of [{}, { country: 'KEN' }, { flag: 'NoOwner' as const }]) {
    const { nodes } = await planOf((tx) =>
      listWaiting(tx, { ...filters, queuedUntil }, { after: QUEUE_START, limit: 51 }),
    );
    const scans = scansOf(nodes);
    expect(scans.map((scan) => scan['Index Cond'] ?? '').join()).toContain('queued_at <=');
    expect(scans.map((scan) => scan.Filter ?? '').join()).not.toContain('queued_at');
  }
});

test('claims and proposals of others are found by indexes on claims, regardless of the queue length', async () => {
  await database.owner.query(
    `insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at)
     select partner_id, customer_id, gen_random_uuid(), 'Approve', 'Proposed', 1, claimed_by, now()
     from reviews where claimed_by is not null limit 40`,
  );
  // As many old decisions as a production system has.
  await database.owner.query(
    `insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at, settled_at)
     select partner_id, customer_id, gen_random_uuid(), 'Approve', 'Withdrawn', 1, gen_random_uuid(), now(), now() from reviews`,
  );
  await database.owner.query('vacuum analyze review_decisions');
  const part = { after: QUEUE_START, limit: 51 };
  const me = crypto.randomUUID();
  const indexes = (nodes: readonly Plan[]) => [...new Set(scansOf(nodes).map((node) => node['Index Name']))].toSorted();
  const others = await planOf((tx) => listClaimedByOthers(tx, me, {}, part));
  expect(others.result).toHaveLength(51);
  expect(indexes(others.nodes)).toEqual([expect.stringMatching(/^reviews_claim/)]);
  const proposed = await planOf((tx) => listProposedByOthers(tx, me, {}, part));
  expect(proposed.result).toHaveLength(40);
  for (const index of indexes(proposed.nodes)) {
    expect(index).toMatch(/^(reviews_claim|reviews_pkey|review_decisions_(open|waiting))/);
  }
  await database.owner.query('delete from review_decisions');
});

test('the queue counts read partial indexes, and no more entries than the maximum', async () => {
  const most = 1_000;
  const { result, plans } = await explaining(
    client,
    partnerId,
    /^review_count_queue/,
    (tx) => countQueue(tx, crypto.randomUUID(), most),
    { carriedOut: true },
  );
  expect(result.waiting).toBe(most);
  const nodes = plans[0]?.nodes ?? [];
  expect(scansOf(nodes).map((node) => node['Index Name'] ?? node['Node Type'])).not.toContain('Seq Scan');
  for (const scan of scansOf(nodes)) expect(scan['Actual Rows']).toBeLessThanOrEqual(most);
});

test('expired claims are found by the index on their end', async () => {
  const { nodes } = await planOf((tx) => listEndedClaims(tx, new Date('2026-03-03T00:00:00Z'), undefined, 100));
  expect(scansOf(nodes).map((node) => node['Index Name'])).toEqual(['reviews_claim_ends']);
});

test('waiting packages are counted by an index-only scan of a partial index', async () => {
  // Most are decided, as in a production system.
  await database.owner.query(
    'update reviews set queued_at = null where claimed_by is null and hashtext(customer_id::text) % 10 <> 0',
  );
  await database.owner.query('vacuum full reviews');
  await vacuumReviews();
  const { result, nodes } = await planOf((tx) => countWaiting(tx, new Date(), [3_600]));
  expect(result.length).toBeGreaterThan(2);
  const scans = scansOf(nodes).map((node) => [node['Node Type'], node['Index Name']]);
  expect(scans).toEqual([['Index Only Scan', 'reviews_waiting_by_country']]);
});

test('waiting packages with a flag are counted by the index of that flag', async () => {
  const { result, nodes } = await planOf((tx) => countFlagged(tx));
  expect(result.every(({ packages }) => packages > 0)).toBe(true);
  const used = scansOf(nodes).flatMap((node) => node['Index Name'] ?? []);
  expect(used.sort()).toEqual(REVIEW_FLAGS.map((flag) => indexOf(flag)).sort());
});

test('packages entered on a day, and open proposals, are each counted by their own index', async () => {
  await database.owner.query(
    `update reviews set entered_at = '2026-01-01'::timestamptz + hashtext(customer_id::text) % 200 * interval '1 day'`,
  );
  await database.owner.query(
    `insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at, settled_at)
     select partner_id, customer_id, gen_random_uuid(), 'Approve', case when n % 100 = 0 then 'Proposed' else 'Confirmed' end, 1,
       customer_id, now(), case when n % 100 > 0 then now() end
     from (select partner_id, customer_id, row_number() over () as n from reviews) numbered`,
  );
  for (const table of ['reviews', 'review_decisions']) await database.owner.query(`vacuum analyze ${table}`);
  const span = { from: new Date('2026-01-05T00:00:00Z'), to: new Date('2026-01-06T00:00:00Z') };
  const entered = await planOf((tx) => countEntered(tx, span));
  expect(entered.result).toBeGreaterThan(0);
  const entries = scansOf(entered.nodes).flatMap((node) => node['Index Name'] ?? []);
  expect(entries).toEqual(['reviews_entered']);
  const open = await planOf((tx) => countProposals(tx));
  expect(open.result).toBeGreaterThan(100);
  // Both cover exactly the open ones.
  expect(scansOf(open.nodes).flatMap((node) => node['Index Name'] ?? [])).toEqual([
    expect.stringMatching(/^review_decisions_(open|waiting)$/),
  ]);
});

test('self-test: fails when the index of a filter is dropped', async () => {
  const proof = async () => {
    const { nodes } = await planOf((tx) => lockNextWaiting(tx, { country: 'NGA' }, []));
    expectInQueueOrder(nodes, 'reviews_waiting_by_country');
  };
  await expect(proof()).resolves.toBeUndefined();
  await database.owner.query('drop index reviews_waiting_by_country');
  await expect(proof()).rejects.toThrow(/expected/);
});
