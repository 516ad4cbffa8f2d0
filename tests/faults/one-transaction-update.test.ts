// An update is one transaction: whichever statement fails, all of its changes are stored or none.
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { validIdentity, validPerson } from '../harness/bodies.ts';
import { checkChain } from '../harness/checks/wholeness.ts';
import { BUSINESS_TABLES, cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type BeforeStatement, failAt, Injected } from '../harness/injected-faults.ts';
import { type Customer, createCustomer, patch, put } from '../harness/scenes/updates.ts';

let database: TestDatabase;
let api: TestApi;
let seen: string[] = [];
let before: BeforeStatement = () => {};

/** A frozen clock, so that reference data is never reloaded between the statements of an update. */
const now = new Date();

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, {
    clock: { now: () => now },
    requestLog: false,
    beforeStatement(name) {
      seen.push(name);
      before(name, seen.length - 1);
    },
  });
  // The first request also loads the reference data.
  await createCustomer(api);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

function watch(inject: BeforeStatement = () => {}): void {
  seen = [];
  before = inject;
}

/** Writes to every table: changes a field, changes a person and their identity, adds a person. */
const changesOf = (customer: Customer) => ({
  description: 'Another description.',
  businessPersonList: [
    { ...customer.body.businessPersonList[0], lastName: 'Bello', identities: [validIdentity()] },
    validPerson(),
  ],
});

const send = (kind: 'PUT' | 'PATCH', customer: Customer, changes: unknown, headers: Record<string, string>) =>
  kind === 'PUT' ? put(api, customer, changes as object, headers) : patch(api, customer, changes, headers);

/** All rows of all business tables as text. */
async function everything(): Promise<string> {
  const tables: string[] = [];
  for (const table of BUSINESS_TABLES) {
    const { rows } = await database.owner.query(`select t::text as row from ${table} t order by 1`);
    tables.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  return tables.join('\n');
}

async function counted(customer: Customer) {
  const { rows } = await database.owner.query(
    `select c.version,
       (select count(*)::int from people p where p.customer_id = c.customer_id) as people,
       (select count(*)::int from identities i where i.customer_id = c.customer_id and replaced_at is null) as identities,
       (select count(*)::int from identities i where i.customer_id = c.customer_id and replaced_at is not null) as replaced,
       (select count(*)::int from events e join event_outbox o using (event_id) where e.customer_id = c.customer_id) as events
     from customers c where c.customer_id = $1`,
    [customer.customerId],
  );
  return { ...rows[0], audit: await checkChain(database.owner, customer.customerId) };
}

/** A customer with one person, after one update by `changesOf`. */
const ONCE = { version: 2, people: 2, identities: 2, replaced: 1, events: 5, audit: 2 };

async function expectOnce(answer: LightMyRequestResponse, customer: Customer, why: string): Promise<void> {
  expect(answer.statusCode, `${why}: ${answer.body}`).toBe(200);
  expect(answer.headers['idempotent-replayed'], why).toBeUndefined();
  expect(await counted(customer), why).toEqual(ONCE);
}

async function record(kind: 'PUT' | 'PATCH', headers: Record<string, string>): Promise<string[]> {
  watch();
  const customer = await createCustomer(api);
  watch();
  await expectOnce(await send(kind, customer, changesOf(customer), headers), customer, 'undisturbed');
  return seen;
}

const newKey = (): Record<string, string> => ({ 'idempotency-key': crypto.randomUUID() });

describe.each([
  ['PATCH with an Idempotency-Key', 'PATCH', newKey],
  ['PATCH without an Idempotency-Key', 'PATCH', () => ({})],
  ['PUT with an Idempotency-Key', 'PUT', newKey],
] as const)('a %s', (_what, kind, headersOf: () => Record<string, string>) => {
  test('that fails before any of its statements changes nothing, reveals nothing and succeeds when repeated', async () => {
    const statements = await record(kind, headersOf());
    expect(statements).toEqual(
      expect.arrayContaining(['begin', 'customer_lock', 'people_find_known', 'profile_update', 'commit']),
    );
    for (const [position, name] of statements.entries()) {
      watch();
      const [customer, headers] = [await createCustomer(api), headersOf()];
      const changes = changesOf(customer);
      const untouched = await everything();
      watch(failAt(position, () => new Error('secret-of-the-failure')));
      const failed = await send(kind, customer, changes, headers);
      expect(seen[position], 'the fault was injected').toBe(name);
      expect([failed.statusCode, failed.json().error.code], `before ${name}`).toEqual([500, 'Internal.Error']);
      expect(failed.body).not.toMatch(/secret-of-the-failure|begin|commit|select|insert|\.ts/i);
      expect((await everything()) === untouched, `something was left by a failure before ${name}`).toBe(true);
      watch();
      await expectOnce(await send(kind, customer, changes, headers), customer, `after ${name}`);
    }
  });

  test('that loses its connection before any statement except COMMIT is retried automatically', async () => {
    const statements = await record(kind, headersOf());
    for (const [position, name] of statements.slice(0, -1).entries()) {
      watch();
      const customer = await createCustomer(api);
      watch(failAt(position, () => new Injected('57P01')));
      await expectOnce(await send(kind, customer, changesOf(customer), headersOf()), customer, `before ${name}`);
      expect(seen.length).toBeGreaterThan(statements.length);
    }
  });
});

test('an update whose connection is lost at COMMIT is retried with a key, and gets 503 Service.OutcomeUnknown without', async () => {
  const loseFirstCommit = () => {
    let lost = false;
    return (name: string) => {
      if (name !== 'commit' || lost) return;
      lost = true;
      throw new Injected('57P01');
    };
  };
  watch();
  const [keyed, plain] = [await createCustomer(api), await createCustomer(api)];
  watch(loseFirstCommit());
  await expectOnce(await patch(api, keyed, changesOf(keyed), newKey()), keyed, 'with a key');
  watch(loseFirstCommit());
  const unknown = await patch(api, plain, changesOf(plain));
  expect([unknown.statusCode, unknown.json().error.code]).toEqual([503, 'Service.OutcomeUnknown']);
  expect(seen.filter((name) => name === 'begin')).toHaveLength(1);
  expect(await counted(plain)).toMatchObject({ version: 1, people: 1, events: 2 });
});

// One statement writes all tables, so faults are also injected into each table.
const WRITES: [table: string, operation: 'insert' | 'update'][] = [
  ['customers', 'update'],
  ['people', 'insert'],
  ['people', 'update'],
  ['identities', 'insert'],
  ['identities', 'update'],
  ['events', 'insert'],
  ['event_outbox', 'insert'],
  ['audit_entries', 'insert'],
  ['idempotency_keys', 'insert'],
];

test.each(WRITES)('an update that fails in table %s on %s changes no table', async (table, operation) => {
  watch();
  const [customer, headers] = [await createCustomer(api), newKey()];
  const changes = changesOf(customer);
  const untouched = await everything();
  await database.owner.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before ${operation} on ${table} for each row execute function refuse()`,
  );
  const refused = await patch(api, customer, changes, headers);
  await database.owner.query(`drop trigger refuse on ${table}; drop function refuse()`);
  expect(refused.json().error.code).toBe('Internal.Error');
  expect((await everything()) === untouched).toBe(true);
  await expectOnce(await patch(api, customer, changes, headers), customer, table);
});
