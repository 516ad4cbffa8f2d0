// Due documents are leased fairly across partners.
import { findNextCheck, leaseDueDocuments, renewLeases, reportArrived, retryCheck } from '@onboarding/domain/documents';
import type { Db } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explaining } from '../../harness/checks/plans.ts';
import { openTestDb } from '../../harness/connecting.ts';
import { storeCustomers } from '../../harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const UNTIL = new Date('2026-11-18T12:00:30Z');
const MANY = 20_000;
const FEW_DUE = 128;

let database: TestDatabase;
let db: Db;
/** The first has many documents, the others one each. */
let crowd: string;
let neighbours: string[];

beforeAll(async () => {
  database = await cloneDatabase();
  db = openTestDb(database.workerUrl, { poolSize: 4 });
  const partnerIds: string[] = [];
  for (let count = 0; count < 6; count++) partnerIds.push((await database.addPartner()).partnerId);
  await storeCustomers(database.owner, { partnerIds, count: 60, everyMs: 1_000 });
  const [first = '', ...others] = partnerIds;
  [crowd, neighbours] = [first, others];
});
beforeEach(() => database.owner.query('delete from documents'));
afterAll(async () => {
  await db.close();
  await database.close();
});

/** Documents of a partner, each due a millisecond after the one before it. */
async function addDocuments(partnerId: string, count: number, dueFrom = '2026-11-18T11:00:00Z', status = 'LinkIssued') {
  const { rows } = await database.owner.query(
    `insert into documents (partner_id, customer_id, document_id, category, content_type, status, object_key, created_at,
       link_expires_at, next_check_at)
     select c.partner_id, c.customer_id, gen_random_uuid(), 'BankStatement', 'application/pdf', $4, gen_random_uuid(),
       $3::timestamptz - interval '1 minute', $3, $3::timestamptz + n * interval '1 millisecond'
     from (select * from customers where partner_id = $1 limit 1) c, generate_series(1, $2) n
     returning document_id, next_check_at`,
    [partnerId, count, dueFrom, status],
  );
  return rows.map(({ document_id: id }) => id as string);
}

const lease = (
  limit: number,
  {
    held = new Map<string, number>(),
    ofEach = 3,
    now = NOW,
  }: { held?: Map<string, number>; ofEach?: number; now?: Date } = {},
) => db.transaction((tx) => leaseDueDocuments(tx, { now, until: UNTIL, limit, ofEach, held }));

const dueAt = async (documentId: string) =>
  (await database.owner.query('select next_check_at from documents where document_id = $1', [documentId])).rows[0]
    .next_check_at;

