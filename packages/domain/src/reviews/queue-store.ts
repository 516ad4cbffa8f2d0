// The SQL of the queue. Each filter has an index in the order of the queue, and a statement that reads it: the next package,
// or a page, is then as cheap among half a million as among a thousand. Of several filters the first chooses the statement, and
// the others are looked for on its way.
import { type QueueReason, REVIEW_FLAGS, type ReviewFlag } from '@onboarding/contract';
import type { ReviewsRow } from '@onboarding/database/tables';
import { type Statement, statement, type Tx } from '@onboarding/platform/postgres';
import type { ReviewRow } from './review-store.ts';

export interface QueueFilters {
  partnerId?: string | undefined;
  country?: string | undefined;
  businessTypeCode?: string | undefined;
  reason?: QueueReason | undefined;
  flag?: ReviewFlag | undefined;
}

/** Those whose index is of the value; each flag has one of its own. */
const VALUES = ['partnerId', 'country', 'businessTypeCode', 'reason'] as const;
const FILTERS = [...VALUES, 'flag'] as const;
type Filter = (typeof FILTERS)[number];

const TYPES: Record<Filter, string> = {
  partnerId: 'uuid',
  country: 'text',
  businessTypeCode: 'text',
  reason: 'text',
  flag: 'text',
};
const EQUAL: Record<Filter, (value: string) => string> = {
  partnerId: (value) => `partner_id = ${value}`,
  country: (value) => `country = ${value}`,
  businessTypeCode: (value) => `business_type_code = ${value}`,
  reason: (value) => `queue_reason = ${value}`,
  flag: (value) => `${value} = any(flag_codes)`,
};

const WAITING = 'queued_at is not null and claimed_by is null';

/** By what a statement finds its rows, and how it writes the order, which is how its index does. */
interface Way {
  name: string;
  rank: string;
  /** The filters that have parameters, and the conditions of all, when the parameters begin at `first`. */
  filters: readonly Filter[];
  conditions(first: number): string[];
}

const BEFORE_ALL = '0 - priority';
const WITHIN_FILTER = '-priority';

function wayOf(name: string, rank: string, filters: readonly Filter[], own: (first: number) => string[]): Way {
  return {
    name,
    rank,
    filters,
    conditions: (first) => [
      ...own(first),
      ...filters.flatMap((filter, index) => {
        const value = `$${first + index}::${TYPES[filter]}`;
        return filter === name ? [EQUAL[filter](value)] : [`(${value} is null or ${EQUAL[filter](value)})`];
      }),
    ],
  };
}

const ANY = wayOf('any', BEFORE_ALL, FILTERS, () => [WAITING]);
const BY_FILTER = new Map(VALUES.map((filter) => [filter, wayOf(filter, WITHIN_FILTER, FILTERS, () => [WAITING])]));
// The flag is part of the text: only so does the server see that it can take the flag's own index.
const BY_FLAG = new Map(
  REVIEW_FLAGS.map((flag) => [flag, wayOf(flag, BEFORE_ALL, VALUES, () => [WAITING, `flag_codes @> '{${flag}}'`])]),
);
const WAYS = [ANY, ...BY_FILTER.values(), ...BY_FLAG.values()];
// What one analyst has is little, so that it may be sorted.
const CLAIMED = wayOf('claimed', BEFORE_ALL, FILTERS, (first) => [`claimed_by = $${first + FILTERS.length}`]);

function wayFor(filters: QueueFilters): Way {
  for (const [filter, way] of BY_FILTER) if (filters[filter] !== undefined) return way;
  return (filters.flag === undefined ? undefined : BY_FLAG.get(filters.flag)) ?? ANY;
}

const filterValues = (way: Way, filters: QueueFilters) => way.filters.map((filter) => filters[filter] ?? null);
const nameOf = (kind: string, way: Way) =>
  `${kind}_${way.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`.replaceAll('__', '_');

export type QueueRow = Pick<
  ReviewsRow,
  | 'partner_id'
  | 'customer_id'
  | 'priority'
  | 'claimed_by'
  | 'claimed_at'
  | 'claim_ends_at'
  | 'country'
  | 'business_type_code'
  | 'flag_codes'
  | 'queue_reason'
> & {
  queued_at: Date;
  rank: number;
  /** queued_at as exactly as it is stored, for the cursor. */
  queued_position: string;
};

/** The place of a package in the queue. */
export interface QueuePosition {
  rank: number;
  queuedAt: string;
  customerId: string;
}

/** Before all that there can be. */
export const QUEUE_START: QueuePosition = {
  rank: -32_768,
  queuedAt: '-infinity',
  customerId: '00000000-0000-0000-0000-000000000000',
};

const listStatement = (way: Way): Statement<QueueRow> =>
  statement(
    nameOf('review_queue', way),
    `select partner_id, customer_id, priority, queued_at, claimed_by, claimed_at, claim_ends_at, country, business_type_code,
       flag_codes, queue_reason, ${way.rank} as rank,
       to_char(queued_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as queued_position
     from reviews
     where (${way.rank}, queued_at, customer_id) > ($1::smallint, $2::timestamptz, $3::uuid)
       and ${way.conditions(5).join(' and ')}
     order by ${way.rank}, queued_at, customer_id limit $4`,
  );

const LISTS = new Map(WAYS.map((way) => [way, listStatement(way)]));
const LIST_CLAIMED = listStatement(CLAIMED);

export interface QueuePart {
  after: QueuePosition;
  limit: number;
}

/** What waits, in order. */
export function listWaiting(tx: Tx, filters: QueueFilters, part: QueuePart): Promise<QueueRow[]> {
  const way = wayFor(filters);
  return tx.rows(declared(LISTS, way), [...partValues(part), ...filterValues(way, filters)]);
}

/** What one analyst has, in the same order. */
export function listClaimed(tx: Tx, claimedBy: string, filters: QueueFilters, part: QueuePart): Promise<QueueRow[]> {
  return tx.rows(LIST_CLAIMED, [...partValues(part), ...filterValues(CLAIMED, filters), claimedBy]);
}

const partValues = ({ after: { rank, queuedAt, customerId }, limit }: QueuePart) => [rank, queuedAt, customerId, limit];

type WaitingRow = Pick<ReviewRow, 'partner_id' | 'customer_id'>;

const CLAIMS = new Map(
  WAYS.map((way) => [
    way,
    statement<WaitingRow>(
      nameOf('review_lock_next', way),
      `select partner_id, customer_id from reviews
       where ${way.conditions(2).join(' and ')} and customer_id <> all($1::uuid[])
       order by ${way.rank}, queued_at, customer_id limit 1 for update skip locked`,
    ),
  ]),
);

/**
 * The first package that waits and that nobody else has locked; locked now. For the claim of the next one only, which waits
 * for nothing: everybody else locks the customer before its package.
 */
export async function lockNextWaiting(
  tx: Tx,
  filters: QueueFilters,
  passedOver: readonly string[],
): Promise<WaitingRow | undefined> {
  const way = wayFor(filters);
  return (await tx.rows(declared(CLAIMS, way), [passedOver, ...filterValues(way, filters)]))[0];
}

function declared<Row>(statements: ReadonlyMap<Way, Statement<Row>>, way: Way): Statement<Row> {
  const found = statements.get(way);
  if (found === undefined) throw new Error(`There is no statement for ${way.name}`);
  return found;
}
