// A search costs PostgreSQL the same with many customers as with few.
import type { CustomerListQuery } from '@onboarding/contract';
import type { PartnerPerson } from '@onboarding/domain';
import { listCustomers, readCustomerStatistics } from '@onboarding/domain/profiles';
import type { Catalogue } from '@onboarding/domain/requirements';
import { openKeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explaining, type Plan } from '../../harness/checks/plans.ts';
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
  await database.owner.query('vacuum analyze customers, customer_terms, customer_counts');
  client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.close();
});

async function explained<T>(size: keyof typeof SIZES, work: (tx: Tx, person: PartnerPerson) => Promise<T>) {
  const person = people[size];
  const names = /^(customer_|review_first|profile_list)/;
  return explaining(client, person.partnerId, names, (tx) => work(tx, person), { carriedOut: true });
}

const pagesRead = (nodes: readonly Plan[]) =>
  (nodes[0]?.['Shared Hit Blocks'] ?? 0) + (nodes[0]?.['Shared Read Blocks'] ?? 0);

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
    const cost = (all: typeof large) => all.plans.reduce((sum, { nodes }) => sum + pagesRead(nodes), 0);
    // Comparable if both partners have the same number of matches on the page. The larger index may have one more level.
    const alike = small.result.items.length === large.result.items.length;
    expect(cost(large)).toBeLessThanOrEqual(alike ? Math.max(cost(small) * 1.5, cost(small) + 10) : 600);
  });
});

test('the counts read only a few rows, however many customers there are', async () => {
  const count = (size: keyof typeof SIZES) => explained(size, readCustomerStatistics);
  const [small, large] = [await count('small'), await count('large')];
  expect(Number(large.result.byStatus.find((one) => one.verificationStatus === 'Rejected')?.customers)).toBe(5_714);
  const [plan] = large.plans;
  expect(plan?.statement).toBe('customer_count_by_status');
  expect(pagesRead(plan?.nodes ?? [])).toBeLessThanOrEqual(pagesRead(small.plans[0]?.nodes ?? []) + 2);
});

test('a page without a search term is read in index order, as in the Partner API', async () => {
  const { plans } = await explained('large', (tx, person) => listCustomers(tx, keys, person, catalogue, {}));
  expect(plans.map(({ statement }) => statement)).toEqual([
    'profile_list',
    'customer_status_times',
    'review_first_reasons',
  ]);
  for (const { nodes } of plans) expect(pagesRead(nodes)).toBeLessThan(400);
});
