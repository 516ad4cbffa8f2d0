// The list's SQL. There is one statement for each combination of filters, so that each can be read from an index in the
// order of the list: a page is then as cheap among millions as among hundreds.
import { VERIFICATION_STATUSES, type VerificationStatus } from '@onboarding/contract';
import { type Statement, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerRow } from './profile-store.ts';

/** By id, which begins with the time of creation, or by the time of the last change. Both with the latest first. */
export type ListOrder = 'created' | 'updated';

const FILTERS = ['type', 'country', 'registration'] as const;
type Filter = (typeof FILTERS)[number];

const FILTER_COLUMNS: Record<Filter, string> = {
  type: 'business_type_code',
  country: 'incorporation_country',
  registration: 'registration_number',
};

export type SummaryRow = Omit<CustomerRow, 'addresses' | 'financials'> & {
  /** updated_at as exactly as it is stored, for the cursor. */
  updated_position: string;
};

const STORED = `customer_id, partner_customer_id, company_name, trading_name, email, phone_number, business_type_code,
  incorporation_country, industry, description, website, registration_number, registration_date, verification_status,
  monitoring, version, created_at, updated_at, erased_at`;
const COLUMNS = `${STORED}, data_key is null as erased`;
const POSITION = `to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_position`;

/** What a page or a count is asked with. The bounds that nobody asked for are open, so that they need no statement of their own. */
export interface ListQuestion {
  order: ListOrder;
  /** Ids from the first, inclusive, to the second, exclusive. */
  ids: readonly [string, string];
  /** For the order of changes: from a moment, inclusive, to a moment and id, exclusive. */
  changes: { from: string; before: readonly [string, string] };
  /** Some of them, each once. */
  statuses: readonly VerificationStatus[] | undefined;
  type: string | undefined;
  country: string | undefined;
  registration: string | undefined;
}

interface Shape {
  order: ListOrder;
  /** How many statuses are asked for; none means any. */
  statuses: number;
  filters: readonly Filter[];
}

const nameOf = (kind: string, { order, statuses, filters }: Shape) =>
  [
    kind,
    ...(order === 'updated' ? ['updated'] : []),
    ...(statuses === 0 ? [] : [`status${statuses === 1 ? '' : statuses}`]),
    ...filters,
  ].join('_');

const ORDERS: Record<ListOrder, { conditions: string[]; by: string; values: number }> = {
  created: {
    conditions: ['partner_id = $1', 'customer_id >= $2', 'customer_id < $3'],
    by: 'customer_id desc',
    values: 3,
  },
  updated: {
    conditions: [
      'partner_id = $1',
      'customer_id >= $2',
      'customer_id < $3',
      'updated_at >= $4',
      '(updated_at, customer_id) < ($5, $6)',
    ],
    by: 'updated_at desc, customer_id desc',
    values: 6,
  },
};

/**
 * A condition on the only filter of a list. Written with "=", the planner knows that the column does not matter to the
 * order, and may well walk through all ids in their order, looking for the value: as long as the oldest rows are the
 * approved ones, through all that are not. Written so, only the filter's own index has the order.
 */
const only = (column: string, number: number) => `${column} >= $${number} and ${column} <= $${number}`;
const among = (column: string, number: number) => `${column} = $${number}`;

interface Parts {
  conditions: string[];
  /** The number of the next value. */
  next: number;
  orderBy: string;
}

function partsOf({ order, statuses, filters }: Shape): Parts {
  const { conditions, by, values } = ORDERS[order];
  const [first] = filters;
  const alone = order === 'created' && statuses === 0 && filters.length === 1 && first !== undefined;
  const filtered = filters.map((filter, index) => (alone ? only : among)(FILTER_COLUMNS[filter], values + 1 + index));
  return {
    conditions: [...conditions, ...filtered],
    next: values + 1 + filters.length,
    orderBy: alone ? `${FILTER_COLUMNS[first]} desc, ${by}` : by,
  };
}

const matching = (conditions: readonly string[]) => `from customers where ${conditions.join(' and ')}`;

