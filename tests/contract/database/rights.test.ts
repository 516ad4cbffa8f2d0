// The rights of the database roles that processes use, read from PostgreSQL's catalogue after all migrations.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITED_ROLES } from '../../../database/roles.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { CALLERS, RIGHTS } from './rights.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

/** One line per right, or per column for rights granted by column, so that a difference shows as one line. */
const linesOf = (table: string, right: string): string[] => {
  const [, name = '', columns] = right.match(/^(\w+)(?: \((.+)\))?$/) ?? [];
  return columns === undefined
    ? [`${name} on ${table}`]
    : columns.split(', ').map((column) => `${name} (${column}) on ${table}`);
};

/** Effective rights: granted to the role, to everyone, or to a role of which it is a member. */
const FOUND = `
  with relations as (
    select c.oid, c.relkind, case n.nspname when 'onboarding' then '' else n.nspname || '.' end || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('onboarding', 'pgboss', 'public') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and c.relname !~ '^queue_stats_\\d+$'
  )
  select p.name || ' on ' || r.name as line from relations r
  cross join (values ('select'), ('insert'), ('update'), ('delete'), ('truncate'), ('references'), ('trigger')) p (name)
  where r.relkind <> 'S' and has_table_privilege($1, r.oid, p.name)
  union all
  select p.name || ' (' || a.attname || ') on ' || r.name from relations r
  cross join (values ('select'), ('insert'), ('update'), ('references')) p (name)
  join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
  where r.relkind <> 'S' and not has_table_privilege($1, r.oid, p.name)
    and has_column_privilege($1, r.oid, a.attnum, p.name)
  union all
  select p.name || ' on sequence ' || r.name from relations r
  cross join (values ('usage'), ('select'), ('update')) p (name)
  where r.relkind = 'S' and has_sequence_privilege($1, r.oid, p.name)`;

test('every role of a process is listed', () => {
  expect(Object.keys(RIGHTS).sort()).toEqual([...LIMITED_ROLES].sort());
});

describe.each(Object.entries(RIGHTS))('%s', (role, rights) => {
  test('has exactly the listed rights on tables', async () => {
    const { rows } = await database.owner.query<{ line: string }>(FOUND, [role]);
    const listed = Object.entries(rights).flatMap(([table, each]) => each.flatMap((right) => linesOf(table, right)));
    expect(rows.map(({ line }) => line).sort()).toEqual(listed.sort());
  });

  test('is not a superuser, owns nothing, cannot create or replicate, cannot bypass row-level security and has no memberships', async () => {
    const { rows } = await database.owner.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
         (select count(*)::int from pg_class where relowner = r.oid) as owned,
         (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
         array(select nspname::text from pg_namespace where has_schema_privilege(r.oid, oid, 'create')) as creates
       from pg_roles r where rolname = $1`,
      [role],
    );
    const none = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false };
    expect(rows).toEqual([{ ...none, rolreplication: false, owned: 0, memberships: 0, creates: [] }]);
  });
});

describe('functions', () => {
  let functions: { name: string; as_owner: boolean; callers: string[]; pinned: boolean }[];
  beforeAll(async () => {
    const { rows } = await database.owner.query(
      `select p.proname || '(' || coalesce(array_to_string(p.proargnames[1:p.pronargs], ', '), '') || ')' as name,
         p.prosecdef as as_owner,
         array(select r from unnest($1::text[]) r where has_function_privilege(r, p.oid, 'execute') order by 1) as callers,
         p.prosqlbody is not null or coalesce(p.proconfig::text like '%search_path=onboarding%', false) as pinned
       from pg_proc p where p.pronamespace = 'onboarding'::regnamespace
         and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
      [LIMITED_ROLES],
    );
    functions = rows;
  });

  test('can be called by exactly the listed roles, and run with the listed rights: the caller’s or the owner’s', () => {
    const found = functions.map(({ name, as_owner, callers }) => [
      name,
      `${as_owner ? 'as owner' : 'as caller'}: ${callers.map((role) => role.replace('onboarding_', '')).join(' ')}`.trim(),
    ]);
    expect(Object.fromEntries(found)).toEqual(CALLERS);
    expect(found).toHaveLength(Object.keys(CALLERS).length);
  });

  // Names in a standard SQL body are resolved when the function is created; in other bodies, when it runs.
  test('that run with the owner’s rights resolve tables only in our schema', () => {
    const unpinned = functions.filter(({ as_owner, pinned }) => as_owner && !pinned).map(({ name }) => name);
    // Qualifies every name with its schema.
    expect(unpinned).toEqual(['enter_partner(entering)']);
  });
});