/** How many each partner got. */
const countsOf = (leased: { partnerId: string }[]) => {
  const counts = new Map<string, number>();
  for (const { partnerId: id } of leased) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

describe.each([
  ['few', 100],
  ['more than the query reads', 1_000],
])('next to a partner with due documents: %s', (_, count) => {
  test('other partners get their document in the first lease, even though it is due later', async () => {
    await addDocuments(crowd, count);
    for (const partnerId of neighbours) await addDocuments(partnerId, 1, '2026-11-18T11:59:59Z');
    const counts = countsOf(await lease(8));
    expect(counts.get(crowd)).toBe(3);
    expect(neighbours.map((id) => counts.get(id))).toEqual([1, 1, 1, 1, 1]);
  });

  test('every partner gets one document before any gets a second, if the limit is low', async () => {
    await addDocuments(crowd, count);
    for (const partnerId of neighbours) await addDocuments(partnerId, count, '2026-11-18T11:30:00Z');
    const first = countsOf(await lease(6));
    expect([...first.values()]).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('a partner that holds leases comes after those without, and never exceeds its share', async () => {
    await addDocuments(crowd, count);
    const [neighbour = ''] = neighbours;
    await addDocuments(neighbour, 5, '2026-11-18T11:59:59Z');
    const counts = countsOf(await lease(3, { held: new Map([[crowd, 2]]) }));
    expect([counts.get(neighbour), counts.get(crowd)]).toEqual([2, 1]);
    expect(countsOf(await lease(9, { held: new Map([[crowd, 3]]) })).get(crowd)).toBeUndefined();
  });
});

test('a lease takes the longest-due documents of a partner first, and none that are not due', async () => {
  const [first, second, third] = await addDocuments(crowd, 3);
  await addDocuments(crowd, 1, '2026-11-18T12:00:01Z');
  expect((await lease(2)).map(({ documentId: id }) => id).sort()).toEqual([first, second].sort());
  expect((await lease(9)).map(({ documentId: id }) => id)).toEqual([third]);
  expect(await lease(9)).toEqual([]);
});

test('a lease moves the due time, so that the document is due again if the worker dies', async () => {
  const [id = ''] = await addDocuments(crowd, 1);
  const [leased] = await lease(1);
  expect(leased).toMatchObject({ documentId: id, status: 'LinkIssued', nextCheckAt: UNTIL });
  expect(await dueAt(id)).toEqual(UNTIL);
  expect(await lease(1, { now: UNTIL })).toHaveLength(1);
});

test('processes that lease concurrently get different documents', async () => {
  await addDocuments(crowd, 40);
  const leased = await Promise.all([lease(9, { ofEach: 9 }), lease(9, { ofEach: 9 }), lease(9, { ofEach: 9 })]);
  const ids = leased.flat().map(({ documentId: id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(9);
});

test('a renewal extends only the leases of documents without an outcome', async () => {
  const [open = ''] = await addDocuments(crowd, 1, '2026-11-18T11:00:00Z', 'Uploaded');
  const [ended = ''] = await addDocuments(crowd, 1, '2026-11-18T11:30:00Z', 'Rejected');
  const held = [open, ended].map((documentId) => ({ partnerId: crowd, documentId }));
  await db.transaction((tx) => renewLeases(tx, held, UNTIL));
  expect([await dueAt(open), await dueAt(ended)]).toEqual([UNTIL, new Date('2026-11-18T11:30:00.001Z')]);
});

test.each([
  ['1 s after waiting 1 s (minimum)', 1, 1],
  ['15 s after waiting 60 s (a quarter)', 60, 15],
  ['60 s after waiting an hour (maximum)', 3_600, 60],
])('a failed check is retried in %s', async (_, waitedSeconds, seconds) => {
  const [documentId = ''] = await addDocuments(crowd, 1, '2026-11-18T11:00:00Z', 'Uploaded');
  const uploadedAt = new Date(NOW.getTime() - waitedSeconds * 1_000);
  await database.owner.query('update documents set uploaded_at = $1', [uploadedAt]);
  const [document] = await lease(1);
  if (document === undefined) throw new Error('There is none');
  await db.transaction((tx) => retryCheck(tx, document, NOW));
  expect(await dueAt(documentId)).toEqual(new Date(NOW.getTime() + seconds * 1_000));
});

test('the next check is the earliest across all partners', async () => {
  const next = () => db.transaction(findNextCheck, { readOnly: true });
  expect(await next()).toBeUndefined();
  await addDocuments(crowd, 2, '2026-11-18T13:00:00Z');
  await addDocuments(neighbours[0] ?? '', 1, '2026-11-18T12:30:00Z');
  expect(await next()).toEqual(new Date('2026-11-18T12:30:00.001Z'));
});

test('the API can report an arrival without entering a partner', async () => {
  const app = openTestDb(database.appUrl, { poolSize: 1 });
  const [documentId = ''] = await addDocuments(crowd, 1, '2026-11-18T13:00:00Z');
  await app.transaction((tx) => reportArrived(tx, [{ partnerId: crowd, documentId }], NOW));
  await app.close();
  expect(await dueAt(documentId)).toEqual(NOW);
});

test(`each scan of a lease reads at most ${FEW_DUE} of ${MANY} due documents, by index`, async () => {
  await addDocuments(crowd, MANY);
  for (const partnerId of neighbours) await addDocuments(partnerId, 1, '2026-11-18T11:59:59Z');
  await database.owner.query('analyze documents');
  const client = new pg.Client({ connectionString: database.workerUrl });
  await client.connect();
  const terms = { now: NOW, until: NOW, limit: 32, ofEach: 24, held: new Map<string, number>() };
  const { plans } = await explaining(client, crowd, /documents_lease_due/, (tx) => leaseDueDocuments(tx, terms), {
    carriedOut: true,
  });
  await client.end();
  const [{ nodes } = { nodes: [] }] = plans;
  const scans = nodes.filter((node) => node['Node Type'].includes('Scan') && node['Relation Name'] === 'documents');
  const indexes = scans.map((node) => node['Index Name'] ?? node['Node Type']);
  // The index without the partner is read once, up to a limit: beyond it, the scan would read all documents of the crowd.
  expect(indexes.filter((name) => name === 'documents_to_check')).toHaveLength(1);
  expect(indexes.filter((name) => name === 'documents_to_check_in_turn')).toHaveLength(3);
  expect(indexes).not.toContain('Seq Scan');
  expect(Math.max(...scans.map((node) => node['Actual Rows'] ?? MANY))).toBe(FEW_DUE);
});