function pageStatement(shape: Shape): Statement<SummaryRow> {
  const { conditions, next, orderBy } = partsOf(shape);
  const page = (from: string, number: number) =>
    `select ${COLUMNS}, ${POSITION} ${from} order by ${orderBy} limit $${number} offset $${number + 1}`;
  const name = nameOf('profile_list', shape);
  if (shape.statuses === 0) return statement(name, page(matching(conditions), next));
  // Among the latest changes, statuses are looked for in one walk.
  if (shape.order === 'updated') {
    return statement(name, page(matching([...conditions, `verification_status = any($${next})`]), next + 1));
  }
  // Rows of several statuses stand in no index in the order of their ids, but those of each status do. So each gives as
  // many as the page may need, and these are merged.
  const limit = next + shape.statuses;
  const alone = shape.filters.length === 0;
  const parts = Array.from({ length: shape.statuses }, (_, index) => {
    const status = (alone ? only : among)('verification_status', next + index);
    const inOrder = alone ? `verification_status desc, ${orderBy}` : orderBy;
    return `(select ${STORED}, data_key ${matching([...conditions, status])}
     order by ${inOrder} limit $${limit}::bigint + $${limit + 1}::bigint)`;
  });
  return statement(name, page(`from (${parts.join('\n   union all ')}) found`, limit));
}

/** Counting needs no order, so one statement serves any number of statuses. */
function countStatement(shape: Shape): Statement<{ found: number }> {
  const { conditions, next } = partsOf(shape);
  const status = shape.statuses === 0 ? [] : [`verification_status = any($${next})`];
  const limit = next + status.length;
  return statement(
    nameOf('profile_count', shape),
    `select count(*)::int as found from (select ${matching([...conditions, ...status])} limit $${limit}) counted`,
  );
}

const SUBSETS: readonly (readonly Filter[])[] = FILTERS.reduce<Filter[][]>(
  (subsets, filter) => subsets.concat(subsets.map((subset) => subset.concat(filter))),
  [[]],
);
const shapesOf = (order: ListOrder, statuses: readonly number[]): Shape[] =>
  statuses.flatMap((count) => SUBSETS.map((filters) => ({ order, statuses: count, filters })));
// All statuses together are no filter.
const SEVERAL = VERIFICATION_STATUSES.map((_, count) => count);

const PAGES = declared(
  'profile_list',
  [...shapesOf('created', SEVERAL), ...shapesOf('updated', [0, 1])],
  pageStatement,
);
const COUNTS = declared(
  'profile_count',
  [...shapesOf('created', [0, 1]), ...shapesOf('updated', [0, 1])],
  countStatement,
);

function declared<Row>(kind: string, shapes: Shape[], declare: (shape: Shape) => Statement<Row>) {
  const statements = new Map(shapes.map((shape) => [nameOf(kind, shape), declare(shape)]));
  return (shape: Shape): Statement<Row> => {
    const found = statements.get(nameOf(kind, shape));
    if (found === undefined) throw new Error(`There is no statement ${nameOf(kind, shape)}`);
    return found;
  };
}

// A plan for every partner alike would be made for an average partner, and one with a thousand times as many rows would
// have them all sorted. So the plan is made for the values of the question, each time, until the end of the transaction.
const PLAN_BY_VALUES = statement(
  'profile_plan_by_values',
  `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
);

/** To be sent before the others; nobody needs to wait for it. */
export async function planByValues(tx: Tx): Promise<void> {
  await tx.rows(PLAN_BY_VALUES, []);
}

/** What the statements of a question begin with: who asks, the bounds of the order, the filters. */
function firstValues(partnerId: string, question: ListQuestion, filters: readonly Filter[]): unknown[] {
  const { order, ids, changes } = question;
  const bounds = order === 'updated' ? [...ids, changes.from, ...changes.before] : ids;
  return [partnerId, ...bounds, ...filters.map((filter) => question[filter])];
}

const filtersOf = (question: ListQuestion) => FILTERS.filter((filter) => question[filter] !== undefined);

export function listSummaries(
  tx: Tx,
  partnerId: string,
  question: ListQuestion,
  { limit, offset }: { limit: number; offset: number },
): Promise<SummaryRow[]> {
  const { order, statuses = [] } = question;
  const filters = filtersOf(question);
  const together = order === 'updated' && statuses.length > 0;
  const page = PAGES({ order, statuses: together ? 1 : statuses.length, filters });
  const wanted = together ? [statuses] : statuses;
  return tx.rows(page, [...firstValues(partnerId, question, filters), ...wanted, limit, offset]);
}

/** How many there are, counted no further than `most`. */
export async function countSummaries(tx: Tx, partnerId: string, question: ListQuestion, most: number): Promise<number> {
  const { order, statuses } = question;
  const filters = filtersOf(question);
  const count = COUNTS({ order, statuses: statuses === undefined ? 0 : 1, filters });
  const wanted = statuses === undefined ? [] : [statuses];
  const rows = await tx.rows(count, [...firstValues(partnerId, question, filters), ...wanted, most]);
  return rows[0]?.found ?? 0;
}
