// The list is read from an index in the order of the list: PostgreSQL never reads all rows and never sorts them.
import type { BusinessProfileListQuery } from '@onboarding/contract';
import type { ClientActor } from '@onboarding/domain';
import { listProfiles } from '@onboarding/domain/profiles';
import type { Catalogue } from '@onboarding/domain/requirements';
import { openKeyRing } from '@onboarding/platform/crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInOrder, explaining, type Plan, type Planned } from '../../harness/checks/plans.ts';
import { storeCustomers } from '../../harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

const keys = openKeyRing(TEST_KEY_RING);
const catalogue = { businessTypes: new Map([['llc', 'LLC']]) } as unknown as Catalogue;
let database: TestDatabase;
let client: pg.Client;
let actor: ClientActor;

beforeAll(async () => {
  database = await cloneDatabase();
  const large = await database.addPartner();
  // One partner with most of the rows and many with few, so that the planner's averages fit neither.
  const partnerIds = Array.from({ length: 200 }, () => large.partnerId);
  for (let n = 0; n < 100; n++) partnerIds.push((await database.addPartner()).partnerId);
  await storeCustomers(database.owner, { partnerIds, count: 12_000, everyMs: 600_000 });
  await database.owner.query('analyze customers');
  actor = { kind: 'Client', partnerId: large.partnerId, clientId: large.clientId, requestId: 'plans' };
  client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

/** Runs a list as the application does, and explains its statements. */
async function planned(query: BusinessProfileListQuery) {
  const { result: list, plans } = await explaining(client, actor.partnerId, /^profile_(list|count)/, (tx) =>
    listProfiles(tx, keys, actor, catalogue, query),
  );
  return { list, plans };
}

const kindsOf = (nodes: readonly Plan[]) => [...new Set(nodes.map((node) => node['Node Type']))];

function expectListOrder(planned: Planned | undefined, index: string, rows = 0): void {
  const found = /customer_id|updated_at|status|business_type|country|registration/;
  expectInOrder(planned?.nodes ?? [], { index: new RegExp(`^${index}$`), found, rows });
}

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const CASES: [string, BusinessProfileListQuery, string][] = [
  ['no filter', {}, 'customers_pkey'],
  ['one status', { verificationStatus: ['Approved'] }, 'customers_by_status'],
  ['two statuses', { verificationStatus: ['Approved', 'Rejected'] }, 'customers_by_status'],
  [
    'five statuses',
    { verificationStatus: ['NotStarted', 'Approved', 'Rejected', 'ChangesRequested', 'StartedNotCompleted'] },
    'customers_by_status',
  ],
  ['businessTypeCode', { businessTypeCode: 'llc' }, 'customers_by_type'],
  ['incorporationCountryIso3Code', { incorporationCountryIso3Code: 'KEN' }, 'customers_by_country'],
  ['registrationNumber', { registrationNumber: 'RC77' }, 'customers_by_registration'],
  ['createdFrom', { createdFrom: day('2026-03-05') }, 'customers_pkey'],
  ['createdTo', { createdTo: day('2026-04-05') }, 'customers_pkey'],
  ['createdFrom and createdTo', { createdFrom: day('2026-03-05'), createdTo: day('2026-04-05') }, 'customers_pkey'],
  ['updatedFrom', { updatedFrom: day('2026-03-05') }, 'customers_by_update'],
  ['updatedTo', { updatedTo: day('2026-09-05') }, 'customers_by_update'],
  [
    'updatedFrom and updatedTo',
    { updatedFrom: day('2026-03-05'), updatedTo: day('2026-09-05') },
    'customers_by_update',
  ],
];

describe('a page is read in the order of an index', () => {
  test.each(CASES)('with %s: the first page, and one after a cursor', async (_name, query, index) => {
    const sorted = (limit: number) => (limit + 1) * (query.verificationStatus?.length ?? 0);
    const first = await planned({ ...query, limit: 1 });
    expect(first.list.items).toHaveLength(1);
    expect(first.plans).toHaveLength(1);
    expectListOrder(first.plans[0], index, sorted(1));
    const cursor = 'nextCursor' in first.list ? first.list.nextCursor : null;
    expect(cursor).not.toBeNull();
    for (const limit of [1, 50, 200]) {
      const second = await planned({ ...query, limit, cursor: cursor ?? '' });
      expect(second.list.items.length).toBeGreaterThan(0);
      expect(second.plans).toHaveLength(1);
      expectListOrder(second.plans[0], index, sorted(limit));
    }
  });

  test.each(CASES)('with %s: a numbered page, and a total with a limit', async (_name, query, index) => {
    const { plans } = await planned({ ...query, page: 2, pageSize: 20 });
    const [page, count] = plans;
    expect(page?.statement).toMatch(/^profile_list/);
    expectListOrder(page, index, 40 * (query.verificationStatus?.length ?? 0));
    expect(count?.statement).toMatch(/^profile_count/);
    expect(kindsOf(count?.nodes ?? [])).toContain('Limit');
    expect(kindsOf(count?.nodes ?? [])).not.toContain('Sort');
  });
});

test('every btree index of customers starts with partner_id, so that the planner cannot scan the ids of all partners', async () => {
  const { rows } = await database.owner.query(
    `select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where i.indrelid = 'customers'::regclass and m.amname = 'btree' and a.attname <> 'partner_id'`,
  );
  expect(rows).toEqual([]);
});

test('the check fails when the index of a filter is missing', async () => {
  const query: BusinessProfileListQuery = { incorporationCountryIso3Code: 'KEN' };
  const proof = async () => expectListOrder((await planned(query)).plans[0], 'customers_by_country');
  await expect(proof()).resolves.toBeUndefined();
  await database.owner.query('drop index customers_by_country');
  await expect(proof()).rejects.toThrow(/to be greater than 0/);
});
