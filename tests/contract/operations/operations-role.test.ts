// What the database itself keeps from operators, whatever the API would let through: asked directly, as their role.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { makeCertificate, registerCertificate } from '../../harness/clients.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { addDeadLetter } from '../../harness/scenes/operations-situations.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';
import { signIn } from '../../harness/session.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

let operations: pg.Client;
beforeAll(async () => {
  await createCustomer(api);
  await signIn(database, { partnerId: api.partner.partnerId });
  await signIn(database, { realm: 'staff' });
  await addDeadLetter(database);
  await registerCertificate(database, api.partner, await makeCertificate(), { revokedAt: new Date() });
  operations = new pg.Client({ connectionString: database.operationsUrl });
  await operations.connect();
});
afterAll(() => operations.end());

const DENIED = '42501';
const codeOf = (sql: string, values: unknown[] = []) =>
  operations.query(sql, values).then(
    ({ rowCount }) => `done: ${rowCount}`,
    (error: { code: string }) => error.code,
  );

/** What the role may do with each table, as the database itself says; nothing about any other. */
const MAY: Record<string, { reads: string[] | 'all'; adds?: string[]; changes?: string[]; removes?: true }> = {
  partners: {
    reads: 'all',
    adds: ['client_id', 'name', 'onboarding_status', 'partner_id', 'status'],
    changes: ['onboarding_status', 'reads_per_second', 'status', 'upload_links_per_second', 'writes_per_second'],
  },
  accounts: {
    reads: [
      'account_id',
      'created_at',
      'email',
      'email_key',
      'holds_email',
      'last_sign_in_at',
      'name',
      'partner_id',
      'realm',
      'role',
      'status',
    ],
    adds: ['account_id', 'created_at', 'email', 'email_key', 'name', 'partner_id', 'realm', 'role', 'status'],
    changes: ['email', 'name', 'role', 'status'],
  },
  second_factors: { reads: ['account_id', 'factor_id', 'kind'], removes: true },
  recovery_codes: { reads: ['account_id'], removes: true },
  account_links: {
    reads: ['account_id', 'created_at', 'expires_at', 'purpose', 'used_at'],
    adds: ['account_id', 'created_at', 'expires_at', 'link_hash', 'purpose', 'used_at'],
    changes: ['expires_at'],
  },
  account_events: { reads: 'all', adds: ['all'] },
  api_certificates: {
    reads: [
      'certificate_id',
      'last_used_at',
      'name',
      'not_after',
      'not_before',
      'partner_id',
      'registered_at',
      'registered_by',
      'revoked_at',
      'revoked_by',
      'subject',
      'thumbprint',
    ],
    changes: ['revoked_at', 'revoked_by'],
  },
  business_types: { reads: 'all' },
  countries: { reads: 'all', changes: ['decided_at', 'decided_by', 'standing'] },
  country_lists: {
    reads: 'all',
    adds: ['country_code', 'decided_by', 'list', 'reason', 'since', 'standing'],
    changes: ['decided_by', 'reason', 'since', 'standing'],
  },
  country_looks: { reads: 'all', adds: ['asked_at', 'asked_by', 'countries'] },
  requirement_sets: {
    reads: 'all',
    adds: ['activated_at', 'country_code', 'entries', 'status', 'version'],
    changes: ['activated_at', 'retired_at', 'status'],
  },
  webhook_lanes: { reads: ['due_at', 'partner_id'] },
  webhook_dispatchers: { reads: 'all' },
  process_probes: { reads: 'all' },
  operator_actions: { reads: 'all', adds: ['all'] },
};

