// A search costs PostgreSQL the same with many customers as with few.
import type { BusinessProfileListQuery, CustomerListQuery } from '@onboarding/contract';
import type { PartnerPerson } from '@onboarding/domain';
import { listCustomers, listProfiles, readCustomerStatistics } from '@onboarding/domain/profiles';
import type { Catalogue } from '@onboarding/domain/requirements';
import { openKeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksRead, explaining } from '../../harness/checks/plans.ts';
import { storeCustomers } from '../../harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

const keys = openKeyRing(TEST_KEY_RING);
const catalogue = { businessTypes: new Map([['llc', 'LLC']]) } as unknown as Catalogue;
const SIZES = { small: 1_000, large: 40_000 };
let database: TestDatabase;
let client: pg.Client;
const people = {} as Record<keyof typeof SIZES, PartnerPerson>;

beforeAll(async () => {
  database = await cloneDatabase();
  for (const size of ['small', 'large'] as const) {
    const { partnerId } = await database.addPartner();
    await storeCustomers(database.owner, { partnerIds: [partnerId], count: SIZES[size], everyMs: 60_000 });
    const person = {
      kind: 'PartnerPerson',
      realm: 'partner',
      accountId: '',
      role: 'viewer',
      requestId: 'plans',
    } as const;
    people[size] = { ...person, partnerId };
  }
  await database.owner.query(
    `insert into customer_metadata (partner_id, customer_id, subject_id, key, value)
     select partner_id, customer_id, customer_id, pair.key, pair.value from customers
     cross join lateral (values ('plan', 'gold'), ('crmId', registration_number)) as pair (key, value)`,
  );
  await database.owner.query('vacuum analyze customers, customer_terms, customer_counts, customer_metadata');
  client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.close();
});

async function explained<T>(size: keyof typeof SIZES, work: (tx: Tx, person: PartnerPerson) => Promise<T>) {
  const person = people[size];
  const names = /^(customer_|metadata_|review_first|profile_list)/;
  return explaining(client, person.partnerId, names, (tx) => work(tx, person), { carriedOut: true });
}

const CASES: [string, CustomerListQuery][] = [
  ['a word that every customer has', { q: 'stored', limit: 50 }],
  ['the beginning of a word that every customer has', { q: 's', limit: 50 }],
  ['a rare word', { q: '777', limit: 50 }],
  ['a registration number', { q: 'rc77', limit: 50 }],
  ['a word that no customer has', { q: 'nobody', limit: 50 }],
  ['several words', { q: 'stored rc7', limit: 50 }],
  ['a word that every customer has, and a status that none has', { q: 'stored', verificationStatus: ['NotStarted'] }],
];

describe.each(CASES)('a search for %s', (_name, query) => {
  const search = (size: keyof typeof SIZES) =>
    explained(size, (tx, person) => listCustomers(tx, keys, person, catalogue, query));

  test('reads only rows found by an index, and no more of them for a partner with forty times as many customers', async () => {
    const [small, large] = [await search('small'), await search('large')];
    const used = large.plans.flatMap(({ nodes }) => nodes);
    expect(used.map((node) => node['Node Type']).filter((kind) => kind === 'Seq Scan')).toEqual([]);
    const conditionsOn = (index: string) =>
      used.filter((node) => node['Index Name'] === index).map((node) => node['Index Cond'] ?? '');
    const [ofTerms, ofCustomers] = [conditionsOn('customer_terms_pkey'), conditionsOn('customers_pkey')];
    expect(ofTerms.length).toBeGreaterThan(0);
    expect(ofTerms.filter((found) => !found.includes('term'))).toEqual([]);
    expect(ofCustomers.filter((found) => !found.includes('customer_id = '))).toEqual([]);
    const cost = (all: typeof large) => all.plans.reduce((sum, { nodes }) => sum + blocksRead(nodes), 0);
    // Comparable if both partners have the same number of matches on the page. The larger index may have one more level.
    const alike = small.result.items.length === large.result.items.length;
    expect(cost(large)).toBeLessThanOrEqual(alike ? Math.max(cost(small) * 1.5, cost(small) + 10) : 600);
  });
});

const GOLD = { key: 'plan', value: 'gold' };
const PAIRS: [string, BusinessProfileListQuery][] = [
  ['a pair that every customer has', { metadata: [GOLD] }],
  ['a pair that few customers have', { metadata: [{ key: 'crmId', value: 'RC77' }] }],
  ['a pair that no customer has', { metadata: [{ key: 'plan', value: 'lead' }] }],
  ['a pair that every customer has and one that few have', { metadata: [GOLD, { key: 'crmId', value: 'RC77' }] }],
  [
    'a pair that every customer has, and a status that none has',
    { metadata: [GOLD], verificationStatus: ['NotStarted'] },
  ],
];

test.each(PAIRS)('a list by %s reads a bounded number of rows, each found by an index', async (_name, query) => {
  const { plans } = await explained('large', (tx, { partnerId }) =>
    listProfiles(tx, keys, { kind: 'Client', partnerId, clientId: '', requestId: 'plans' }, catalogue, query),
  );
  expect(plans.map(({ statement }) => statement)).toContain('metadata_named_by');
  expect(plans.flatMap(({ nodes }) => nodes).map((node) => node['Node Type'])).not.toContain('Seq Scan');
  // The 500 customers examined have a row, and an entry in an index for each pair; 40,000 would have 80 times as many.
  expect(plans.reduce((sum, { nodes }) => sum + blocksRead(nodes), 0)).toBeLessThan(5_000);
});

test('the counts read only a few rows, however many customers there are', async () => {
  const count = (size: keyof typeof SIZES) => explained(size, readCustomerStatistics);
  const [small, large] = [await count('small'), await count('large')];
  expect(Number(large.result.byStatus.find((one) => one.verificationStatus === 'Rejected')?.customers)).toBe(5_714);
  const [plan] = large.plans;
  expect(plan?.statement).toBe('customer_count_by_status');
  expect(blocksRead(plan?.nodes ?? [])).toBeLessThanOrEqual(blocksRead(small.plans[0]?.nodes ?? []) + 2);
});

test('a page without a search term is read in index order, as in the Partner API', async () => {
  const { plans } = await explained('large', (tx, person) => listCustomers(tx, keys, person, catalogue, {}));
  expect(plans.map(({ statement }) => statement)).toEqual([
    'profile_list',
    'customer_status_times',
    'review_first_reasons',
  ]);
  for (const { nodes } of plans) expect(blocksRead(nodes)).toBeLessThan(400);
});
