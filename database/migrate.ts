// Brings a database to the newest version: `npm run migrate`, with MIGRATION_DATABASE_URL naming the owner role.
//
// Migrations are plain SQL, forward only, each in a transaction of its own. A file's checksum is kept, so that a
// migration that was edited after it ran is refused instead of being silently different from one database to the next.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrateJobs } from './jobs.ts';
import { loadReference } from './reference.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** The first line of a migration that PostgreSQL cannot run in a transaction (create index concurrently). */
const OUTSIDE_TRANSACTION = '-- outside a transaction';

export interface MigrateResult {
  applied: string[];
}

export async function migrate(ownerUrl: string, log: (line: string) => void): Promise<MigrateResult> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // One migrator at a time; the lock ends with the session, however that ends.
    await client.query(`select pg_advisory_lock(hashtext('onboarding.migrate'))`);
    // A migration that cannot get its lock gives up rather than queueing every request behind itself.
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

/** What only a superuser can make; an upgrade may need more of it than was there before. */
async function requireBootstrap(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ missing: string }>(
    `select 'role ' || name as missing from unnest(array['onboarding_app', 'onboarding_staff', 'onboarding_identity', 'onboarding_worker']) as name
     where not exists (select from pg_roles where rolname = name)
     union all
     select 'schema ' || name from unnest(array['onboarding', 'pgboss']) as name
     where not exists (select from pg_namespace where nspname = name)`,
  );
  if (rows.length === 0) return;
  const missing = rows.map((row) => row.missing).join(', ');
  throw new Error(`Missing: ${missing}. Run "npm run bootstrap" first, as a superuser; it is safe to repeat.`);
}

async function applyNewMigrations(client: pg.Client, log: (line: string) => void): Promise<string[]> {
  const done = new Map<string, string>();
  for (const row of (await client.query('select name, checksum from schema_migrations')).rows) {
    done.set(row.name, row.checksum);
  }
  const applied: string[] = [];
  for (const name of (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort()) {
    const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
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
    // One by one, because PostgreSQL takes several in one message for a transaction.
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