test('the role of operators has exactly these rights, and none on customers, people, documents, reviews or events', async () => {
  const { rows } = await database.owner.query(
    `select c.relname as table, a.attname as column,
       has_column_privilege('onboarding_operations', c.oid, a.attnum, 'select') as reads,
       has_column_privilege('onboarding_operations', c.oid, a.attnum, 'insert') as adds,
       has_column_privilege('onboarding_operations', c.oid, a.attnum, 'update') as changes,
       has_table_privilege('onboarding_operations', c.oid, 'delete')
         or has_table_privilege('onboarding_operations', c.oid, 'truncate') as removes
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'onboarding'::regnamespace and c.relkind in ('r', 'p') order by 1, 2`,
  );
  const found: typeof MAY = {};
  for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
    const named = (right: 'reads' | 'adds' | 'changes') => columns.filter((one) => one[right]).map((one) => one.column);
    const whole = (list: string[], word: string[] | 'all') => (list.length === columns.length ? word : list);
    const [reads, adds, changes] = [named('reads'), named('adds'), named('changes')];
    const removes = columns.some((one) => one.removes);
    if (reads.length + adds.length + changes.length === 0 && !removes) continue;
    const expectedAll = MAY[table]?.adds?.[0] === 'all';
    found[table] = {
      reads: whole(reads, 'all'),
      ...(adds.length === 0 ? {} : { adds: expectedAll ? (whole(adds, ['all']) as string[]) : adds }),
      ...(changes.length === 0 ? {} : { changes }),
      ...(removes ? { removes } : {}),
    };
  }
  expect(found).toEqual(MAY);
});

describe('the role of operators cannot', () => {
  test.each([
    ['read a customer', 'select * from customers'],
    ['read a person of a business', 'select * from people'],
    ['read a document', 'select * from documents'],
    ['read what happened', 'select body from events'],
    ['read a password', 'select password_hash from accounts'],
    ['set a password', `update accounts set password_hash = 'x'`],
    ['move somebody to another partner', 'update accounts set partner_id = null'],
    ['read the secret of a second factor', 'select secret from second_factors'],
    ['read the hash of a link', 'select link_hash from account_links'],
    ['read a session', 'select * from sessions'],
    ['add a certificate', 'insert into api_certificates (partner_id) select partner_id from partners'],
    ['take back a revocation', 'update api_certificates set revoked_at = null'],
    ['give a partner another client id', `update partners set client_id = 'x'`],
    ['change what operators did', `update operator_actions set reason = 'x'`],
    ['remove what operators did', 'delete from operator_actions'],
    ['remove an account event', 'delete from account_events'],
    ['change the entries of a version', `update requirement_sets set entries = '[]'`],
    ['read what is in a job', 'select data from pgboss.job_common'],
    ['read what is in a dead letter', `select to_jsonb(j) from pgboss.job_common j where name = 'dead-letters'`],
    ['take a job away', 'delete from pgboss.job_common'],
    ['become the owner', 'set role onboarding_owner'],
    ['make a table', 'create table onboarding.mine (n int)'],
  ])('%s', async (_what, sql) => {
    expect(await codeOf(sql)).toBe(DENIED);
  });

  test('make a link that sets the password of somebody who has one', async () => {
    const { accountId } = await signIn(database, { realm: 'staff' });
    const link = (purpose: string) =>
      codeOf(
        `insert into account_links (link_hash, account_id, purpose, created_at, expires_at) values ($1, $2, $3, now(), now())`,
        [Buffer.from(purpose), accountId, purpose],
      );
    expect(await link('PasswordReset')).toBe(DENIED);
    expect(await link('Invitation')).toBe('done: 1');
  });
});

test('it is no superuser, owns nothing, passes no row-level security and becomes nobody else', async () => {
  const { rows } = await operations.query(
    `select r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolcreatedb,
       (select count(*)::int from pg_class where relowner = r.oid) as owned,
       (select count(*)::int from pg_auth_members where member = r.oid) as memberships
     from pg_roles r where r.rolname = current_user`,
  );
  expect(rows).toEqual([
    { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0, memberships: 0 },
  ]);
});

test('no other role of a process can read or write the log of operators', async () => {
  for (const url of [database.appUrl, database.staffUrl, database.identityUrl, database.workerUrl]) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await expect(client.query('select * from operator_actions')).rejects.toMatchObject({ code: DENIED });
    await expect(client.query('delete from operator_actions')).rejects.toMatchObject({ code: DENIED });
    await client.end();
  }
});
