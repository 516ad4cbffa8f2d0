// What the database enforces in addition to rights and checks: row-level security, keys and triggers.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { KEYS, TRIGGERS } from './keys.ts';
import { NULLABLE } from './nullable.ts';
import { POLICIES } from './policies.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const linesFrom = async (sql: string): Promise<string[]> => {
  const { rows } = await database.owner.query<{ line: string }>(sql);
  return rows.map(({ line }) => line.replaceAll(/\s+/g, ' ')).sort();
};

const PROTECTED = [...new Set(Object.values(POLICIES).flatMap((tables) => tables.trim().split(/\s+/)))].sort();

test('exactly the listed columns may be null', async () => {
  const found = await linesFrom(
    `select c.relname || '.' || a.attname as line from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'onboarding'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and not a.attnotnull`,
  );
  const listed = Object.entries(NULLABLE).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  );
  expect(found).toEqual(listed.sort());
});

test('row-level security has exactly the listed policies', async () => {
  const found = await linesFrom(
    `select tablename || ': ' || policyname || case permissive when 'RESTRICTIVE' then ' as restrictive' else '' end
       || case cmd when 'ALL' then '' else ' for ' || lower(cmd) end || ' to ' || array_to_string(roles, ', ')
       || coalesce(' using ' || replace(qual, tablename || '.', ''), '') || coalesce(' with check ' || with_check, '') as line
     from pg_policies where schemaname = 'onboarding'`,
  );
  const listed = Object.entries(POLICIES).flatMap(([policy, tables]) =>
    tables
      .trim()
      .split(/\s+/)
      .map((table) => `${table}: ${policy}`),
  );
  const forOwner = PROTECTED.map((table) => `${table}: owner_works to onboarding_owner using true`);
  expect(found).toEqual([...listed, ...forOwner].sort());
});

test('row-level security is enabled, and forced for the owner, on exactly the tables with policies', async () => {
  const tablesWith = (column: string) =>
    linesFrom(`select relname as line from pg_class where relnamespace = 'onboarding'::regnamespace and ${column}`);
  expect(await tablesWith('relrowsecurity')).toEqual(PROTECTED);
  expect(await tablesWith('relforcerowsecurity')).toEqual(PROTECTED);
});

test('each table has exactly the listed keys', async () => {
  const found = await linesFrom(
    `select relname || ': ' || pg_get_constraintdef(k.oid) as line
     from pg_constraint k join pg_class c on c.oid = conrelid
     where contype in ('p', 'u', 'f', 'x') and connamespace = 'onboarding'::regnamespace and not relispartition
     union all
     select relname || ': UNIQUE INDEX ' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING btree ', '')
     from pg_index i join pg_class c on c.oid = indrelid
     where indisunique and indisvalid and relnamespace = 'onboarding'::regnamespace and not relispartition
       and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)`,
  );
  const listed = Object.entries(KEYS).flatMap(([table, keys]) => keys.map((key) => `${table}: ${key}`));
  expect(found).toEqual(listed.sort());
});

test('the tables have exactly the indexes of database/schema.sql, and each is usable', async () => {
  const found = await linesFrom(
    `select c.relname || case when indisvalid then '' else ': invalid' end as line
     from pg_index i join pg_class c on c.oid = indexrelid join pg_class t on t.oid = indrelid
     where c.relnamespace = 'onboarding'::regnamespace and not t.relispartition
       and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)`,
  );
  const schema = readFileSync('database/schema.sql', 'utf8');
  const listed = [...schema.matchAll(/^CREATE (?:UNIQUE )?INDEX (\w+) ON/gm)].map(([, name]) => name);
  expect(listed.length).toBeGreaterThan(50);
  expect(found).toEqual(listed.sort());
});

test('exactly the listed triggers are enabled', async () => {
  const found = await linesFrom(
    `select pg_get_triggerdef(t.oid, true) as line from pg_trigger t join pg_class c on c.oid = tgrelid
     where not tgisinternal and tgenabled = 'O' and relnamespace = 'onboarding'::regnamespace`,
  );
  expect(found).toEqual([...TRIGGERS].sort());
});
