// An attacker can run SQL on a connection of the API, or uses a tool that connects as the owner: what does row-level security
// still prevent?
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type SignedIn, signIn } from '../harness/session.ts';

let database: TestDatabase;
let app: pg.Client;
let analyst: SignedIn;
let partnerAdmin: SignedIn;
beforeAll(async () => {
  database = await cloneDatabase();
  app = new pg.Client({ connectionString: database.appUrl });
  await app.connect();
  analyst = await signIn(database, { realm: 'staff', role: 'analyst' });
  const { partnerId } = await database.addPartner();
  partnerAdmin = await signIn(database, { partnerId, role: 'admin' });
});
afterAll(async () => {
  await app?.end();
  await database?.close();
});

const PROTECTED = `select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as "isProtected" from pg_class c
  where c.relnamespace = 'onboarding'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (c.relname = 'sessions' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'partner_id' and not a.attisdropped))
  order by 1`;

test('row-level security is enabled and forced for every table with rows of partners or people', async () => {
  const { rows } = await database.owner.query<{ table: string; isProtected: boolean }>(PROTECTED);
  expect(rows.length).toBeGreaterThanOrEqual(28);
  expect(rows.filter(({ isProtected }) => !isProtected).map(({ table }) => table)).toEqual([]);
});

test('the owner has access through an explicit policy, and sees nothing without it', async () => {
  const seen = async () => (await database.owner.query('select count(*)::int as count from sessions')).rows[0].count;
  expect(await seen()).toBe(2);
  await database.owner.query('begin');
  await database.owner.query('drop policy owner_works on sessions');
  expect(await seen()).toBe(0);
  await database.owner.query('rollback');
});

test('no role of a process can access a partition directly', async () => {
  const { rows } = await database.owner.query(
    `select c.relname, r.rolname from pg_class c
     cross join (values ('onboarding_app'), ('onboarding_staff'), ('onboarding_operations'), ('onboarding_identity'), ('onboarding_worker')) r (rolname)
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'onboarding'::regnamespace
       and has_table_privilege(r.rolname, c.oid, 'select, insert, update, delete')`,
  );
  expect(rows).toEqual([]);
});

test('SQL on a connection of the API sees only the session it has entered, and cannot take over another', async () => {
  const sessionsSeen = async () => (await app.query('select account_id from sessions')).rows;
  expect(await sessionsSeen()).toEqual([]);
  await app.query('begin');
  await app.query(`select * from enter_session(sha256($1::bytea), 'partner', now())`, [partnerAdmin.value]);
  expect(await sessionsSeen()).toEqual([{ account_id: partnerAdmin.accountId }]);
  expect((await app.query('delete from sessions where account_id = $1', [analyst.accountId])).rowCount).toBe(0);
  await app.query('commit');
  const takeOver = app.query('update sessions set account_id = $1', [analyst.accountId]);
  await expect(takeOver).rejects.toMatchObject({ code: '42501' });
  expect(await sessionsSeen()).toEqual([]);
});

test('SQL on a connection of the API cannot read secrets, set passwords, or create links other than invitations', async () => {
  const outsider = await signIn(database);
  await app.query('begin');
  await app.query(`select * from enter_session(sha256($1::bytea), 'partner', now())`, [partnerAdmin.value]);
  const tries: [string, string][] = [
    ['select password_hash from accounts', '42501'],
    [`update accounts set password_hash = 'x'`, '42501'],
    [`update accounts set partner_id = gen_random_uuid()`, '42501'],
    ['select secret from second_factors', '42501'],
    ['select code_hash from recovery_codes', '42501'],
    ['select link_hash from account_links', '42501'],
    [linkFor(partnerAdmin, 'PasswordReset'), '42501'],
    [linkFor(outsider, 'Invitation'), '42501'],
    [linkFor(analyst, 'Invitation'), '42501'],
    [linkFor(partnerAdmin, 'Invitation'), 'none'],
  ];
  for (const [sql, code] of tries) {
    await app.query('savepoint before');
    const failure = await app.query(sql).then(
      () => 'none',
      (error) => error.code,
    );
    expect(failure, sql).toBe(code);
    await app.query('rollback to before');
  }
  const changed = await app.query(`update accounts set role = 'viewer', status = 'Disabled'`);
  expect(changed.rowCount, 'only people of the same partner').toBe(1);
  await app.query('select forget_password($1, now())', [outsider.accountId]);
  expect((await app.query('select * from colleague_sessions($1, now(), now())', [outsider.accountId])).rows).toEqual(
    [],
  );
  await app.query('rollback');
});

const linkFor = ({ accountId }: SignedIn, purpose: string) =>
  `insert into account_links (link_hash, account_id, purpose, created_at, expires_at)
   values ('\\x00', '${accountId}', '${purpose}', now(), now())`;
