// A create is one transaction: whichever statement fails, all of its rows are stored or none.
import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { validBody, validIdentity, validPerson } from '../harness/bodies.ts';
import { BUSINESS_TABLES, cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type BeforeStatement, failAt, Injected } from '../harness/injected-faults.ts';

let database: TestDatabase;
let api: TestApi;
/** The statements since `watch`, and a hook that runs before each. */
let seen: string[] = [];
let before: BeforeStatement = () => {};

/** A frozen clock, so that reference data is never reloaded between the statements of a create. */
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
  expect((await api.create(bodyWith(1))).statusCode).toBe(200);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

function watch(inject: BeforeStatement = () => {}): void {
  seen = [];
  before = inject;
}

function bodyWith(people: number) {
  const list = Array.from({ length: people }, () =>
    validPerson({ percentageShare: 1, identities: [validIdentity(), { ...validIdentity(), identityTypeCode: 'BVN' }] }),
  );
  return validBody({ businessPersonList: list });
}

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });

/** The names of the statements of one create, in order. */
async function record(people: number, headers: Record<string, string>): Promise<string[]> {
  watch();
  expect((await api.create(bodyWith(people), headers)).statusCode).toBe(200);
  return seen;
}

/** The failed request stored nothing; repeated without a fault, it stores everything. */
async function expectFreshSuccess(
  body: unknown,
  headers: Record<string, string>,
  empty: Record<string, number>,
): Promise<void> {
  expect(await database.countRows()).toEqual(empty);
  watch();
  const again = await api.create(body, headers);
  expect(again.statusCode).toBe(200);
  expect(again.headers['idempotent-replayed']).toBeUndefined();
  expect(await database.countRows()).toEqual(plusOneCreate(empty, headers));
}

/** Adds the rows of a create with two people and four identities. */
function plusOneCreate(rows: Record<string, number>, headers: Record<string, string>): Record<string, number> {
  const added: Record<string, number> = {
    customers: 1,
    people: 2,
    identities: 4,
    events: 3,
    event_outbox: 3,
    audit_entries: 1,
    idempotency_keys: 'idempotency-key' in headers ? 1 : 0,
  };
  return Object.fromEntries(Object.entries(rows).map(([table, count]) => [table, count + (added[table] ?? 0)]));
}

