// The list's SQL. There is one statement for each combination of filters, so that each can be read from an index in the
// order of the list: a page is then as cheap among millions as among hundreds.
import { VERIFICATION_STATUSES, type VerificationStatus } from '@onboarding/contract';
import { type Statement, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerRow } from './profile-store.ts';

/** By id, which begins with the time of creation, or by the time of the last change. Both with the latest first. */
export type ListOrder = 'created' | 'updated';

const FILTERS = ['type', 'country', 'registration'] as const;
type Filter = (typeof FILTERS)[number];

const CONDITIONS: Record<Filter, (number: number) => string> = {
  type: (number) => `business_type_code = $${number}`,
  country: (number) => `incorporation_country = $${number}`,
  registration: (number) => `registration_number = $${number}`,
};

export type SummaryRow = Omit<CustomerRow, 'addresses' | 'financials'> & {
  /** updated_at as exactly as it is stored, for the cursor. */
  updated_position: string;
};

const COLUMNS = `customer_id, partner_customer_id, company_name, trading_name, email, phone_number, business_type_code,
  incorporation_country, industry, description, website, registration_number, registration_date, verification_status,
  version, created_at, updated_at`;
const POSITION = `to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as updated_position`;

/** What a page or a count is asked with. The bounds that nobody asked for are open, so that they need no statement of their own. */
export interface ListQuestion {
  order: ListOrder;
  /** Ids from the first, inclusive, to the second, exclusive. */
  ids: readonly [string, string];
  /** For the order of changes: from a moment, inclusive, to a moment and id, exclusive. */
  changes: { from: string; before: readonly [string, string] };
  statuses: readonly VerificationStatus[] | undefined;
  type: string | undefined;
  country: string | undefined;
  registration: string | undefined;
}

interface Shape {
  order: ListOrder;
  byStatus: boolean;
  filters: readonly Filter[];
}

const nameOf = ({ order, byStatus, filters }: Shape) =>
  [...(order === 'updated' ? ['updated'] : []), ...(byStatus ? ['status'] : []), ...filters].join('_');

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

/** The conditions that all statements of a shape share, and the number of the next value. */
function conditionsOf({ order, filters }: Shape): { conditions: string[]; next: number } {
  const { conditions, values } = ORDERS[order];
  const filtered = filters.map((filter, index) => CONDITIONS[filter](values + 1 + index));
  return { conditions: [...conditions, ...filtered], next: values + 1 + filters.length };
}

const matching = (conditions: readonly string[]) => `from customers where ${conditions.join(' and ')}`;

function pageStatement(shape: Shape): Statement<SummaryRow> {
  const { conditions, next } = conditionsOf(shape);
  const select = `select ${COLUMNS}, ${POSITION}`;
  const page = (from: string, number: number) =>
    `${select} ${from} order by ${ORDERS[shape.order].by} limit $${number} offset $${number + 1}`;
  const name = ['profile_list', nameOf(shape)].filter(Boolean).join('_');
  if (!shape.byStatus) return statement(name, page(matching(conditions), next));
  // Rare statuses among the latest changes are looked for in one walk through them.
  if (shape.order === 'updated') {
    return statement(name, page(matching([...conditions, `verification_status = any($${next})`]), next + 1));
  }
  // Rows of several statuses do not stand in the order of ids in any index. Each status has its own part, read in order
  // and only as far as the page needs it while the parts are merged. A status that is not asked for is null here.
  const parts = VERIFICATION_STATUSES.map(
    (_, index) => `select ${COLUMNS} ${matching([...conditions, `verification_status = $${next + index}`])}`,
  );
  return statement(name, page(`from (${parts.join('\n   union all ')}) found`, next + parts.length));
}

function countStatement(shape: Shape): Statement<{ found: number }> {
  const { conditions, next } = conditionsOf(shape);
  const status = shape.byStatus ? [`verification_status = any($${next})`] : [];
  const limit = next + status.length;
  return statement(
    ['profile_count', nameOf(shape)].filter(Boolean).join('_'),
    `select count(*)::int as found from (select ${matching([...conditions, ...status])} limit $${limit}) counted`,
  );
}

const SUBSETS: readonly (readonly Filter[])[] = FILTERS.reduce<Filter[][]>(
  (subsets, filter) => subsets.concat(subsets.map((subset) => subset.concat(filter))),
  [[]],
);
const SHAPES: readonly Shape[] = (['created', 'updated'] as const).flatMap((order) =>
  [false, true].flatMap((byStatus) => SUBSETS.map((filters) => ({ order, byStatus, filters }))),
);
const STATEMENTS = new Map(
  SHAPES.map((shape) => [nameOf(shape), { page: pageStatement(shape), count: countStatement(shape) }]),
);

/** The shape of a question, its statements and the values that both begin with. */
function prepared(partnerId: string, question: ListQuestion) {
  const { order, ids, changes, statuses } = question;
  const filters = FILTERS.filter((filter) => question[filter] !== undefined);
  const shape: Shape = { order, byStatus: statuses !== undefined, filters };
  const statements = STATEMENTS.get(nameOf(shape));
  if (statements === undefined) throw new Error(`No statement lists by ${nameOf(shape)}`);
  const values: unknown[] = [
    partnerId,
    ...ids,
    ...(order === 'updated' ? [changes.from, ...changes.before] : []),
    ...filters.map((filter) => question[filter]),
  ];
  return { statements, values };
}

export function listSummaries(
  tx: Tx,
  partnerId: string,
  question: ListQuestion,
  { limit, offset }: { limit: number; offset: number },
): Promise<SummaryRow[]> {
  const { statements, values } = prepared(partnerId, question);
  return tx.rows(statements.page, [...values, ...statusValues(question), limit, offset]);
}

function statusValues({ order, statuses }: ListQuestion): unknown[] {
  if (statuses === undefined) return [];
  if (order === 'updated') return [statuses];
  return VERIFICATION_STATUSES.map((status) => (statuses.includes(status) ? status : null));
}

/** How many there are, counted no further than `most`. */
export async function countSummaries(tx: Tx, partnerId: string, question: ListQuestion, most: number): Promise<number> {
  const { statements, values } = prepared(partnerId, question);
  const statuses = question.statuses === undefined ? [] : [question.statuses];
  const rows = await tx.rows(statements.count, [...values, ...statuses, most]);
  return rows[0]?.found ?? 0;
}
