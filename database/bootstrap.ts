// What a superuser does once per server, before the first migration: the roles and the database. Safe to run again.
// `npm run bootstrap` does it with the addresses and passwords of the environment.
import { fileURLToPath } from 'node:url';
import pg from 'pg';

export interface RolePasswords {
  ownerPassword: string;
  appPassword: string;
  staffPassword: string;
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
  identityUrl: string;
  workerUrl: string;
}

/**
 * onboarding_owner owns the tables and migrates. The others are each the role of one app, or of one audience of it (staff are
 * our own analysts, through the API), see what that needs, and can neither own nor bypass.
 */
export async function bootstrapDatabase(superuserUrl: string, settings: BootstrapSettings): Promise<DatabaseUrls> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await ensureRole(client, 'onboarding_owner', settings.ownerPassword);
    await ensureRole(client, 'onboarding_app', settings.appPassword);
    await ensureRole(client, 'onboarding_staff', settings.staffPassword);
    await ensureRole(client, 'onboarding_identity', settings.identityPassword);
    await ensureRole(client, 'onboarding_worker', settings.workerPassword);
    await ensureDatabase(client, settings.database);
  } finally {
    await client.end();
  }
  await ensureSchema(urlFor(superuserUrl, settings.database));
  const urlAs = (role: string, password: string) => urlFor(superuserUrl, settings.database, role, password);
  return {
    ownerUrl: urlAs('onboarding_owner', settings.ownerPassword),
    appUrl: urlAs('onboarding_app', settings.appPassword),
    staffUrl: urlAs('onboarding_staff', settings.staffPassword),
    identityUrl: urlAs('onboarding_identity', settings.identityPassword),
    workerUrl: urlAs('onboarding_worker', settings.workerPassword),
  };
}

/** The same server's address for another database and, where given, another role. */
export function urlFor(serverUrl: string, database: string, user?: string, password?: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  if (user !== undefined) url.username = user;
  if (password !== undefined) url.password = encodeURIComponent(password);
  return url.toString();
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  const found = await client.query('select from pg_roles where rolname = $1', [role]);
  if (found.rowCount === 0) await client.query(`create role ${name}`);
  await client.query(
    `alter role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole password ${client.escapeLiteral(password)}`,
  );
  // On the role and not on the database, because a database made from a template does not inherit its settings.
  await client.query(`alter role ${name} set search_path to onboarding`);
}

async function ensureDatabase(client: pg.Client, database: string): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [database]);
  if (found.rowCount === 0) {
    await client.query(`create database ${client.escapeIdentifier(database)} owner onboarding_owner`);
  }
}

async function ensureSchema(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('create schema if not exists onboarding authorization onboarding_owner');
    await client.query(
      'grant usage on schema onboarding to onboarding_app, onboarding_staff, onboarding_identity, onboarding_worker',
    );
    // Here and not only in the migration that needs it: the owner of the tables need not own the database.
    await client.query('create extension if not exists pg_trgm with schema onboarding');
    // For the job queue, whose tables are the owner's as well.
    await client.query('create schema if not exists pgboss authorization onboarding_owner');
  } finally {
    await client.end();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { SUPERUSER_DATABASE_URL, DATABASE_NAME = 'onboarding', ...passwords } = process.env;
  const { OWNER_PASSWORD, APP_PASSWORD, STAFF_PASSWORD, IDENTITY_PASSWORD, WORKER_PASSWORD } = passwords;
  const known = OWNER_PASSWORD && APP_PASSWORD && STAFF_PASSWORD && IDENTITY_PASSWORD && WORKER_PASSWORD;
  if (!SUPERUSER_DATABASE_URL || !known) {
    console.log(
      'usage: SUPERUSER_DATABASE_URL=postgres://postgres:...@host/postgres OWNER_PASSWORD=... APP_PASSWORD=... STAFF_PASSWORD=... IDENTITY_PASSWORD=... WORKER_PASSWORD=... [DATABASE_NAME=onboarding] npm run bootstrap',
    );
    process.exit(process.argv.includes('--help') ? 0 : 1);
  }
  await bootstrapDatabase(SUPERUSER_DATABASE_URL, {
    database: DATABASE_NAME,
    ownerPassword: OWNER_PASSWORD,
    appPassword: APP_PASSWORD,
    staffPassword: STAFF_PASSWORD,
    identityPassword: IDENTITY_PASSWORD,
    workerPassword: WORKER_PASSWORD,
  });
  console.log(`the roles and the database ${DATABASE_NAME} are there`);
}