function expectUnavailable(answer: LightMyRequestResponse, code: string): void {
  expect(answer.json()).toMatchObject({ isSuccess: false, error: { code } });
  expect(answer.statusCode).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

test('the number of statements does not depend on the number of people', { tags: ['S-3'] }, async () => {
  const one = await record(1, newKey());
  const fifty = await record(50, newKey());
  expect(fifty).toEqual(one);
  expect(one.at(0)).toBe('begin');
  expect(one.at(-1)).toBe('commit');
  expect(one.filter((name) => name === 'begin' || name === 'commit')).toHaveLength(2);
});

describe.each([
  ['with an Idempotency-Key', newKey],
  ['without an Idempotency-Key', () => ({})],
])('a create %s', (_with, headersOf: () => Record<string, string>) => {
  test('that fails before any of its statements stores no row, reveals nothing and succeeds when repeated', {
    tags: ['S-212'],
  }, async () => {
    const statements = await record(2, headersOf());
    expect(statements).toEqual(expect.arrayContaining(['begin', 'partner_enter', 'profile_create', 'commit']));
    for (const [position, name] of statements.entries()) {
      const rows = await database.countRows();
      const [body, headers] = [bodyWith(2), headersOf()];
      watch(failAt(position, () => new Error('secret-of-the-failure')));
      const failed = await api.create(body, headers);
      expect(seen[position], 'the fault was injected').toBe(name);
      expect(failed.statusCode, `before ${name}`).toBe(500);
      const requestId = failed.headers['x-request-id'];
      expect(failed.json()).toEqual({
        isSuccess: false,
        error: { code: 'Internal.Error', message: expect.any(String), requestId },
      });
      expect(failed.body).not.toMatch(/secret-of-the-failure|begin|commit|select|insert|\.ts/i);
      await expectFreshSuccess(body, headers, rows);
    }
  });

  test('that loses its connection before any statement except COMMIT is retried automatically', async () => {
    const statements = await record(2, headersOf());
    for (const [position, name] of statements.slice(0, -1).entries()) {
      const rows = await database.countRows();
      const headers = headersOf();
      watch(failAt(position, () => new Injected('57P01')));
      const answer = await api.create(bodyWith(2), headers);
      expect(answer.statusCode, `before ${name}: ${answer.body}`).toBe(200);
      expect(seen.slice(-statements.length), `after ${name}: the whole transaction, not the statement`).toEqual(
        statements,
      );
      expect(seen.length).toBeGreaterThan(statements.length);
      expect(await database.countRows()).toEqual(plusOneCreate(rows, headers));
    }
  });
});

test('a retried create waits while its lost connection still holds the lock on the Idempotency-Key', async () => {
  const { partnerId } = api.partner;
  const headers = newKey();
  const holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  const lockId = createHash('sha256')
    .update(JSON.stringify([partnerId, 'POST /partner/v1/business-profiles', headers['idempotency-key']]))
    .digest()
    .readBigInt64BE(0);
  let held: Promise<unknown> | undefined;
  watch((name, position) => {
    if (name !== 'idempotency_lock' || position > 3) return;
    held ??= holder.query('select pg_advisory_lock($1)', [lockId]);
    throw new Injected('57P01');
  });
  const answer = api.create(bodyWith(2), headers);
  try {
    await expect
      .poll(
        async () => (await database.owner.query(`select count(*)::int as n from pg_locks where not granted`)).rows[0].n,
      )
      .toBe(1);
  } finally {
    await held;
    await holder.end();
  }
  expect((await answer).statusCode).toBe(200);
});

describe('when the connection is lost at COMMIT', () => {
  test('a create with an Idempotency-Key is retried automatically and takes effect once', async () => {
    const headers = newKey();
    const statements = await record(2, newKey());
    const rows = await database.countRows();
    watch(failAt(statements.length - 1, () => new Injected('57P01')));
    const answer = await api.create(bodyWith(2), headers);
    expect(answer.statusCode).toBe(200);
    expect(seen.slice(statements.length)).toEqual(statements);
    expect(await database.countRows()).toEqual(plusOneCreate(rows, headers));
  });

  test('a create without a key is not retried and gets 503 Service.OutcomeUnknown', async () => {
    const statements = await record(2, {});
    const rows = await database.countRows();
    const body = bodyWith(2);
    watch(failAt(statements.length - 1, () => new Injected('57P01')));
    expectUnavailable(await api.create(body), 'Service.OutcomeUnknown');
    expect(seen).toEqual(statements);
    await expectFreshSuccess(body, {}, rows);
  });

  test('a create with a key gets Service.OutcomeUnknown if the database is unavailable for its retries', async () => {
    const statements = await record(2, newKey());
    const rows = await database.countRows();
    const [body, headers] = [bodyWith(2), newKey()];
    watch((name, position) => {
      if (position === statements.length - 1) throw new Injected('57P01');
      if (position >= statements.length && name === 'begin') throw new Injected('ECONNREFUSED');
    });
    expectUnavailable(await api.create(body, headers), 'Service.OutcomeUnknown');
    await expectFreshSuccess(body, headers, rows);
  });

  test('a read is retried, and gets Service.Unavailable if that fails too', async () => {
    watch();
    const { customerId } = (await api.create(bodyWith(2))).json().value;
    const path = `/partner/v1/business-profiles/${customerId}`;
    watch(failAt((await statementsOfRead(path)) - 1, () => new Injected('57P01')));
    expect((await api.call('GET', path)).statusCode).toBe(200);

    watch((name) => {
      if (name === 'commit') throw new Injected('57P01');
    });
    expectUnavailable(await api.call('GET', path), 'Service.Unavailable');
  });
});

async function statementsOfRead(path: string): Promise<number> {
  watch();
  expect((await api.call('GET', path)).statusCode).toBe(200);
  return seen.length;
}

test('answers 503 Service.Unavailable while the database is unavailable, and the request succeeds when repeated', async () => {
  const rows = await database.countRows();
  const [body, headers] = [bodyWith(2), newKey()];
  watch(() => {
    throw new Injected('ECONNREFUSED');
  });
  expectUnavailable(await api.create(body, headers), 'Service.Unavailable');
  await expectFreshSuccess(body, headers, rows);
});

test('does not retry after a constraint violation', async () => {
  watch((name) => {
    if (name === 'profile_create') throw new Injected('23505');
  });
  const answer = await api.create(bodyWith(2), newKey());
  expect(answer.json().error.code).toBe('Internal.Error');
  expect(seen.filter((name) => name === 'begin')).toHaveLength(1);
});

// One statement writes most tables, so faults are also injected into each table.
test.each(BUSINESS_TABLES)(
  'a create that fails in table %s stores no row in any table',
  { tags: ['S-3', 'S-42', 'S-212'] },
  async (table) => {
    watch();
    const rows = await database.countRows();
    const [body, headers] = [bodyWith(2), newKey()];
    await database.owner.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
     create trigger refuse before insert on ${table} for each row execute function refuse()`,
    );
    const refused = await api.create(body, headers);
    await database.owner.query(`drop trigger refuse on ${table}; drop function refuse()`);
    expect(refused.json().error.code).toBe('Internal.Error');
    await expectFreshSuccess(body, headers, rows);
  },
);
