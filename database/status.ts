// What is in a database, for operators: migrations, roles, partitions, sizes. Reads only.
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { checksumOf, MIGRATIONS } from './migrate.ts';
import { LIMITED_ROLES } from './roles.ts';

export interface MigrationStatus {
  name: string;
  /** `unknown`: this release does not have it, so a newer one has migrated. */
  state: 'applied' | 'missing' | 'edited' | 'unknown';
  appliedAt: Date | null;
}

export interface DatabaseStatus {
  server: string;
  migrations: MigrationStatus[];
  roles: { name: string; state: string }[];
  /** Until when rows can be written. */
  partitions: { table: string; until: string }[];
  /** Tables with their partitions and indexes, largest first. */
  sizes: { table: string; bytes: number }[];
  bytes: number;
}

export async function readStatus(ownerUrl: string): Promise<DatabaseStatus> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ server: string; bytes: string }>(
      `select current_setting('server_version') as server, pg_database_size(current_database()) as bytes`,
    );
    return {
      server: rows[0]?.server ?? '',
      migrations: await readMigrations(client),
      roles: await readRoles(client),
      partitions: await readPartitions(client),
      sizes: await readSizes(client),
      bytes: Number(rows[0]?.bytes),
    };
  } finally {
    await client.end();
  }
}

async function readMigrations(client: pg.Client): Promise<MigrationStatus[]> {
  const { rows: found } = await client.query(`select to_regclass('schema_migrations') is not null as migrated`);
  const { rows } =
    found[0]?.migrated === true
      ? await client.query<{ name: string; checksum: string; applied_at: Date }>('select * from schema_migrations')
      : { rows: [] };
  const applied = new Map(rows.map((row) => [row.name, row]));
  const known = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql'));
  const names = [...new Set([...known, ...applied.keys()])].sort();
  return Promise.all(
    names.map(async (name) => {
      const row = applied.get(name);
      if (row === undefined) return { name, state: 'missing', appliedAt: null };
      if (!known.includes(name)) return { name, state: 'unknown', appliedAt: row.applied_at };
      const same = checksumOf(await readFile(new URL(name, MIGRATIONS), 'utf8')) === row.checksum;
      return { name, state: same ? 'applied' : 'edited', appliedAt: row.applied_at };
    }),
  );
}

/** What would stop a process from getting ready, or let it wait without end. */
async function readRoles(client: pg.Client): Promise<DatabaseStatus['roles']> {
  const { rows } = await client.query<{ name: string; state: string }>(
    `select name, case
       when r.oid is null then 'missing: run "database bootstrap"'
       when r.rolsuper or r.rolbypassrls then 'bypasses row-level security'
       when not r.rolcanlogin and not exists (select from pg_roles where rolname = name || '_2' and rolcanlogin) then 'cannot log in'
       when name = any ($1) and not coalesce(array_to_string(r.rolconfig, ' ') like '%statement\\_timeout=%', false)
         then 'has no time limits: run "database bootstrap"'
       else 'good' end as state
     from unnest('{onboarding_owner}' || $1::text[]) as name left join pg_roles r on r.rolname = name`,
    [LIMITED_ROLES],
  );
  return rows;
}

/** Partitions are named after the day or the month that they hold. */
async function readPartitions(client: pg.Client): Promise<DatabaseStatus['partitions']> {
  const { rows } = await client.query<{ table: string; until: string }>(
    `select "table", max(case length(held)
         when 8 then to_date(held, 'YYYYMMDD') + 1
         else (to_date(held, 'YYYYMM') + interval '1 month')::date end)::text as until
     from (select parent.relname as "table", substring(child.relname from '\\d+$') as held
       from pg_inherits
       join pg_class parent on parent.oid = inhparent and parent.relkind = 'p'
       join pg_class child on child.oid = inhrelid and child.relkind = 'r'
       where parent.relnamespace = 'onboarding'::regnamespace) as partitions
     group by "table" order by "table"`,
  );
  return rows;
}

async function readSizes(client: pg.Client): Promise<DatabaseStatus['sizes']> {
  const { rows } = await client.query<{ table: string; bytes: string }>(
    `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as "table", sum(pg_total_relation_size(c.oid)) as bytes
     from pg_class c where c.relkind in ('r', 'p')
       and c.relnamespace = any (array['onboarding', 'pgboss']::regnamespace[])
     group by 1 order by 2 desc, 1`,
  );
  return rows.map(({ table, bytes }) => ({ table, bytes: Number(bytes) }));
}
