// Lists as CSV files: what they contain, where they end, who gets them, what is recorded, and that nobody waits for them.
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPORT_LIMITS, type ExportLimits } from '../../../apps/api/src/http/handle-export.ts';
import { startTestApi, type TestApi, type TestApiOptions } from '../../harness/api.ts';
import { validBody } from '../../harness/bodies.ts';
import { ask } from '../../harness/byte-client.ts';
import { storeCustomers } from '../../harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { patient, until } from '../../harness/patience.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';

const NOW = new Date('2026-11-19T23:30:00Z');
const CUSTOMERS = '/api/customer/v1/partner-profile/customers/export';
const DELIVERIES = '/api/customer/v1/partner-profile/webhooks/deliveries/export';
const ACTIVITY = '/api/customer/v1/partner-profile/activity';
const SMALL: ExportLimits = { ...EXPORT_LIMITS, rows: 5, batch: 2 };

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await cloneDatabase();
  api = await listening({ exports: SMALL, clock: { now: () => NOW } });
});
afterAll(async () => {
  await api?.close();
  await database?.close();
});

async function listening(options: TestApiOptions): Promise<TestApi> {
  const started = await startTestApi(database, options);
  await started.app.listen({ host: '127.0.0.1', port: 0 });
  return started;
}

interface Organisation {
  partnerId: string;
  person: SignedIn;
}

async function organisation(customers = 0, role = 'viewer'): Promise<Organisation> {
  const { partnerId } = await database.addPartner();
  if (customers > 0) await storeCustomers(database.owner, { partnerIds: [partnerId], count: customers, everyMs: 1000 });
  return { partnerId, person: await signIn(database, { partnerId, role, at: NOW }) };
}

const get = (path: string, { person }: Organisation, headers: Record<string, string> = {}) =>
  api.app.inject({ url: path, headers: { ...person.headers, ...headers } });

