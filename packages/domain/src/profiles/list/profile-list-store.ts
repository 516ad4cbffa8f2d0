// SQL of the list. There is one statement for each combination of filters, so that each uses an index in the order of the
// list, and the cost of a page does not depend on the number of businesses.
import { VERIFICATION_STATUSES, type VerificationStatus } from '@onboarding/contract';
import { type Statement, statement, type Tx } from '@onboarding/platform/postgres';
import { SUMMARY_COLUMNS, type SummaryRow } from '../record/profile-store.ts';

/** By id, which starts with the time of creation, or by the time of the last change. Newest first in both. */
type ListOrder = 'created' | 'updated';

const FILTERS = ['type', 'country', 'registration'] as const;
type Filter = (typeof FILTERS)[number];

const FILTER_COLUMNS: Record<Filter, string> = {
  type: 'business_type_code',
  country: 'incorporation_country',
  registration: 'registration_number',
};

export type ListedRow = SummaryRow & {
  /** updated_at with full precision, for the cursor. */
  updatedPosition: string;
};

export const LISTED_COLUMNS = `${SUMMARY_COLUMNS}, data_key is null as erased`;
export const POSITION = `to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_position`;

/** The parameters of a page or a count. Bounds default to open ones, so that they need no separate statements. */
export interface ListQuestion {
  order: ListOrder;
  /** Ids from the first, inclusive, to the second, exclusive. */
  ids: readonly [string, string];
  /** For the order of changes: from a time, inclusive, to a time and id, exclusive. */
  changes: { from: string; before: readonly [string, string] };
  /** A subset, without duplicates. */
  statuses: readonly VerificationStatus[] | undefined;
  type: string | undefined;
  country: string | undefined;
  registration: string | undefined;
}

