// The schema and the code agree: statements, keys, partitions.
import { globSync, readFileSync } from 'node:fs';
import { migrate } from '@onboarding/database';
import { declaredStatements } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';

const sources = globSync('{apps,packages}/*/src/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') });
const stores = sources.filter((file) => /\bstatement[<(]/.test(readFileSync(file, 'utf8')));
await Promise.all(stores.map((file) => import(`../../../${file}`)));
// Other tests of this process declare their own, called test_….
const declared = declaredStatements().filter(({ name }) => !name.startsWith('test_'));

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

test.each(declared.map(({ name, text }) => [name, text]))(
  'PostgreSQL prepares the statement %s against the schema',
  async (name, text) => {
    await database.owner.query(`prepare "${name}" as ${text}`);
    const { rows } = await database.owner.query('select statement from pg_prepared_statements where name = $1', [name]);
    expect(rows).toHaveLength(1);
  },
);

describe('keys', () => {
  // Except for tables that are read before the partner is known: events to fan out, accounts that sign in, and their events.
  test("partner_id comes first in the primary key of every table with partners' rows", async () => {
    const { rows } = await database.owner.query(
      `select c.relname, a.attname as leading from pg_class c
       join pg_index i on i.indrelid = c.oid and i.indisprimary
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where c.relnamespace = 'onboarding'::regnamespace and not c.relispartition
         and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'partner_id')
         and c.relname not in ('event_outbox', 'accounts', 'account_events')`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(7);
    expect(rows.filter((row) => row.leading !== 'partner_id')).toEqual([]);
  });

  test('every foreign key is supported by an index on the referencing columns', async () => {
    const { rows } = await database.owner.query(
      `select conrelid::regclass::text as table, conname from pg_constraint f
       where contype = 'f' and connamespace = 'onboarding'::regnamespace
         and not exists (select from pg_index i where i.indrelid = f.conrelid
           and (i.indkey::int2[])[0:array_length(f.conkey, 1) - 1] = f.conkey)`,
    );
    expect(rows).toEqual([]);
  });
});

describe('migrations', () => {
  test('running them again changes nothing', async () => {
    expect(await migrate(database.ownerUrl, () => {})).toEqual({ applied: [] });
  });

  test('a migration that was edited after it ran is rejected by name', async () => {
    const edited = await cloneDatabase();
    await edited.owner.query(`update schema_migrations set checksum = 'another' where name like '0002%'`);
    await expect(migrate(edited.ownerUrl, () => {})).rejects.toThrow(/0002_reference\.sql was edited after it ran/);
    await edited.close();
  });
});

describe('partitions', () => {
  test('cover yesterday to a week ahead, and creating them again creates none', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const daysOf = async (): Promise<number[]> => {
      const { rows } = await database.owner.query(
        `select to_date(right(relname, 8), 'YYYYMMDD') - $1::date as day from pg_class
         where relispartition and relkind = 'r' and relname like 'events_2%' order by 1`,
        [today],
      );
      return rows.map(({ day }) => day);
    };
    const make = async () => (await database.owner.query('select make_partitions() as made')).rows[0].made;
    // Created by the migration, which may have run before midnight.
    expect(await daysOf()).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6]));
    await make();
    expect(await make()).toBe(0);
    expect(await daysOf()).toEqual(expect.arrayContaining([-1, 0, 1, 2, 3, 4, 5, 6, 7]));
  });

  test('can be created further ahead, and are used by the day in the id', async () => {
    const { rows } = await database.owner.query('select make_partitions(20) as made');
    expect(rows[0].made).toBeGreaterThanOrEqual(26);
    const at = new Date(Date.now() + 15 * 86_400_000);
    const id = await database.owner.query('select uuid_floor($1) as id', [at]);
    const inserted = await database.owner.query(
      `insert into events (partner_id, event_id, event_type, event_version, occurred_at, body)
       values ($1, $2, 'x', 1, $3, '{}') returning tableoid::regclass::text as partition`,
      [crypto.randomUUID(), id.rows[0].id, at],
    );
    expect(inserted.rows[0].partition).toBe(`events_${at.toISOString().slice(0, 10).replaceAll('-', '')}`);
  });

  test('never include a default partition, which would hide a missing one', async () => {
    const { rows } = await database.owner.query(
      `select partrelid::regclass::text from pg_partitioned_table join pg_class on oid = partrelid
       where partdefid <> 0 and relnamespace = 'onboarding'::regnamespace`,
    );
    expect(rows).toEqual([]);
  });
});