/** The rows of a file without quoted cells, and the heading first. */
const rowsOf = (text: string) =>
  text
    .replace(/^\u{feff}/u, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

/** The latest entry about an export in the activity log. */
async function recorded(of: Organisation): Promise<{ action: string; detail: string; actor: object } | undefined> {
  return (await get(`${ACTIVITY}?kind=Export&limit=1`, of)).json().value.items[0];
}

describe('the export of a list', () => {
  test('is a CSV file with a byte order mark, named after the list and the day', async () => {
    const { headers, body } = await get(CUSTOMERS, await organisation(1));
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="customers-2026-11-19.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(body.codePointAt(0)).toBe(0xfeff);
    expect(body.endsWith('\r\n')).toBe(true);
  });

  test('has all batches, each customer once, in the order of the list', async () => {
    const of = await organisation(5);
    const listed = (await get(CUSTOMERS.replace('/export', ''), of)).json().value.items;
    const [heading, ...rows] = rowsOf((await get(CUSTOMERS, of)).body);
    expect(heading?.join()).toBe('Customer ID,Company name,Trading name,Reference,Status,Status since,Next step');
    expect(rows.map(([id]) => id)).toEqual(listed.map((row: { customerId: string }) => row.customerId));
    expect(rows[0]?.[5]).toBe(listed[0].statusChangedAt);
  });

  test('has only what the filters match, in a search too', async () => {
    const of = await organisation(5);
    const { customerId, partnerCustomerId } = (await get(CUSTOMERS.replace('/export', ''), of)).json().value.items[3];
    const found = rowsOf((await get(`${CUSTOMERS}?q=${partnerCustomerId}`, of)).body);
    expect(found.slice(1).map(([id]) => id)).toEqual([customerId]);
    expect(rowsOf((await get(`${CUSTOMERS}?verificationStatus=NotStarted`, of)).body)).toHaveLength(1);
  });

  test("never has another partner's rows", async () => {
    const [mine, theirs] = [await organisation(2), await organisation(2)];
    const { body } = await get(CUSTOMERS, mine);
    const { rows } = await database.owner.query('select customer_id from customers where partner_id = $1', [
      theirs.partnerId,
    ]);
    expect(rows.filter((row) => body.includes(row.customer_id))).toEqual([]);
    expect(rowsOf(body)).toHaveLength(3);
    expect(await recorded(theirs)).toBeUndefined();
  });

  test('that is longer than the limit is cut, and says so in a last row with as many cells', async () => {
    const of = await organisation(6);
    const rows = rowsOf((await get(CUSTOMERS, of)).body);
    expect(rows).toHaveLength(1 + 5 + 1);
    expect(rows.at(-1)).toEqual([
      'Cut off after 5 rows. Narrow the filters to export the others.',
      ...['', '', '', '', '', ''],
    ]);
    expect((await recorded(of))?.detail).toBe('5 rows, the most that a file may have');
  });

  test('defuses formulas in names that customers chose', async () => {
    const { partnerId } = api.partner;
    const of = { partnerId, person: await signIn(database, { partnerId, at: NOW }) };
    await api.create(validBody({ companyName: '=HYPERLINK("https://evil.test")', tradingName: '+2348012345678' }));
    const { body } = await get(CUSTOMERS, of);
    expect(body).toContain(`,"'=HYPERLINK(""https://evil.test"")",+2348012345678,`);
  });

  test('of deliveries has the business of each event, and no deliveries outside the filters', async () => {
    const of = await organisation();
    await database.owner.query(
      `insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
         next_attempt_at, is_replay)
       select $1, uuid_floor($2::timestamptz + n * interval '1 second'), uuid_floor($2::timestamptz + n * interval '1 second'),
         case n when 2 then 'webhook.test' else 'business.created' end, 1, $2, 'Pending', 'First', $2, false
       from generate_series(1, 3) n`,
      [of.partnerId, new Date(Date.now() - 60_000)],
    );
    const [heading, ...rows] = rowsOf((await get(`${DELIVERIES}?eventType=business.created`, of)).body);
    expect(heading?.join()).toBe(
      'Delivery ID,Event ID,Occurred at,Event type,Replay,Customer ID,Company name,Status,Next attempt at,Attempts,Last response',
    );
    expect(rows.map((row) => [row[3], row[4], row[7], row[9], row[10]])).toEqual([
      ['business.created', 'false', 'Pending', '0', ''],
      ['business.created', 'false', 'Pending', '0', ''],
    ]);
    expect(await recorded(of)).toMatchObject({
      action: 'DeliveriesExported',
      detail: '2 rows; eventType: business.created',
    });
  });

  test('of activity has names and ids of users', async () => {
    const of = await organisation();
    await get(CUSTOMERS, of);
    const [heading, row] = rowsOf((await get(`${ACTIVITY}/export?kind=Export&person=${of.person.accountId}`, of)).body);
    expect(heading?.join()).toBe(
      'Activity ID,Occurred at,Kind,Action,Actor kind,Actor ID,Actor,Subject ID,Subject,Detail',
    );
    // The running export itself comes first.
    expect(row?.slice(1)).toEqual([
      NOW.toISOString(),
      'Export',
      'ActivityExported',
      'Person',
      of.person.accountId,
      'Ada Lind',
      '',
      '',
      expect.stringMatching(/^not finished; kind: Export; person: /),
    ]);
  });
});

describe('an export is recorded', () => {
  test('with its user, its rows and its filters, but without the words of a search', async () => {
    const of = await organisation(3);
    const filters = 'q=stored&verificationStatus=Approved&verificationStatus=NotStarted&createdFrom=2020-01-01';
    await get(`${CUSTOMERS}?${filters}`, of);
    expect(await recorded(of)).toMatchObject({
      action: 'CustomersExported',
      actor: { kind: 'Person', accountId: of.person.accountId, name: 'Ada Lind' },
      detail: expect.stringMatching(
        /^\d rows?; q; verificationStatus: Approved, NotStarted; createdFrom: 2020-01-01T00:00:00.000Z$/,
      ),
    });
  });

  test('not if its filters are invalid, and not for HEAD', async () => {
    const of = await organisation(1);
    expect((await get(`${CUSTOMERS}?verificationStatus=x`, of)).json().error.code).toBe('ValidationControl.Error');
    const head = await api.app.inject({ method: 'HEAD', url: CUSTOMERS, headers: of.person.headers });
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, 'text/csv; charset=utf-8', '']);
    expect(await recorded(of)).toBeUndefined();
  });

  test('only for a request that our own page sent', async () => {
    const of = await organisation(1);
    const { cookie } = of.person.cookie;
    const answer = await api.app.inject({ url: CUSTOMERS, headers: { cookie } });
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'Session.CrossSite']);
    expect(await recorded(of)).toBeUndefined();
  });
});

