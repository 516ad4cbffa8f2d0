// What an administrator does once per server, before the first migration: creates the roles and the database. Idempotent.
// `npm run bootstrap` runs it with the addresses and passwords of the environment.
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import {
  asMemberOf,
  asRefused,
  ensureRole,
  LIMITED_ROLES,
  limitSecondLogins,
  ROLES,
  type Role,
  withClient,
} from './roles.ts';

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
      await limitSecondLogins(client);
      await asMemberOf(client, 'onboarding_owner', async () => {
        await ensureDatabase(client, database);
        await withClient(urlFor(adminUrl, database), ensureSchema);
      });
    });
  } catch (error) {
    throw asRefused(error);
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
