// The reads of our staff: listed by person, customer and time, in pages, only for supervisors and auditors.
import { connect } from 'node:net';
import type { StaffReadPage } from '@onboarding/contract';
import { listStaffReads } from '@onboarding/domain/staff-reads';
import { uuidv7 } from '@onboarding/platform/ids';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { type Team, useTeam } from '../../harness/analysts.ts';
import { validBody } from '../../harness/bodies.ts';
import { explaining } from '../../harness/checks/plans.ts';
import { until } from '../../harness/patience.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';

let team: Team;
useTeam((made) => {
  team = made;
});

const people = [crypto.randomUUID(), crypto.randomUUID()];
const customers = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
const at = (minute: number) => new Date(Date.now() - 3_600_000 + minute * 60_000);
const [FIRST, LAST] = [at(0), at(30)];
let readIds: string[];
const kindOf = (minute: number) => (minute % 4 === 3 ? 'Trail' : 'Package');

beforeAll(async () => {
  readIds = [];
  for (let minute = 0; minute < 12; minute++) {
    const when = at(minute);
    const readId = uuidv7(when);
    readIds.push(readId);
    await team.database.owner.query(
      `insert into staff_reads (partner_id, read_id, customer_id, account_id, kind, address, request_id, read_at)
       values ($1, $2, $3, $4, $6, '192.0.2.1', 'r', $5)`,
      [team.api.partner.partnerId, readId, customers[minute % 3], people[minute % 2], when, kindOf(minute)],
    );
  }
});

const page = async (query: string): Promise<StaffReadPage> =>
  (await team.auditor.call('GET', `/reads?from=${FIRST.toISOString()}&to=${LAST.toISOString()}${query}`)).json().value;
const minutesOf = ({ items }: StaffReadPage) => items.map(({ readId }) => readIds.indexOf(readId));

test('reads are listed newest first, filtered by person, customer, kind and time', async () => {
  expect(minutesOf(await page(''))).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(minutesOf(await page(`&accountId=${people[1]?.toUpperCase()}`))).toEqual([11, 9, 7, 5, 3, 1]);
  expect(minutesOf(await page(`&customerId=${customers[0]}`))).toEqual([9, 6, 3, 0]);
  expect(minutesOf(await page(`&customerId=${customers[0]}&accountId=${people[1]}`))).toEqual([9, 3]);
  expect(minutesOf(await page('&kind=Trail'))).toEqual([11, 7, 3]);
  expect(minutesOf(await page(`&kind=Trail&accountId=${people[1]}`))).toEqual([11, 7, 3]);
  expect(minutesOf(await page(`&kind=Trail&customerId=${customers[0]}`))).toEqual([3]);
  expect(minutesOf(await page(`&kind=Package&customerId=${customers[0]}&accountId=${people[1]}`))).toEqual([9]);
  const between = `/reads?from=${at(2).toISOString()}&to=${at(5).toISOString()}`;
  expect((await team.supervisor.call('GET', between)).json().value.items).toHaveLength(3);
});

test('reads are paged, and a cursor is rejected with other filters', async () => {
  const seen: number[] = [];
  let cursor = '';
  for (let pages = 0; pages < 9; pages++) {
    const part = await page(`&limit=5${cursor}`);
    seen.push(...minutesOf(part));
    if (part.nextCursor === null) break;
    cursor = `&cursor=${part.nextCursor}`;
  }
  expect(seen).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  const { nextCursor } = await page('&limit=5');
  const other = await team.auditor.call('GET', `/reads?limit=5&cursor=${nextCursor}`);
  expect([other.statusCode, other.json().error.details[0].pointer]).toEqual([400, '?cursor']);
});

test('reads are visible only to supervisors and auditors, in the API and in the database', async () => {
  for (const person of [team.ada, team.operator]) {
    expect((await person.call('GET', '/reads')).json().error.code).toBe('Session.RoleMissing');
  }
  const client = new pg.Client({ connectionString: team.database.staffUrl });
  await client.connect();
  const visibleTo = async (accountId: string) => {
    await client.query(`select set_config('app.account_id', $1, false)`, [accountId]);
    return (await client.query('select count(*)::int as count from staff_reads')).rows[0].count;
  };
  expect(await visibleTo(team.ada.accountId)).toBe(0);
  expect(await visibleTo(team.auditor.accountId)).toBeGreaterThanOrEqual(12);
  for (const change of ['delete from staff_reads', `update staff_reads set address = ''`]) {
    await expect(client.query(change)).rejects.toMatchObject({ code: '42501' });
  }
  await client.end();
});

