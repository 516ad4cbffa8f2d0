// A partner can never see, detect or change another partner's data.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validBody, validPerson } from '../../harness/bodies.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../../harness/database.ts';

let database: TestDatabase;
let api: TestApi;
let outsider: TestPartner;
let outsiderToken: string;
const metadata = { crmId: '4711' };
const body = validBody({ businessPersonList: [validPerson(), validPerson()], metadata });
let customerId: string;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database);
  outsider = await database.addPartner();
  outsiderToken = await api.issuer.token(outsider);
  customerId = (await api.create(body, { 'idempotency-key': 'mine' })).json().value.customerId;
  const own = await api.call('POST', '/partner/v1/business-profiles', {
    body: validBody({ partnerCustomerId: 'own', metadata }),
    token: outsiderToken,
    headers: { 'idempotency-key': 'theirs' },
  });
  expect(own.statusCode).toBe(200);
  for (const { partnerId } of [api.partner, outsider]) await addIdentityRows(database, partnerId);
  await addLink(api, customerId, api.token);
  await addLink(api, own.json().value.customerId, outsiderToken);
  for (const owner of [customerId, own.json().value.customerId]) await addDecision(database, owner);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

describe("another partner's token", () => {
  const byId = partnerRoutes.filter((route) => /\{(customerId|businessProfileId)\}/.test(route.path));

  test.each(byId.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s returns only 403 Partner.NotAuthorized',
    { tags: ['S-7', 'S-321', 'S-332'] },
    async (_name, route) => {
      const path = route.path.replace(/\{\w+\}/, customerId);
      const answer = await api.call(route.method, path, {
        token: outsiderToken,
        ...(route.body === undefined ? {} : { body: { ...body, customerId } }),
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toEqual({
        isSuccess: false,
        error: { code: 'Partner.NotAuthorized', message: expect.any(String), requestId: expect.any(String) },
      });
      expect(answer.body).not.toContain(body.companyName);
      expect(answer.body).not.toContain(customerId);
      expect(answer.headers.etag).toBeUndefined();
    },
  );

  test('the routes without a customer id are exactly the listed ones', {
    tags: ['S-7'],
  }, () => {
    // A new route must be covered by the test above, or be listed here after checking how it is scoped.
    expect(
      partnerRoutes.filter((route) => !byId.includes(route)).map((route) => `${route.method} ${route.path}`),
    ).toEqual([
      'POST /partner/v1/business-profiles',
      'POST /partner/v1/business-profiles/validate',
      'GET /partner/v1/business-profiles',
      'GET /partner/v1/business-profiles/by-reference/{partnerCustomerId}',
      // The same for every partner.
      'GET /customer/v1/onboarding/ubo-identity-requirements',
      'GET /partner/v1/countries',
      'GET /partner/v1/business-types',
      'GET /partner/v1/changes',
      'GET /partner/v1/api-requests',
    ]);
  });

  test("does not find another partner's reference, and can use the same one", {
    tags: ['S-7'],
  }, async () => {
    const path = `/partner/v1/business-profiles/by-reference/${body.partnerCustomerId}`;
    const missing = await api.call('GET', path, { token: outsiderToken });
    expect(missing.statusCode).toBe(404);
    expect(missing.json().error.code).toBe('Customer.NotFound');
    const same = validBody({ partnerCustomerId: body.partnerCustomerId });
    expect(
      (await api.call('POST', '/partner/v1/business-profiles/validate', { body: same, token: outsiderToken }))
        .statusCode,
    ).toBe(200);
    expect(
      (await api.call('POST', '/partner/v1/business-profiles', { body: same, token: outsiderToken })).statusCode,
    ).toBe(200);
    expect((await api.call('GET', path)).json().value.customerId).toBe(customerId);
  });

  test("does not get the stored response of another partner's Idempotency-Key", async () => {
    const other = await api.call('POST', '/partner/v1/business-profiles', {
      body: validBody(),
      token: outsiderToken,
      headers: { 'idempotency-key': 'mine' },
    });
    expect(other.statusCode).toBe(200);
    expect(other.headers['idempotent-replayed']).toBeUndefined();
    expect(other.json().value.customerId).not.toBe(customerId);
  });

  test('unknown and malformed ids are not found', { tags: ['S-333'] }, async () => {
    for (const id of [crypto.randomUUID(), 'x', `${customerId}0`, '%00', '..%2f']) {
      const answer = await api.call('GET', `/partner/v1/business-profiles/${id}`);
      expect(answer.json().error.code).toBe('Customer.NotFound');
    }
  });
});

async function addLink(through: TestApi, owner: string, token: string): Promise<void> {
  const path = `/partner/v1/business-profiles/${owner}/documents/upload-link`;
  const link = { documentCategory: 'Other', contentType: 'image/png' };
  expect((await through.call('POST', path, { body: link, token })).statusCode).toBe(200);
}

async function addDecision({ owner }: TestDatabase, customerId: string): Promise<void> {
  await owner.query(
    `with decision as (
       insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at)
       select partner_id, customer_id, customer_id, 'Approve', 'Proposed', 1, customer_id, now() from customers
       where customer_id = $1 returning partner_id, customer_id, decision_id
     )
     insert into review_reasons (partner_id, customer_id, decision_id, reason_id, code)
     select partner_id, customer_id, decision_id, decision_id, 'Document.Missing' from decision`,
    [customerId],
  );
}

/** Adds a row to each partner table that a create does not write to. */
async function addIdentityRows({ owner }: TestDatabase, partnerId: string): Promise<void> {
  const id = crypto.randomUUID();
  await owner.query(
    `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, created_at)
     values ($1, 'partner', $2, 'admin', $3, $3, 'Test', 'Active', now())`,
    [id, partnerId, `${id}@staff.example`],
  );
  await owner.query(
    `insert into account_events (event_id, account_id, realm, kind, address, occurred_at, partner_id)
     values (uuid_floor(now()), $1, 'partner', 'Invited', '127.0.0.1', now(), $2)`,
    [id, partnerId],
  );
  await owner.query(
    `insert into api_certificates (partner_id, certificate_id, name, subject, thumbprint, spki_hash, pem, not_before,
       not_after, registered_at)
     values ($1, $2, 'Test', 'CN=Test', 'thumb', $3, 'pem', now(), now(), now())`,
    [partnerId, id, Buffer.from(id)],
  );
  await owner.query(
    `insert into token_requests (partner_id, request_id, client_id, outcome, address, occurred_at)
     values ($1, uuid_floor(now()), 'client', 'Issued', '127.0.0.1', now())`,
    [partnerId],
  );
  await owner.query(
    `insert into api_requests (partner_id, entry_id, request_id, method, path, status, problems, duration_ms)
     values ($1, uuid_floor(now()), 'mine', 'POST', '/partner/v1/business-profiles', 200, '[]', 1)`,
    [partnerId],
  );
  await owner.query(
    `insert into list_exports (partner_id, export_id, account_id, list, filters, begun_at)
     values ($1, uuid_floor(now()), $1, 'Customers', '{}', now())`,
    [partnerId],
  );
  await owner.query('insert into upload_quotas (partner_id, day, bytes) values ($1, current_date, 1)', [partnerId]);
  await addWebhookRows(owner, partnerId);
}

async function addWebhookRows(owner: pg.Client, partnerId: string): Promise<void> {
  for (const insert of [
    `into webhook_endpoints (partner_id, url, secret, created_at, updated_at) values ($1, 'https://hooks.partner.example', '', now(), now())`,
    `into webhook_lanes (partner_id, status) values ($1, 'Active')`,
    `into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
       next_attempt_at, is_replay)
     values ($1, uuid_floor(now()), uuid_floor(now()), 'webhook.test', 1, now(), 'Pending', 'First', now(), false)`,
    `into webhook_attempts (partner_id, delivery_id, attempt_no, sent_at, duration_ms, url)
     values ($1, uuid_floor(now()), 1, now(), 1, 'https://hooks.partner.example')`,
    `into webhook_replays (partner_id, replay_id, requested_by, requested_at, from_at, to_at, include_unrouted, created)
     values ($1, $1, $1, now(), now(), now(), false, 1)`,
    `into webhook_replay_batches (partner_id, replay_id, batch_no, event_ids) values ($1, $1, 1, '{}')`,
    `into webhook_changes (partner_id, change_id, occurred_at, action, actor_kind, actor_id, details)
     values ($1, $1, now(), 'Registered', 'Operator', 'test', '{}')`,
    `into webhook_statistics (partner_id, hour, outcome, counted, durations) values ($1, now(), 'Delivered', 1, '{1}')`,
  ]) {
    await owner.query(`insert ${insert}`, [partnerId]);
  }
}

/** Tables with partners' rows, from PostgreSQL's catalogue: those that the app role may read, or those that it may not. */
async function partnerTables(owner: pg.Client, shown = true): Promise<string[]> {
  const { rows } = await owner.query(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'partner_id'
     where n.nspname = 'onboarding' and c.relkind in ('r', 'p') and not c.relispartition
       and has_any_column_privilege('onboarding_app', c.oid, 'select') = $1 order by 1`,
    [shown],
  );
  expect(rows.length).toBeGreaterThanOrEqual(8);
  return rows.map((row) => row.relname);
}

interface Sight {
  own: number;
  foreign: number;
}

/** What a deliberately unscoped query returns to the app role after entering a partner, or none. */
async function sightOf(appUrl: string, table: string, partnerId: string | undefined): Promise<Sight> {
  const client = new pg.Client({ connectionString: appUrl });
  await client.connect();
  try {
    await client.query('begin');
    if (partnerId !== undefined) await client.query('select * from enter_partner($1)', [partnerId]);
    const counted = await client.query(
      `select count(*) filter (where partner_id = $1)::int as own, count(*) filter (where partner_id is distinct from $1)::int as foreign from ${table}`,
      [partnerId ?? null],
    );
    return counted.rows[0];
  } finally {
    await client.end();
  }
}

describe('row-level security', () => {
  test('covers every table with a partner id', async () => {
    for (const table of await partnerTables(database.owner)) {
      const both = { own: expect.any(Number), foreign: 0 };
      const sight = await sightOf(database.appUrl, table, api.partner.partnerId);
      expect(sight, table).toEqual(both);
      expect(sight.own, table).toBeGreaterThan(0);
      const theirs = await sightOf(database.appUrl, table, outsider.partnerId);
      expect(theirs, table).toEqual(both);
      expect(theirs.own, table).toBeGreaterThan(0);
    }
  });

  test("protects the analysts' tables, which the app role has no right to read at all", async () => {
    const closed = [
      'business_fingerprints',
      'business_name_blocks',
      'document_pages_seen',
      'hit_findings',
      'identity_comparisons',
      'package_snapshots',
      'review_mail_rounds',
      'review_notes',
      'review_notices',
      'review_verdicts',
      'screenings',
      'staff_reads',
    ];
    expect(await partnerTables(database.owner, false)).toEqual(closed);
    for (const table of closed) {
      const sight = sightOf(database.appUrl, table, api.partner.partnerId);
      await expect(sight, table).rejects.toMatchObject({ code: '42501' });
    }
    const { rows } = await database.owner.query(
      'select relname from pg_class where relname = any($1) and relrowsecurity',
      [closed],
    );
    expect(rows).toHaveLength(closed.length);
  });

  test('shows no rows to a transaction that has not entered a partner', async () => {
    for (const table of await partnerTables(database.owner)) {
      expect(await sightOf(database.appUrl, table, undefined), table).toEqual({ own: 0, foreign: 0 });
    }
  });

  test('is proven by these checks: they fail if a policy is dropped or row-level security is disabled', async () => {
    const damaged = await cloneDatabase();
    const damagedApi = await startTestApi(damaged);
    const other = await damaged.addPartner();
    await addIdentityRows(damaged, damagedApi.partner.partnerId);
    const created = await damagedApi.create(validBody({ metadata }), { 'idempotency-key': 'k' });
    await addLink(damagedApi, created.json().value.customerId, damagedApi.token);
    await addDecision(damaged, created.json().value.customerId);
    for (const table of await partnerTables(damaged.owner)) {
      const intact = await sightOf(damaged.appUrl, table, damagedApi.partner.partnerId);
      await damaged.owner.query(`drop policy own_partner on ${table}`);
      expect(await sightOf(damaged.appUrl, table, damagedApi.partner.partnerId), table).not.toEqual(intact);
      await damaged.owner.query(`alter table ${table} disable row level security`);
      expect((await sightOf(damaged.appUrl, table, other.partnerId)).foreign, table).toBeGreaterThan(0);
    }
    await damagedApi.close();
    await damaged.close();
  });

  test('prevents writing a row for another partner', async () => {
    const client = new pg.Client({ connectionString: database.appUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select * from enter_partner($1)', [outsider.partnerId]);
      const insert = client.query('insert into event_outbox (event_id, partner_id) values ($1, $2)', [
        crypto.randomUUID(),
        api.partner.partnerId,
      ]);
      await expect(insert).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });
});

describe('the app role', () => {
  test('owns nothing, cannot bypass row-level security and is not a superuser', async () => {
    const { rows } = await database.owner.query(
      `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
         (select count(*)::int from pg_class where relowner = r.oid) as owned
       from pg_roles r where rolname = 'onboarding_app'`,
    );
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, owned: 0 },
    ]);
  });

  test.each([
    ['change an audit entry', `update audit_entries set action = 'x'`],
    ['delete an audit entry', 'delete from audit_entries'],
    ['change an event', `update events set body = ''`],
    ['delete an event', 'delete from events'],
    ['delete a customer', 'delete from customers'],
    ['truncate a table', 'truncate people'],
    ['disable row-level security', 'alter table customers disable row level security'],
    ['create a table', 'create table mine (x int)'],
    ['read a partition directly', `select * from events_${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`],
    ['call make_partition', `select make_partition('events', 'x', 'a', 'b')`],
  ])('cannot %s', async (_what, sql) => {
    const client = new pg.Client({ connectionString: database.appUrl });
    await client.connect();
    try {
      await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.end();
    }
  });
});
