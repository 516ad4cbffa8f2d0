// Migrates a database to the newest version: `npm run migrate`, with MIGRATION_DATABASE_URL naming the owner role.
// Migrations are plain SQL, forward only, each in its own transaction. A file's checksum is stored, so that a migration
// edited after it ran is refused instead of making databases silently differ.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrateJobs } from './jobs.ts';
import { loadReference } from './reference.ts';
import { LIMITED_ROLES } from './roles.ts';

export const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** The first line of a migration that PostgreSQL cannot run in a transaction (create index concurrently). */
const OUTSIDE_TRANSACTION = '-- outside a transaction';

export const checksumOf = (sql: string) => createHash('sha256').update(sql).digest('hex');

export interface MigrateResult {
  applied: string[];
}

export async function migrate(ownerUrl: string, log: (line: string) => void): Promise<MigrateResult> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // One migrator at a time; the lock ends with the session, however that ends.
    await client.query(`select pg_advisory_lock(hashtext('onboarding.migrate'))`);
    // A migration that cannot get its lock gives up instead of queueing every request behind it.
    await client.query(`set lock_timeout = '5s'`);
    await requireBootstrap(client);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = await applyNewMigrations(client, log);
    await loadReference(client, log);
    await client.query('select make_partitions()');
    await migrateJobs(client);
    return { applied };
  } finally {
    await client.end();
  }
}

/** What only an administrator can create; an upgrade may need more than before. */
async function requireBootstrap(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ missing: string }>(
    `select 'role ' || name as missing from unnest($1::text[]) as name
     where not exists (select from pg_roles where rolname = name)
     union all
     select 'time limits of role ' || rolname from pg_roles
     where rolname = any ($1) and not exists (select from unnest(rolconfig) as one where one like 'statement\\_timeout=%')
     union all
     select 'schema ' || name from unnest(array['onboarding', 'pgboss']) as name
     where not exists (select from pg_namespace where nspname = name)`,
    [LIMITED_ROLES],
  );
  if (rows.length === 0) return;
  const missing = rows.map((row) => row.missing).join(', ');
  throw new Error(`Missing: ${missing}. Run "onboardingctl database bootstrap" first; it is safe to repeat.`);
}

async function applyNewMigrations(client: pg.Client, log: (line: string) => void): Promise<string[]> {
  const done = new Map<string, string>();
  for (const row of (await client.query('select name, checksum from schema_migrations')).rows) {
    done.set(row.name, row.checksum);
  }
  const applied: string[] = [];
  for (const name of (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()) {
    const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
    const checksum = checksumOf(sql);
    const known = done.get(name);
    if (known === checksum) continue;
    if (known !== undefined) {
      throw new Error(`Migration ${name} was edited after it ran here. Restore it and put the change into a new file.`);
    }
    const started = performance.now();
    await applyOne(client, name, sql, checksum);
    log(`migrated ${name} in ${Math.round(performance.now() - started)} ms`);
    applied.push(name);
  }
  return applied;
}

async function applyOne(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  const record = () => client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
  if (sql.startsWith(OUTSIDE_TRANSACTION)) {
    // One by one, because PostgreSQL runs several statements in one message as a transaction.
    for (const one of sql.split(/;\s*(?:\n|$)/).filter((text) => text.trim() !== '')) await client.query(one);
    await record();
    return;
  }
  await client.query('begin');
  try {
    await client.query(sql);
    await record();
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed and was rolled back: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = process.env.MIGRATION_DATABASE_URL;
  if (url === undefined || process.argv.includes('--help')) {
    console.log('usage: MIGRATION_DATABASE_URL=postgres://onboarding_owner:...@host/database npm run migrate');
    process.exit(url === undefined && !process.argv.includes('--help') ? 1 : 0);
  }
  try {
    const { applied } = await migrate(url, console.log);
    console.log(applied.length === 0 ? 'nothing to migrate' : `applied ${applied.length} migrations`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
