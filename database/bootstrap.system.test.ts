// On a server of its own, because roles are the same for all databases of a server.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../tests/harness/patience.ts';
import { type OwnPostgres, startOwnPostgres } from '../tests/harness/servers/own-postgres.ts';
import { bootstrapDatabase, urlFor } from './bootstrap.ts';
import { migrate } from './migrate.ts';
import { closeLogin, openLogin } from './roles.ts';
import { readStatus } from './status.ts';

const SETTINGS = {
  database: 'managed',
  ownerPassword: 'owner',
  appPassword: 'app',
  staffPassword: 'staff',
  operationsPassword: 'operations',
  identityPassword: 'identity',
  workerPassword: 'worker',
};
let postgres: OwnPostgres;
let superuser: pg.Client;
/** As the first user of managed PostgreSQL. */
let adminUrl: string;

beforeAll(async () => {
  postgres = await startOwnPostgres('.test/bootstrap-postgres');
  superuser = new pg.Client({ connectionString: postgres.server.superuserUrl });
  await superuser.connect();
  await superuser.query(`create role cloud_admin login createrole createdb password 'admin'`);
  adminUrl = urlFor(postgres.server.superuserUrl, 'postgres', 'cloud_admin', 'admin');
});
afterAll(async () => {
  await superuser?.end();
  await postgres?.remove();
});

const membersOfOwner = async () =>
  (
    await superuser.query(
      `select count(*)::int as members from pg_auth_members where roleid = 'onboarding_owner'::regrole and not admin_option`,
    )
  ).rows[0].members;

test('an administrator without the rights of a superuser prepares a database that migrates, and may do so again', async () => {
  const { ownerUrl } = await bootstrapDatabase(adminUrl, SETTINGS);
  const before = await readStatus(ownerUrl);
  expect(before.migrations.every(({ state }) => state === 'missing')).toBe(true);
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await migrate(ownerUrl, () => {});
  await bootstrapDatabase(adminUrl, SETTINGS);
  expect(await membersOfOwner(), 'the administrator keeps no rights of the owner').toBe(0);
  const after = await readStatus(ownerUrl);
  expect(after.migrations.map(({ state }) => state)).toEqual(after.migrations.map(() => 'applied'));
  expect(after.roles.map(({ state }) => state)).toEqual(Array(6).fill('good'));
  expect(after.sizes.find(({ table }) => table === 'events')?.bytes).toBeGreaterThan(0);
  expect(after.partitions).toHaveLength(8);
  for (const { table, until } of after.partitions) expect(until > inAWeek, `${table} until ${until}`).toBe(true);
});

test('a role without time limits is refused by the next migration, which names the cure', async () => {
  const ownerUrl = urlFor(adminUrl, SETTINGS.database, 'onboarding_owner', SETTINGS.ownerPassword);
  await superuser.query('alter role onboarding_app reset statement_timeout');
  await expect(migrate(ownerUrl, () => {})).rejects.toThrow('time limits of role onboarding_app');
  expect((await readStatus(ownerUrl)).roles).toContainEqual({
    name: 'onboarding_app',
    state: expect.stringContaining('no time limits'),
  });
  await bootstrapDatabase(adminUrl, SETTINGS);
  await migrate(ownerUrl, () => {});
});

