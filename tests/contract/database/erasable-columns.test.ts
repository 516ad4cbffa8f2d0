// For every column that may hold customer data, it is decided what an erasure does to it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { FATES, OF_NO_CUSTOMER } from './erasable-columns.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

/** Every table that is not a partition, with the columns whose type can hold customer data. */
async function storedColumns(): Promise<Map<string, { telling: string[]; hasCustomer: boolean }>> {
  const { rows } = await database.owner.query(
    `select c.relname as table, coalesce(array_agg(a.attname::text order by a.attnum) filter (where t.typname not in
         ('uuid', '_uuid', 'bool', 'int2', 'int4', 'int8', 'timestamptz', 'xid8')), '{}') as telling,
       bool_or(a.attname = 'customer_id') as "hasCustomer"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'onboarding'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by c.relname`,
  );
  return new Map(rows.map((row) => [row.table, row]));
}

const CALL = 'give it its line in tests/contract/database/erasable-columns.ts, and let the erasure do what that says';

test('every column that may hold customer data is listed with its fate, and every other table with a reason', async () => {
  const stored = await storedColumns();
  expect(stored.size).toBeGreaterThan(40);
  const open = [...stored].flatMap(([table, { telling }]) =>
    OF_NO_CUSTOMER[table] === undefined
      ? telling.filter((column) => FATES[table]?.[column] === undefined).map((column) => `${table}.${column}`)
      : [],
  );
  expect(open, CALL).toEqual([]);
  const excused = [...stored].filter(([table, { hasCustomer }]) => hasCustomer && OF_NO_CUSTOMER[table] !== undefined);
  expect(excused, 'a table with a customer_id holds something of customers').toEqual([]);
});

test('no column or table is listed that no longer exists', async () => {
  const stored = await storedColumns();
  const gone = Object.entries(FATES).flatMap(([table, columns]) =>
    Object.keys(columns).filter((column) => !stored.get(table)?.telling.includes(column)),
  );
  const tables = Object.keys(OF_NO_CUSTOMER).filter((table) => !stored.has(table));
  expect([gone, tables]).toEqual([[], []]);
});

test('storedColumns detects a new column and a new table', async () => {
  await database.owner.query('begin');
  try {
    await database.owner.query('alter table people add column nickname text');
    await database.owner.query('create table gossip (customer_id uuid, whisper jsonb)');
    const stored = await storedColumns();
    expect(stored.get('people')?.telling).toContain('nickname');
    expect(stored.get('gossip')).toMatchObject({ telling: ['whisper'], hasCustomer: true });
  } finally {
    await database.owner.query('rollback');
  }
});