describe('a caller that stops reading', () => {
  const MANY = 20_000;
  let narrow: TestApi;
  let of: Organisation;
  /** How many transactions have begun. */
  let entered = 0;
  beforeAll(async () => {
    // One connection for each partner: if an export held it, every other request of its partner would wait.
    narrow = await listening({
      poolSize: 2,
      requestLog: false,
      beforeStatement: (name) => {
        if (name === 'session_enter') entered += 1;
      },
    });
    of = await organisation(MANY);
    // More than the buffers of a connection hold. Without the triggers, which would index every name for the search.
    await database.owner.query('alter table customers disable trigger user');
    await database.owner.query(`update customers set trading_name = repeat('x', 1000) where partner_id = $1`, [
      of.partnerId,
    ]);
    await database.owner.query('alter table customers enable trigger user');
  });
  afterAll(() => narrow.close());

  const addressOf = (path: string) => {
    const { port } = narrow.app.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${path}`;
  };
  const session = () => signIn(database, { partnerId: of.partnerId, role: 'viewer' });
  const statusOf = async (path: string, { headers }: SignedIn) => {
    const { arriving } = ask(addressOf(path), headers);
    const { status, rest } = await arriving;
    await rest();
    return status;
  };
  /** An export whose caller reads nothing beyond the head, once no more batches are read for it. */
  async function stalled(person: SignedIn) {
    const arrived = await ask(addressOf(CUSTOMERS), person.headers).arriving;
    expect(arrived.status).toBe(200);
    for (let before = -1; before !== entered; ) {
      before = entered;
      await delay(patient(250));
    }
    return arrived;
  }
  const outcomes = async () =>
    (
      await database.owner.query('select outcome, row_count from list_exports where partner_id = $1 order by 1, 2', [
        of.partnerId,
      ])
    ).rows;

  test('holds no connection: other requests succeed, and only its own organisation has to wait to export', async () => {
    const person = await session();
    const waiting = await stalled(person);
    const { rows } = await database.owner.query(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
    );
    expect(rows[0].open).toBe(0);
    expect(await statusOf(CUSTOMERS.replace('/export', '?limit=1'), person)).toBe(200);
    expect(await statusOf(CUSTOMERS, await session()), 'a colleague').toBe(429);
    const other = await organisation(1);
    const theirs = await signIn(database, { partnerId: other.partnerId });
    expect(await statusOf(CUSTOMERS, theirs), 'another organisation').toBe(200);
    expect(await outcomes()).toEqual([{ outcome: null, row_count: null }]);
    waiting.leave();
    await until(async () => (await outcomes())[0]?.outcome === 'Interrupted', 'the end is recorded');
    expect((await outcomes())[0].row_count).toBeLessThan(MANY);
  });

  test('gets the rest when it reads on', async () => {
    const waiting = await stalled(await session());
    const { bytes, isWhole } = await waiting.rest();
    expect(isWhole).toBe(true);
    expect(new Set(rowsOf(bytes.toString()).map(([id]) => id)).size).toBe(MANY + 1);
  });

  test('gets no more, and no complete response, once its session has ended', async () => {
    const person = await session();
    const waiting = await stalled(person);
    await database.owner.query('delete from sessions where session_id = $1', [person.sessionId]);
    const { bytes, isWhole } = await waiting.rest();
    expect(isWhole).toBe(false);
    expect(rowsOf(bytes.toString()).length).toBeLessThan(MANY);
    await until(async () => (await outcomes()).filter((one) => one.outcome === 'Interrupted').length === 2, 'the end');
  });
});