/** Runs the query with a login; undefined if it is refused. */
async function asLogin(login: string, password: string, query: string) {
  const client = new pg.Client({ connectionString: urlFor(adminUrl, SETTINGS.database, login, password) });
  try {
    await client.connect();
    return (await client.query(query)).rows[0];
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}

test('an administrator without the rights of a superuser moves a role to its second login, and a bootstrap keeps it so', async () => {
  const who = `select current_user::text as role, session_user::text as login, current_setting('statement_timeout') as timeout,
    current_setting('search_path') as path`;
  const ownerUrl = urlFor(adminUrl, SETTINGS.database, 'onboarding_owner', SETTINGS.ownerPassword);
  await expect(closeLogin(adminUrl, 'onboarding_worker')).rejects.toThrow('onboarding_worker_2 is not open');
  await openLogin(adminUrl, 'onboarding_worker_2', 'second');
  const facts = { role: 'onboarding_worker', timeout: '9s', path: 'onboarding' };
  expect(await asLogin('onboarding_worker_2', 'second', who)).toEqual({ ...facts, login: 'onboarding_worker_2' });
  expect(await asLogin('onboarding_worker', 'worker', who)).toEqual({ ...facts, login: 'onboarding_worker' });

  const first = new pg.Client({ connectionString: urlFor(adminUrl, SETTINGS.database, 'onboarding_worker', 'worker') });
  await first.connect();
  await expect(closeLogin(adminUrl, 'onboarding_worker')).rejects.toThrow('in use by 1 connections');
  await expect(openLogin(adminUrl, 'onboarding_worker', 'third')).rejects.toThrow('Open the other login');
  await first.end();
  await until(async () => {
    const used = `select from pg_stat_activity where usename = 'onboarding_worker'`;
    return (await superuser.query(used)).rowCount === 0;
  }, 'the connection is gone');
  await closeLogin(adminUrl, 'onboarding_worker');
  await bootstrapDatabase(adminUrl, SETTINGS);
  expect(await asLogin('onboarding_worker', 'worker', who)).toBeUndefined();
  expect(await asLogin('onboarding_worker_2', 'second', who)).toMatchObject(facts);
  expect((await readStatus(ownerUrl)).roles).toContainEqual({ name: 'onboarding_worker', state: 'good' });
  const memberships = `select count(*)::int as count from pg_auth_members m join pg_roles r on r.oid = m.member
    where r.rolname = 'cloud_admin' and not m.admin_option`;
  expect((await superuser.query(memberships)).rows, 'the administrator keeps no rights of the role').toEqual([
    { count: 0 },
  ]);

  await openLogin(adminUrl, 'onboarding_worker', 'third');
  await closeLogin(adminUrl, 'onboarding_worker_2');
  expect(await asLogin('onboarding_worker', 'third', who)).toMatchObject(facts);
  expect(await asLogin('onboarding_worker_2', 'second', who)).toBeUndefined();
  await expect(openLogin(adminUrl, 'postgres', 'x')).rejects.toThrow(
    'There is no login postgres. Choose one of onboarding_owner',
  );
});

test('an idle transaction of the owner ends, so that a forgotten session does not hold back audit statements', async () => {
  const owner = new pg.Client({
    connectionString: urlFor(adminUrl, SETTINGS.database, 'onboarding_owner', SETTINGS.ownerPassword),
  });
  await owner.connect();
  const { rows } = await owner.query(
    `select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as work`,
  );
  await owner.end();
  expect(rows).toEqual([{ idle: '5min', work: '0' }]);
});

test('a migration that ran and is not there, and one that was edited, are distinguished', async () => {
  const ownerUrl = urlFor(adminUrl, SETTINGS.database, 'onboarding_owner', SETTINGS.ownerPassword);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`insert into schema_migrations values ('9999_later.sql', 'x')`);
  await owner.query(`update schema_migrations set checksum = 'x' where name like '0001%'`);
  await owner.end();
  const states = (await readStatus(ownerUrl)).migrations.filter(({ state }) => state !== 'applied');
  expect(states).toMatchObject([
    { name: '0001_tenancy.sql', state: 'edited' },
    { name: '9999_later.sql', state: 'unknown' },
  ]);
});

test('a role that may not create roles learns which rights it needs', async () => {
  await superuser.query(`create role powerless login password 'none'`);
  const url = urlFor(adminUrl, 'postgres', 'powerless', 'none');
  await expect(bootstrapDatabase(url, SETTINGS)).rejects.toThrow(/permission denied.*CREATEROLE and CREATEDB/s);
});
