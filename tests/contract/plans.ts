// How the server carries a paged statement out, told by the server itself.
import type { Tx } from '@onboarding/platform/postgres';
import pg from 'pg';
import { expect } from 'vitest';

export interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Scan Direction'?: string;
  'Plan Rows': number;
  'Index Cond'?: string;
  /** What a row that was read is held against. */
  Filter?: string;
  Plans?: Plan[];
  /** Pages of tables and indexes that it read, with all that is below it; known once it was carried out. */
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
}

export interface Planned {
  statement: string;
  nodes: Plan[];
}

/** A transaction as a partner that has every statement of such a name explained, with the very values that it was sent with. */
export async function explaining<T>(
  client: pg.Client,
  partnerId: string,
  names: RegExp,
  work: (tx: Tx) => Promise<T>,
  { carriedOut = false } = {},
): Promise<{ result: T; plans: Planned[] }> {
  const how = carriedOut ? 'analyze, buffers, timing off, format json' : 'format json';
  const plans: Planned[] = [];
  const tx: Tx = {
    async rows(statement, values) {
      const prepared = { name: statement.name, text: statement.text, values: [...values] };
      // A row can be added once; it is no reading.
      if (statement.text.startsWith('insert')) return (await client.query(prepared)).rows;
      // The server makes up its mind about the plan of a prepared statement while it is used.
      for (let times = 0; times < 7; times++) await client.query(prepared);
      if (names.test(statement.name)) {
        const literals = values.map(toLiteral).join(', ');
        const explained = await client.query(`explain (${how}) execute "${statement.name}"(${literals})`);
        plans.push({ statement: statement.name, nodes: nodesOf(explained.rows[0]['QUERY PLAN'][0].Plan) });
      }
      return (await client.query(prepared)).rows;
    },
    foreign: () => Promise.reject(new Error('A page brings no SQL from elsewhere')),
  };
  await client.query('begin');
  try {
    await client.query('select * from enter_partner($1)', [partnerId]);
    return { result: await work(tx), plans };
  } finally {
    await client.query('rollback');
  }
}

function toLiteral(value: unknown): string {
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  // Without a type of its own, so that it takes that of its place.
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`);
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value);
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const HANDFUL = 20;
const WAYS = [
  'Index Scan',
  'Limit',
  'Append',
  'Merge Append',
  'Result',
  'Subquery Scan',
  'Sort',
  'Incremental Sort',
  'Bitmap Heap Scan',
  'Bitmap Index Scan',
];

/**
 * An index read backwards and no further than `rows`, so that no more than these are ever sorted (when those of several
 * statuses are merged); or a handful, of which the planner knows that they are no more. `found` are columns that the index
 * itself must find: row-level security adds filters of its own.
 */
export function expectInOrder(
  nodes: readonly Plan[],
  { index, found, rows = 0 }: { index: RegExp; found: RegExp; rows?: number },
): void {
  expect(nodes.filter((node) => node['Index Name'] !== undefined).length).toBeGreaterThan(0);
  for (const node of nodes) {
    const kind = node['Node Type'];
    expect(WAYS).toContain(kind);
    if (kind.includes('Index')) expect(node['Index Name']).toMatch(index);
    if (kind === 'Index Scan') expect(node['Scan Direction']).toBe('Backward');
    expect(node.Filter ?? '').not.toMatch(found);
    if (kind.endsWith('Sort')) expect(node['Plan Rows']).toBeLessThanOrEqual(Math.max(rows, HANDFUL));
    if (kind.startsWith('Bitmap')) expect(node['Plan Rows']).toBeLessThanOrEqual(HANDFUL);
  }
}
