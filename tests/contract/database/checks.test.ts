// The check constraints of the database: each allows what the code writes and refuses what it must never write.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { EDGES, VOCABULARIES } from './checks.ts';

const ROW_TYPES = readFileSync('database/tables.gen.ts', 'utf8');

interface Check {
  name: string;
  table: string;
  definition: string;
  expression: string;
  columns: string[];
  ofArray: boolean;
}

let database: TestDatabase;
let checks: Check[];
beforeAll(async () => {
  database = await cloneDatabase();
  const { rows } = await database.owner.query(
    `select conname as name, relname as table, pg_get_constraintdef(k.oid) as definition,
       pg_get_expr(conbin, conrelid) as expression,
       array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any (conkey)) as columns,
       exists (select from pg_attribute where attrelid = conrelid and attnum = any (conkey) and attndims > 0) as "ofArray"
     from pg_constraint k join pg_class c on c.oid = conrelid
     where contype = 'c' and connamespace = 'onboarding'::regnamespace and not relispartition`,
  );
  checks = rows;
});
afterAll(() => database.close());

const ofWords = () => checks.filter(({ definition }) => definition.includes('ARRAY['));
const wordsIn = (text: string): string[] => [...text.matchAll(/'([^']+)'/g)].map(([, word]) => String(word)).sort();

function checkNamed(name: string): Check {
  const check = checks.find((one) => one.name === name);
  if (check === undefined) throw new Error(`The database has no check ${name}`);
  return check;
}

/** Whether the check allows a row that has only these values. */
async function isAllowed({ table, expression }: Check, row: Record<string, unknown>): Promise<boolean> {
  const { rows } = await database.owner.query(
    `select (${expression}) is not false as allowed from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  );
  return rows[0].allowed;
}

test('every check constraint is tested, by its vocabulary or by boundary rows', () => {
  const tried = new Set([...VOCABULARIES.map(([name]) => name), ...Object.keys(EDGES)]);
  expect(checks.map(({ name }) => name).sort()).toEqual([...tried].sort());
});

test.each(Object.entries(EDGES))('the check %s refuses and allows the listed boundary rows', async (name, edges) => {
  const check = checkNamed(name);
  for (const row of edges.refuses) expect([row, await isAllowed(check, row)]).toEqual([row, false]);
  for (const row of edges.allows) expect([row, await isAllowed(check, row)]).toEqual([row, true]);
  expect(Math.min(edges.refuses.length, edges.allows.length)).toBeGreaterThan(0);
});

test.each(VOCABULARIES)('the check %s lists exactly its vocabulary', (name, vocabulary) => {
  const check = checkNamed(name);
  expect(wordsIn(check.definition)).toEqual([...vocabulary].sort());
});

/** Checks over several columns are tested with boundary rows instead. */
const OF_ONE_COLUMN = VOCABULARIES.filter(([name]) => EDGES[name] === undefined);

test.each(OF_ONE_COLUMN)('the check %s allows its vocabulary and refuses another word', async (name, vocabulary) => {
  const check = checkNamed(name);
  const [column = '', ...others] = check.columns;
  expect(others).toEqual([]);
  const allows = (word: string) => isAllowed(check, { [column]: check.ofArray ? [word] : word });
  expect(await Promise.all(vocabulary.map(allows))).not.toContain(false);
  expect(await allows('SomethingElse')).toBe(false);
});

describe('a check over a list of words', () => {
  test('is compared with its vocabulary', () => {
    expect(
      ofWords()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(VOCABULARIES.map(([name]) => name).sort());
  });

  test('has a row type that is the union of exactly these words', () => {
    const allowed: Record<string, string[]> = {};
    for (const { table, definition } of ofWords()) {
      for (const [, column, list = ''] of definition.matchAll(/(\w+) (?:= ANY \(|<@ )ARRAY\[([^\]]*)\]/g)) {
        const words = [...(allowed[`${table}.${column}`] ?? []), ...wordsIn(list)];
        allowed[`${table}.${column}`] = words.sort();
      }
    }
    const typed = Object.keys(allowed).map((column) => [column, wordsIn(rowType(column))]);
    expect(Object.fromEntries(typed)).toEqual(allowed);
  });

  /** The type of a table's column, as text from tables.gen.ts. */
  function rowType(tableAndColumn: string): string {
    const [table = '', column = ''] = tableAndColumn.split('.');
    const row = `${table.replaceAll('_', '')}row {`;
    const fields = ROW_TYPES.split('export interface ').find((one) => one.toLowerCase().startsWith(row));
    return fields?.match(new RegExp(`  ${column.replaceAll('_', '')}: (.*);`, 'i'))?.[1] ?? '';
  }
});
