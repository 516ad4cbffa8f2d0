// All queries for a package use indexes, so that their cost does not grow with the number of businesses.

import { listOwnTrail } from '@onboarding/domain/profiles';
import { readChanges, readPackage, readReviewTrail } from '@onboarding/domain/review-work';
import type { StaffReader } from '@onboarding/domain/staff-reads';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAnalyst } from '../../harness/analysts.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { explaining, type Planned } from '../../harness/checks/plans.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { flagged, noted, screened } from '../../harness/scenes/reviewed.ts';
import { type Customer, createCustomer } from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

/** In foreign-key order: each refers only to those before it. */
const TABLES = [
  'customers',
  'people',
  'identities',
  'documents',
  'reviews',
  'review_decisions',
  'review_reasons',
  'review_notes',
  'review_verdicts',
  'package_snapshots',
  'hit_findings',
  'screenings',
  'audit_entries',
] as const;

let customer: Customer;
let staff: pg.Client;
let app: pg.Client;
beforeAll(async () => {
  const ada = await signInAnalyst(api, database);
  customer = await createCustomer(api);
  const other = await createCustomer(api);
  const [uboId = ''] = customer.uboIds;
  const documentId = await documentIn(api, database, customer, 'Confirmed');
  await ada.on(customer.customerId, 'claim');
  await ada.on(customer.customerId, `documents/${documentId}/verdict`, { verdict: 'Approved' });
  await noted(database, customer, { text: 'x', by: ada.accountId });
  const hits = [{ listName: 'l', entityId: 'e', name: 'n', score: 1 }];
  const screeningId = await screened(database, customer, { uboId, hits });
  const finding = `screenings/${screeningId}/hits/e/finding`;
  await ada.on(customer.customerId, finding, { listName: 'l', finding: 'NotTheSame' });
  const request = { outcome: 'RequestChanges', reasons: [{ code: 'Document.Missing' }] };
  await ada.on(customer.customerId, 'decisions', request);
  const twin = { partnerId: api.partner.partnerId, customerId: other.customerId };
  await flagged(database, customer, [
    { code: 'DuplicateRegistration', facts: { country: 'NGA', others: [twin], more: false } },
  ]);
  await multiply(4_000);
  staff = await connected(database.staffUrl);
  app = await connected(database.appUrl);
});
afterAll(async () => {
  await staff.end();
  await app.end();
});

async function connected(connectionString: string): Promise<pg.Client> {
  // Dates are returned as text, as in the application.
  const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.DATE ? (value: string) => value : pg.types.getTypeParser(oid, format ?? 'text');
  const client = new pg.Client({ connectionString, types: { getTypeParser } });
  await client.connect();
  return client;
}

/** Copies the business, with everything that belongs to it, `count` times. */
async function multiply(count: number): Promise<void> {
  const { owner } = database;
  await owner.query(
    `create temporary table copies as select uuid_floor(now()) as customer_id, n from generate_series(1, $1::int) n`,
    [count],
  );
  await owner.query('update copies set customer_id = gen_random_uuid()');
  for (const table of TABLES) {
    await owner.query(
      `insert into ${table}
       select (jsonb_populate_record(t, jsonb_build_object('customer_id', c.customer_id)
         ${table === 'customers' ? `|| jsonb_build_object('partner_customer_id', 'copy-' || c.n)` : ''}
         ${table === 'documents' ? `|| jsonb_build_object('document_id', gen_random_uuid())` : ''})).*
       from ${table} t cross join copies c where t.customer_id = $1`,
      [customer.customerId],
    );
    await owner.query(`analyze ${table}`);
  }
}

/** Sequential scans, and scans that read rows of other customers and filter them out. */
function walksIn(plans: readonly Planned[]): string[] {
  return plans.flatMap(({ statement, nodes }) =>
    nodes
      .filter((node) => TABLES.some((name) => isOf(node['Relation Name'], name)))
      .filter((node) => node['Node Type'] === 'Seq Scan' || /customer_id/.test(node.Filter ?? ''))
      .map((node) => `${statement}: ${node['Relation Name']}`),
  );
}

/** Partitions are named after their table. */
const isOf = (relation: string | undefined, table: string) =>
  relation === table || relation?.startsWith(`${table}_2`) === true;

const explained = <T>(client: pg.Client, work: Parameters<typeof explaining<T>>[3]) =>
  explaining(client, api.partner.partnerId, /./, work);

const reader: StaffReader = {
  person: { kind: 'StaffPerson', realm: 'staff', accountId: crypto.randomUUID(), role: 'analyst', requestId: 'plans' },
  address: '192.0.2.1',
};
const readWhole = () => explained(staff, (tx) => readPackage(tx, api.context, reader, customer.customerId));

test('everything about one business is found by indexes', async () => {
  const { result, plans } = await readWhole();
  expect(result.flags[0]?.matches).toHaveLength(1);
  expect([result.notes.length, result.decisions.length, result.documents.length]).toEqual([1, 1, 1]);
  expect(plans.length).toBeGreaterThanOrEqual(12);
  expect(walksIn(plans)).toEqual([]);
});

test('the changes since the last or an earlier decision are found by indexes', async () => {
  const read = (since?: string) =>
    explained(staff, (tx) =>
      readChanges(tx, api.context, reader, {
        customerId: customer.customerId,
        query: since === undefined ? {} : { since },
      }),
    );
  const { result, plans } = await read();
  expect(result.since).not.toBeNull();
  expect(walksIn(plans)).toEqual([]);
  const snapshot = plans.find(({ statement }) => statement === 'verification_last_snapshot');
  expect(snapshot?.nodes.some((node) => node['Node Type'] === 'Sort')).toBe(false);
  expect(walksIn((await read(result.since?.decisionId)).plans)).toEqual([]);
});

test('pages of the trail are read backwards from an index, for staff and for the partner', async () => {
  const { partnerId, clientId } = api.partner;
  const own = { kind: 'Client', partnerId, clientId, requestId: 'plans' } as const;
  const readings = [
    await explained(staff, (tx) =>
      readReviewTrail(tx, api.context, reader, { customerId: customer.customerId, query: { limit: 2 } }),
    ),
    await explained(app, (tx) => listOwnTrail(tx, own, customer.customerId, { limit: 2 })),
  ];
  for (const { result, plans } of readings) {
    expect(result.items).toHaveLength(2);
    expect(walksIn(plans)).toEqual([]);
    const page = plans.find(({ statement }) => statement.startsWith('audit_list_newest'));
    expect(page?.nodes.map((node) => node['Scan Direction'])).toContain('Backward');
    expect(page?.nodes.some((node) => node['Node Type'] === 'Sort')).toBe(false);
  }
});

test('self-test: detects scans when the indexes of documents by customer are dropped', async () => {
  const { rows } = await database.owner.query(
    `select indexname from pg_indexes where tablename = 'documents' and indexdef like '%(partner_id, customer_id%'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { indexname } of rows) await database.owner.query(`drop index ${indexname}`);
  expect(walksIn((await readWhole()).plans)).toEqual([
    'documents_of_customer: documents',
    'documents_missing: documents',
  ]);
});