interface Shape {
  order: ListOrder;
  /** The number of requested statuses; 0 means any. */
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

const CREATED = ['partner_id = :partnerId', 'customer_id >= :fromId', 'customer_id < :beforeId'];
const ORDERS: Record<ListOrder, { conditions: string[]; by: string }> = {
  created: { conditions: CREATED, by: 'customer_id desc' },
  updated: {
    conditions: [
      ...CREATED,
      'updated_at >= :changedFrom',
      '(updated_at, customer_id) < (:changedBefore, :changedBeforeId)',
    ],
    by: 'updated_at desc, customer_id desc',
  },
};

/** The bounds that a statement uses. */
type Bounds = { partnerId: string; fromId: string; beforeId: string } & Partial<
  Record<'changedFrom' | 'changedBefore' | 'changedBeforeId' | Filter, string>
> & { statuses?: readonly VerificationStatus[] };
type PageValues = Bounds & { [status: `status${number}`]: VerificationStatus } & { limit: number; offset: number };
type CountValues = Bounds & { most: number };

/**
 * A condition on the only filter of a list. With "=", the planner infers that the column does not affect the order, and may
 * scan all ids in order to find the value: if only the oldest rows are approved, past all others. Written as a range, only
 * the filter's own index has the order.
 */
const only = (column: string, value: string) => `${column} >= :${value} and ${column} <= :${value}`;
const among = (column: string, value: string) => `${column} = :${value}`;

interface Parts {
  conditions: string[];
  orderBy: string;
}

function partsOf({ order, statuses, filters }: Shape): Parts {
  const { conditions, by } = ORDERS[order];
  const [first] = filters;
  const alone = order === 'created' && statuses === 0 && filters.length === 1 && first !== undefined;
  const filtered = filters.map((filter) => (alone ? only : among)(FILTER_COLUMNS[filter], filter));
  return {
    conditions: [...conditions, ...filtered],
    orderBy: alone ? `${FILTER_COLUMNS[first]} desc, ${by}` : by,
  };
}

const matching = (conditions: readonly string[]) => `from customers where ${conditions.join(' and ')}`;

const ANY_STATUS = 'verification_status = any(:statuses)';
const statusName = (index: number) => `status${index + 1}` as const;

function pageStatement(shape: Shape): Statement<ListedRow, PageValues> {
  const { conditions, orderBy } = partsOf(shape);
  const page = (from: string) =>
    `select ${LISTED_COLUMNS}, ${POSITION} ${from} order by ${orderBy} limit :limit offset :offset`;
  const name = nameOf('profile_list', shape);
  if (shape.statuses === 0) return statement(name, page(matching(conditions)));
  // For the order of changes, one scan finds all statuses.
  if (shape.order === 'updated') return statement(name, page(matching([...conditions, ANY_STATUS])));
  // No index has the rows of several statuses in the order of their ids, but each status has one. So each returns as many
  // rows as the page may need, and the results are merged.
  const alone = shape.filters.length === 0;
  const parts = Array.from({ length: shape.statuses }, (_, index) => {
    const status = (alone ? only : among)('verification_status', statusName(index));
    const inOrder = alone ? `verification_status desc, ${orderBy}` : orderBy;
    return `(select ${SUMMARY_COLUMNS}, data_key ${matching([...conditions, status])}
     order by ${inOrder} limit :limit::bigint + :offset::bigint)`;
  });
  return statement(name, page(`from (${parts.join('\n   union all ')}) found`));
}

/** Counting needs no order, so one statement serves any number of statuses. */
function countStatement(shape: Shape): Statement<{ found: number }, CountValues> {
  const { conditions } = partsOf(shape);
  const status = shape.statuses === 0 ? [] : [ANY_STATUS];
  return statement(
    nameOf('profile_count', shape),
    `select count(*)::int as found from (select ${matching([...conditions, ...status])} limit :most) counted`,
  );
}

const SUBSETS: readonly (readonly Filter[])[] = FILTERS.reduce<Filter[][]>(
  (subsets, filter) => subsets.concat(subsets.map((subset) => subset.concat(filter))),
  [[]],
);
const shapesOf = (order: ListOrder, statuses: readonly number[]): Shape[] =>
  statuses.flatMap((count) => SUBSETS.map((filters) => ({ order, statuses: count, filters })));
// All statuses together are equivalent to no filter.
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

function declared<Row, V extends object>(kind: string, shapes: Shape[], declare: (shape: Shape) => Statement<Row, V>) {
  const statements = new Map(shapes.map((shape) => [nameOf(kind, shape), declare(shape)]));
  return (shape: Shape): Statement<Row, V> => {
    const found = statements.get(nameOf(kind, shape));
    if (found === undefined) throw new Error(`There is no statement ${nameOf(kind, shape)}`);
    return found;
  };
}

// A generic plan would suit an average partner, but would sort all rows of a partner with a thousand times as many. So each
// execution is planned for its actual values, until the end of the transaction.
const PLAN_BY_VALUES = statement(
  'profile_plan_by_values',
  `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
);

/** Send it before the other statements; do not wait for it. */
export async function planByValues(tx: Tx): Promise<void> {
  await tx.rows(PLAN_BY_VALUES, {});
}

/** The values of a query: partner, bounds of the order, filters. */
function boundsOf(partnerId: string, question: ListQuestion): Bounds {
  const { order, ids, changes } = question;
  const [fromId, beforeId] = ids;
  const [changedBefore, changedBeforeId] = changes.before;
  return {
    partnerId,
    fromId,
    beforeId,
    ...(order === 'updated' ? { changedFrom: changes.from, changedBefore, changedBeforeId } : {}),
    ...Object.fromEntries(filtersOf(question).map((filter) => [filter, question[filter]])),
  };
}

const filtersOf = (question: ListQuestion) => FILTERS.filter((filter) => question[filter] !== undefined);

export function listSummaries(
  tx: Tx,
  partnerId: string,
  question: ListQuestion,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedRow[]> {
  const { order, statuses = [] } = question;
  const together = order === 'updated' && statuses.length > 0;
  const page = PAGES({ order, statuses: together ? 1 : statuses.length, filters: filtersOf(question) });
  const wanted = together
    ? { statuses }
    : Object.fromEntries(statuses.map((status, index) => [statusName(index), status]));
  return tx.rows(page, { ...boundsOf(partnerId, question), ...wanted, limit, offset });
}

/** Counts up to `most`. */
export async function countSummaries(tx: Tx, partnerId: string, question: ListQuestion, most: number): Promise<number> {
  const { order, statuses } = question;
  const count = COUNTS({ order, statuses: statuses === undefined ? 0 : 1, filters: filtersOf(question) });
  const wanted = statuses === undefined ? {} : { statuses };
  const rows = await tx.rows(count, { ...boundsOf(partnerId, question), ...wanted, most });
  return rows[0]?.found ?? 0;
}