test('reads show the current names of business and document, and neither after erasure', async () => {
  const { api, ada, database, auditor } = team;
  const customer = await createCustomer(api);
  const documentId = await documentIn(api, database, customer, 'Confirmed');
  await ada.openDocument(customer.customerId, documentId);
  const named = async () => {
    const { items } = (await auditor.call('GET', `/reads?customerId=${customer.customerId}&kind=Document`)).json()
      .value as StaffReadPage;
    return items.map(({ subjectId, companyName, documentCategory }) => [subjectId, companyName, documentCategory]);
  };
  const { rows } = await database.owner.query('select category from documents where document_id = $1', [documentId]);
  expect(await named()).toEqual([[documentId, customer.body.companyName, rows[0].category]]);
  await database.owner.query('update customers set erased_at = now() where customer_id = $1', [customer.customerId]);
  await database.owner.query('update documents set erased_at = now() where document_id = $1', [documentId]);
  expect(await named()).toEqual([[documentId, null, null]]);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['all reads', {}, /read_id_idx|newest|pkey/],
  ['reads by a person', { accountId: people[0] ?? '' }, /account/],
  ['reads of a customer', { customerId: customers[0] ?? '' }, /customer/],
  ['reads of a kind', { kind: 'Trail' }, /kind/],
])('%s are listed from an index, without sorting', async (_, filters, index) => {
  const client = new pg.Client({ connectionString: team.database.staffUrl });
  await client.connect();
  // With so few rows the planner may choose anything; this shows that a plan without a sort exists.
  for (const way of ['seqscan', 'bitmapscan', 'sort']) await client.query(`set enable_${way} = off`);
  const { plans } = await explaining(client, team.api.partner.partnerId, /^staff_reads_list/, (tx) =>
    listStaffReads(tx, team.api.context, { ...filters, limit: 5 }),
  );
  const nodes = plans.flatMap((one) => one.nodes).filter((node) => node['Relation Name']?.startsWith('staff_reads'));
  expect(nodes.map((node) => node['Index Name']).join()).toMatch(index);
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  expect(plans.flatMap((one) => one.nodes).map((node) => node['Node Type'])).not.toContain('Sort');
  await client.end();
});

test('a read is recorded, with the address, even if the client disconnects before the response', async () => {
  const { api, ada, database } = team;
  const { owner } = database;
  const customerId = (await api.create(validBody())).json().value.customerId;
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const head = Object.entries({ host: 'api.test', ...ada.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const connections = () => new Promise<number>((found) => api.app.server.getConnections((_, count) => found(count)));
  const waits = `select 1 from pg_locks where locktype = 'transactionid' and not granted`;
  const reads = async () =>
    (await owner.query('select distinct address from staff_reads where customer_id = $1', [customerId])).rows;

  // Repeated if the machine stalled for so long that the request timed out while waiting.
  await until(async () => {
    // Long enough ago that the request updates the session, and so waits for the lock.
    await owner.query(`update sessions set last_seen_at = now() - interval '9 minutes' where session_id = $1`, [
      ada.sessionId,
    ]);
    await owner.query('begin');
    await owner.query('select from sessions where session_id = $1 for update', [ada.sessionId]);
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(`GET /api/compliance/v1/packages/${customerId} HTTP/1.1\r\n${head.join('')}\r\n`);
    await until(async () => (await owner.query(waits)).rowCount !== 0, 'the request waits');
    socket.destroy();
    await until(async () => (await connections()) === 0, 'the connection has ended');
    await owner.query('commit');
    return until(async () => (await reads()).length > 0, 'the read is recorded', 10_000).then(
      () => true,
      () => false,
    );
  }, 'the read is recorded');
  expect(await reads()).toEqual([{ address: '127.0.0.1' }]);
});
