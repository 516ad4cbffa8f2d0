// How the server executes a paged statement, according to its own EXPLAIN.
import { type Tx, toQuery, toRows } from '@onboarding/platform/postgres';
import pg from 'pg';
import { expect } from 'vitest';

export interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'CTE Name'?: string;
  'Scan Direction'?: string;
  'Plan Rows': number;
  /** Known after execution. */
  'Actual Rows'?: number;
  'Index Cond'?: string;
  /** The condition applied to each row that was read. */
  Filter?: string;
  Plans?: Plan[];
  /** Pages of tables and indexes that it read, including its children; known after execution. */
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
}

export interface Planned {
  statement: string;
  nodes: Plan[];
}

/** A transaction as a partner that explains every statement with such a name, with the values it was sent with. */
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
    wake: () => {},
    async rows(statement, values) {
      const prepared = toQuery(statement, values);
      // A row can be inserted only once, and an insert is not a read.
      if (statement.text.startsWith('insert')) return toRows(await client.query(prepared));
      // The server chooses the plan of a prepared statement after several executions.
      for (let times = 0; times < 7; times++) await client.query(prepared);
      if (names.test(statement.name)) {
        const literals = prepared.values.length === 0 ? '' : `(${prepared.values.map(toLiteral).join(', ')})`;
        const explained = await client.query(`explain (${how}) execute "${statement.name}"${literals}`);
        plans.push({ statement: statement.name, nodes: nodesOf(explained.rows[0]['QUERY PLAN'][0].Plan) });
      }
      return toRows(await client.query(prepared));
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
  // Without a type, so that it takes that of its context.
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join(',')}}`);
  return typeof value === 'string' ? pg.escapeLiteral(value) : String(value);
}

/** The pages of tables and indexes that a statement read. */
export const blocksRead = ([top]: readonly Plan[]) =>
  (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0);

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
 * Expects an index scan backwards over at most `rows`, so that no more are ever sorted (when several statuses are
 * merged); or a few rows, if the planner knows that there are no more. `found` lists columns that the index itself must
 * match, because row-level security adds its own filters.
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
