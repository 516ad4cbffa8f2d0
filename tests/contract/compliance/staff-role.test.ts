// What the database denies to analysts regardless of the API: queried directly with the staff role.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { type Customer, createCustomer } from '../../harness/scenes/updates.ts';
import { signIn } from '../../harness/session.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

let staff: pg.Client;
let customer: Customer;
beforeAll(async () => {
  customer = await createCustomer(api);
  await signIn(database, { partnerId: api.partner.partnerId });
  await signIn(database, { realm: 'staff' });
  staff = new pg.Client({ connectionString: database.staffUrl });
  await staff.connect();
});
afterAll(() => staff.end());

const DENIED = '42501';
/** SQLSTATE for writing a generated column. */
const GENERATED = '428C9';
const codeOf = (sql: string, values: unknown[] = []) =>
  staff.query(sql, values).then(
    ({ rowCount }) => `done: ${rowCount}`,
    (error: { code: string }) => error.code,
  );

describe('the staff role cannot read', () => {
  test.each([
    ['identities', 'value_cipher'],
    ['identities', 'value_hash'],
    ['accounts', 'password_hash'],
    ['accounts', 'email'],
    ['second_factors', '*'],
    ['recovery_codes', '*'],
    ['account_links', '*'],
    ['account_events', '*'],
    ['sessions', '*'],
    ['oidc_records', '*'],
    ['signing_keys', '*'],
    ['api_certificates', '*'],
    ['webhook_endpoints', '*'],
    ['business_fingerprints', '*'],
  ])('%s.%s', async (table, column) => {
    expect(await codeOf(`select ${column} from ${table}`)).toBe(DENIED);
  });

  test('the whole row of an identity, which includes the encrypted number', async () => {
    expect(await codeOf('select i from identities i')).toBe(DENIED);
    expect(await codeOf('select row_to_json(i) from identities i')).toBe(DENIED);
  });

  test('accounts of partner users', async () => {
    const { rows } = await staff.query('select realm, count(*)::int as people from accounts group by realm');
    expect(rows).toEqual([{ realm: 'staff', people: 1 }]);
  });

  test('more of an identity number than its mask', async () => {
    const { rows } = await staff.query('select value_masked from identities where customer_id = $1', [
      customer.customerId,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].value_masked).toMatch(/^\*+\w{4}$/);
  });
});

describe('the staff role cannot change', () => {
  test.each(['audit_entries', 'events'])('existing %s', async (table) => {
    expect((await database.owner.query(`select count(*)::int as n from ${table}`)).rows[0].n).toBeGreaterThan(0);
    expect(await codeOf(`update ${table} set customer_id = customer_id`)).toBe(DENIED);
    expect(await codeOf(`delete from ${table}`)).toBe(DENIED);
    expect(await codeOf(`truncate ${table}`)).toBe(DENIED);
    const { rows } = await database.owner.query(
      `select inhrelid::regclass::text as partition from pg_inherits where inhparent = $1::regclass`,
      [table],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { partition } of rows) expect(await codeOf(`delete from ${partition}`), partition).toBe(DENIED);
  });

  test('any column except those that reviews change', async () => {
    const WORK: Record<string, string[]> = {
      customers: [
        'attempt',
        'audit_hash',
        'audit_sequence',
        'decided_at',
        'event_sequence',
        'monitoring',
        'status_changed_at',
        'submitted_at',
        'updated_at',
        'verification_status',
        'version',
      ],
      people: ['updated_at', 'verification_status'],
      identities: [],
      documents: [],
      partners: [],
      accounts: [],
      screenings: [],
      review_reasons: [],
      review_notes: [],
      package_snapshots: [],
      hit_findings: ['finding', 'found_at', 'found_by', 'note_cipher'],
      identity_comparisons: ['begun_at', 'tries'],
      document_pages_seen: ['pages_seen', 'pages_total', 'seen_at'],
    };
    for (const [table, may] of Object.entries(WORK)) {
      const { rows } = await database.owner.query(
        `select column_name from information_schema.columns where table_schema = 'onboarding' and table_name = $1`,
        [table],
      );
      const can: string[] = [];
      for (const { column_name: column } of rows) {
        const outcome = await codeOf(`update ${table} set ${column} = ${column} where false`);
        if (outcome === 'done: 0') can.push(column);
        else expect([DENIED, GENERATED], `${table}.${column}`).toContain(outcome);
      }
      expect(can.sort(), table).toEqual(may);
    }
  });

  test('tables by deleting rows, or by inserting rows outside its own work', async () => {
    const { rows } = await database.owner.query(
      `select c.relname as table,
         has_table_privilege('onboarding_staff', c.oid, 'delete') or has_table_privilege('onboarding_staff', c.oid, 'truncate') as removes,
         has_any_column_privilege('onboarding_staff', c.oid, 'insert') as adds
       from pg_class c where c.relnamespace = 'onboarding'::regnamespace and c.relkind in ('r', 'p')`,
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ removes }) => removes)).toEqual([]);
    const added = rows.filter(({ adds }) => adds).map(({ table }) => table);
    expect(added.sort()).toEqual([
      // The statistics of each analyst.
      'analyst_days',
      // What each analyst has seen of their notices.
      'analyst_notices',
      'audit_entries',
      'document_pages_seen',
      'event_outbox',
      'events',
      'hit_findings',
      // For simulated outcomes in a sandbox.
      'idempotency_keys',
      'identity_comparisons',
      'package_snapshots',
      'review_decisions',
      'review_notes',
      // For mails to the users of the partner.
      'review_notices',
      'review_reasons',
      'review_verdicts',
      'staff_reads',
    ]);
  });

  test('its own rights: it is no superuser, owns nothing, cannot bypass row-level security or switch roles', async () => {
    const { rows } = await staff.query(
      `select r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb,
         (select count(*)::int from pg_class where relowner = r.oid) as owned,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where r.rolname = current_user`,
    );
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0, memberships: 0 },
    ]);
    expect(await codeOf('set role onboarding_owner')).toBe(DENIED);
    expect(await codeOf('create table onboarding.mine (n int)')).toBe(DENIED);
  });
});

test('the app role can neither write decisions nor read notes, verdicts and screenings', async () => {
  const app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  const outcome = (sql: string) =>
    app.query(sql).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  const closed = ['review_notes', 'review_verdicts', 'screenings', 'business_fingerprints', 'review_statistics'];
  for (const table of [...closed, 'package_snapshots', 'hit_findings', 'identity_comparisons', 'document_pages_seen']) {
    expect(await outcome(`select * from ${table}`), table).toBe(DENIED);
  }
  for (const table of ['review_decisions', 'review_reasons']) {
    expect(await outcome(`insert into ${table} (partner_id) values (gen_random_uuid())`), table).toBe(DENIED);
    expect(await outcome(`update ${table} set partner_id = partner_id`), table).toBe(DENIED);
    expect(await outcome(`delete from ${table}`), table).toBe(DENIED);
  }
  await app.end();
});
