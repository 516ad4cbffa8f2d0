// What an administrator does once per server, before the first migration: creates the roles and the database. Idempotent.
// `npm run bootstrap` runs it with the addresses and passwords of the environment.
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export interface RolePasswords {
  ownerPassword: string;
  appPassword: string;
  staffPassword: string;
  operationsPassword: string;
  identityPassword: string;
  workerPassword: string;
}

export interface BootstrapSettings extends RolePasswords {
  database: string;
}

export interface DatabaseUrls {
  ownerUrl: string;
  appUrl: string;
  staffUrl: string;
  operationsUrl: string;
  identityUrl: string;
  workerUrl: string;
}

/** So that no statement, lock or forgotten transaction blocks a process. By role, because poolers refuse them at connect. */
const LIMITS = { statement_timeout: '5s', lock_timeout: '4s', idle_in_transaction_session_timeout: '10s' };

/** The owner's statements may take hours, but a session that was forgotten must not hold back vacuum and audit statements. */
const OWNER_LIMITS = { idle_in_transaction_session_timeout: '5min' };

/**
 * onboarding_owner owns the tables and migrates. Each other role belongs to one app, or to one audience
 * of it (staff are our own analysts and operations our operators, through the API), sees only what that needs, and can
 * neither own tables nor bypass row-level security. The worker's own transactions have the common limit; its job queue
 * counts and deletes many jobs at once.
 */
const ROLES = {
  onboarding_owner: OWNER_LIMITS,
  onboarding_app: LIMITS,
  onboarding_staff: LIMITS,
  onboarding_operations: LIMITS,
  onboarding_identity: LIMITS,
  onboarding_worker: { ...LIMITS, statement_timeout: '9s' },
};
type Role = keyof typeof ROLES;

/** The roles of processes, whose statements have time limits. */
export const LIMITED_ROLES = Object.keys(ROLES).filter((role) => role !== 'onboarding_owner');

/** As a superuser, or as a role with CREATEROLE and CREATEDB, as managed PostgreSQL has it. */
export async function bootstrapDatabase(adminUrl: string, settings: BootstrapSettings): Promise<DatabaseUrls> {
  const { database } = settings;
  const passwords: Record<Role, string> = {
    onboarding_owner: settings.ownerPassword,
    onboarding_app: settings.appPassword,
    onboarding_staff: settings.staffPassword,
    onboarding_operations: settings.operationsPassword,
    onboarding_identity: settings.identityPassword,
    onboarding_worker: settings.workerPassword,
  };
  try {
    await withClient(adminUrl, async (client) => {
      for (const [role, limits] of Object.entries(ROLES)) {
        await ensureRole(client, role, passwords[role as Role], limits);
      }
      await asMemberOfOwner(client, async () => {
        await ensureDatabase(client, database);
        await withClient(urlFor(adminUrl, database), ensureSchema);
      });
    });
  } catch (error) {
    throw explained(error);
  }
  const urlAs = (role: Role) => urlFor(adminUrl, database, role, passwords[role]);
  return {
    ownerUrl: urlAs('onboarding_owner'),
    appUrl: urlAs('onboarding_app'),
    staffUrl: urlAs('onboarding_staff'),
    operationsUrl: urlAs('onboarding_operations'),
    identityUrl: urlAs('onboarding_identity'),
    workerUrl: urlAs('onboarding_worker'),
  };
}

/** The same server's URL for another database and, if given, another role. */
export function urlFor(serverUrl: string, database: string, user?: string, password?: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  if (user !== undefined) url.username = user;
  if (password !== undefined) url.password = encodeURIComponent(password);
  return url.toString();
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function ensureRole(client: pg.Client, role: string, password: string, limits: object): Promise<void> {
  const name = client.escapeIdentifier(role);
  const find = 'select rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1';
  const found = (await client.query<{ unbound: boolean }>(find, [role])).rows[0];
  if (found === undefined) await client.query(`create role ${name}`);
  // Only a superuser may name these attributes at all, even to take them away.
  if (found?.unbound === true) await client.query(`alter role ${name} nosuperuser nobypassrls`);
  await client.query(`alter role ${name} login nocreatedb nocreaterole password ${client.escapeLiteral(password)}`);
  // On the role and not on the database, because a database created from a template does not inherit its settings.
  await client.query(`alter role ${name} set search_path to onboarding`);
  for (const [setting, value] of Object.entries(limits))
    await client.query(`alter role ${name} set ${setting} to '${value}'`);
}

/** A role that creates something for another must be a member of it; a superuser is a member of every role. */
async function asMemberOfOwner(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const find = `select pg_has_role(current_user, 'onboarding_owner', 'usage') as member`;
  if ((await client.query<{ member: boolean }>(find)).rows[0]?.member === true) return work();
  await client.query('grant onboarding_owner to current_user');
  try {
    await work();
  } finally {
    await client.query('revoke onboarding_owner from current_user');
  }
}

async function ensureDatabase(client: pg.Client, database: string): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [database]);
  if (found.rowCount === 0) {
    await client.query(`create database ${client.escapeIdentifier(database)} owner onboarding_owner`);
  }
}

async function ensureSchema(client: pg.Client): Promise<void> {
  await client.query('create schema if not exists onboarding authorization onboarding_owner');
  await client.query(`grant usage on schema onboarding to ${LIMITED_ROLES.join(', ')}`);
  // Here and not only in the migration that needs it: the owner of the tables may not own the database.
  await client.query('create extension if not exists pg_trgm with schema onboarding');
  // For the job queue, whose tables belong to the owner as well.
  await client.query('create schema if not exists pgboss authorization onboarding_owner');
}

function explained(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) return error;
  return new Error(
    `${error.message}. Run this as a superuser, or as a role with CREATEROLE and CREATEDB. From PostgreSQL 16 on, such a role also needs ADMIN on roles that another created: grant ${Object.keys(ROLES).join(', ')} to <role> with admin option.`,
    { cause: error },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { SUPERUSER_DATABASE_URL, DATABASE_NAME = 'onboarding', ...passwords } = process.env;
  const { OWNER_PASSWORD, APP_PASSWORD, STAFF_PASSWORD, OPERATIONS_PASSWORD, IDENTITY_PASSWORD, WORKER_PASSWORD } =
    passwords;
  const known =
    OWNER_PASSWORD && APP_PASSWORD && STAFF_PASSWORD && OPERATIONS_PASSWORD && IDENTITY_PASSWORD && WORKER_PASSWORD;
  if (!SUPERUSER_DATABASE_URL || !known) {
    console.log(
      'usage: SUPERUSER_DATABASE_URL=postgres://postgres:...@host/postgres OWNER_PASSWORD=... APP_PASSWORD=... STAFF_PASSWORD=... OPERATIONS_PASSWORD=... IDENTITY_PASSWORD=... WORKER_PASSWORD=... [DATABASE_NAME=onboarding] npm run bootstrap',
    );
    process.exit(process.argv.includes('--help') ? 0 : 1);
  }
  await bootstrapDatabase(SUPERUSER_DATABASE_URL, {
    database: DATABASE_NAME,
    ownerPassword: OWNER_PASSWORD,
    appPassword: APP_PASSWORD,
    staffPassword: STAFF_PASSWORD,
    operationsPassword: OPERATIONS_PASSWORD,
    identityPassword: IDENTITY_PASSWORD,
    workerPassword: WORKER_PASSWORD,
  });
  console.log(`the roles and the database ${DATABASE_NAME} are ready`);
}
