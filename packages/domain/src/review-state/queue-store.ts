// SQL of the queue. Each filter has an index in the order of the queue, and a statement that uses it, so that the cost of a
// page, or of the next package, does not depend on the length of the queue. With several filters, the first selects the
// statement, and the others are checked during its scan.
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
  /** Only packages queued at this time or earlier. */
  queuedUntil?: Date | undefined;
}

/** Filters whose index starts with the value; each flag has an index of its own. */
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
// A bound of the index rather than a filter, even if it is infinite.
const OLD_ENOUGH = 'queued_at <= :queuedUntil::timestamptz';

/** How a statement finds its rows, and its order, which matches its index. */
interface Way {
  name: string;
  rank: string;
  /** The filters whose values its statements use. */
  filters: readonly Filter[];
  conditions: string[];
}

const BEFORE_ALL = '0 - priority';
const WITHIN_FILTER = '-priority';

function wayOf(name: string, rank: string, filters: readonly Filter[], own: readonly string[]): Way {
  const filtered = filters.map((filter) => {
    const value = `:${filter}::${TYPES[filter]}`;
    return filter === name ? EQUAL[filter](value) : `(${value} is null or ${EQUAL[filter](value)})`;
  });
  return { name, rank, filters, conditions: [...own, OLD_ENOUGH, ...filtered] };
}

const ANY = wayOf('any', BEFORE_ALL, FILTERS, [WAITING]);
const BY_FILTER = new Map(VALUES.map((filter) => [filter, wayOf(filter, WITHIN_FILTER, FILTERS, [WAITING])]));
// The flag is a literal in the SQL: otherwise the planner could not use the flag's own index.
const BY_FLAG = new Map(
  REVIEW_FLAGS.map((flag) => [flag, wayOf(flag, BEFORE_ALL, VALUES, [WAITING, `flag_codes @> '{${flag}}'`])]),
);
const WAYS = [ANY, ...BY_FILTER.values(), ...BY_FLAG.values()];
// An analyst has few packages, so they can be sorted.
const CLAIMED = wayOf('claimed', BEFORE_ALL, FILTERS, ['claimed_by = :person']);
const BY_OTHERS = wayOf('others', BEFORE_ALL, FILTERS, ['claimed_by <> :person']);
const PROPOSED = wayOf('proposed', BEFORE_ALL, FILTERS, [
  'claimed_by is not null',
  `exists (
     select from review_decisions d
     where d.partner_id = reviews.partner_id and d.customer_id = reviews.customer_id and d.state = 'Proposed'
       and d.proposed_by <> :person
   )`,
]);

function wayFor(filters: QueueFilters): Way {
  for (const [filter, way] of BY_FILTER) if (filters[filter] !== undefined) return way;
  return (filters.flag === undefined ? undefined : BY_FLAG.get(filters.flag)) ?? ANY;
}

type FilterValues = Partial<Record<Filter, string | null>> & { queuedUntil: Date | 'infinity' };

function filterValues(way: Way, filters: QueueFilters): FilterValues {
  const values = Object.fromEntries(way.filters.map((filter) => [filter, filters[filter] ?? null]));
  return { ...values, queuedUntil: filters.queuedUntil ?? 'infinity' };
}

const nameOf = (kind: string, way: Way) =>
  `${kind}_${way.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`.replaceAll('__', '_');

export type QueueRow = Pick<
  ReviewsRow,
  | 'partnerId'
  | 'customerId'
  | 'priority'
  | 'claimedBy'
  | 'claimedAt'
  | 'claimEndsAt'
  | 'country'
  | 'businessTypeCode'
  | 'flagCodes'
  | 'queueReason'
> & {
  queuedAt: Date;
  rank: number;
  /** queued_at with full precision, for the cursor. */
  queuedPosition: string;
};

/** The position of a package in the queue. */
export interface QueuePosition {
  rank: number;
  queuedAt: string;
  customerId: string;
}

/** Sorts before every possible package. */
export const QUEUE_START: QueuePosition = {
  rank: -32_768,
  queuedAt: '-infinity',
  customerId: '00000000-0000-0000-0000-000000000000',
};

type ListValues = QueuePosition & FilterValues & { limit: number; person?: string };

const listStatement = (way: Way): Statement<QueueRow, ListValues> =>
  statement(
    nameOf('review_queue', way),
    `select partner_id, customer_id, priority, queued_at, claimed_by, claimed_at, claim_ends_at, country, business_type_code,
       flag_codes, queue_reason, ${way.rank} as rank,
       to_char(queued_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as queued_position
     from reviews
     where (${way.rank}, queued_at, customer_id) > (:rank::smallint, :queuedAt::timestamptz, :customerId::uuid)
       and ${way.conditions.join(' and ')}
     order by ${way.rank}, queued_at, customer_id limit :limit`,
  );

const LISTS = new Map(WAYS.map((way) => [way, listStatement(way)]));
const LIST_CLAIMED = listStatement(CLAIMED);
const LIST_BY_OTHERS = listStatement(BY_OTHERS);
const LIST_PROPOSED = listStatement(PROPOSED);

export interface QueuePart {
  after: QueuePosition;
  limit: number;
}

/** Waiting packages, in order. */
export function listWaiting(tx: Tx, filters: QueueFilters, part: QueuePart): Promise<QueueRow[]> {
  const way = wayFor(filters);
  return tx.rows(declared(LISTS, way), { ...placeOf(part), ...filterValues(way, filters) });
}

/** An analyst's own packages, in the same order. */
export function listClaimed(tx: Tx, person: string, filters: QueueFilters, part: QueuePart): Promise<QueueRow[]> {
  return tx.rows(LIST_CLAIMED, { ...placeOf(part), ...filterValues(CLAIMED, filters), person });
}

/** Packages claimed by anyone else. */
export function listClaimedByOthers(
  tx: Tx,
  person: string,
  filters: QueueFilters,
  part: QueuePart,
): Promise<QueueRow[]> {
  return tx.rows(LIST_BY_OTHERS, { ...placeOf(part), ...filterValues(BY_OTHERS, filters), person });
}

/** Packages with an open proposal by someone else. */
export function listProposedByOthers(
  tx: Tx,
  person: string,
  filters: QueueFilters,
  part: QueuePart,
): Promise<QueueRow[]> {
  return tx.rows(LIST_PROPOSED, { ...placeOf(part), ...filterValues(PROPOSED, filters), person });
}

const placeOf = ({ after: { rank, queuedAt, customerId }, limit }: QueuePart) => ({
  rank,
  queuedAt,
  customerId,
  limit,
});

type WaitingRow = Pick<ReviewRow, 'partnerId' | 'customerId'>;

type ClaimValues = FilterValues & { passedOver: readonly string[] };

const CLAIMS = new Map(
  WAYS.map((way) => [
    way,
    statement<WaitingRow, ClaimValues>(
      nameOf('review_lock_next', way),
      `select partner_id, customer_id from reviews
       where ${way.conditions.join(' and ')} and customer_id <> all(:passedOver::uuid[])
       order by ${way.rank}, queued_at, customer_id limit 1 for update skip locked`,
    ),
  ]),
);

/**
 * Locks the first waiting package that is not locked. Only for claiming the next one, which never waits for a lock: all other
 * code locks the customer before its package.
 */
export async function lockNextWaiting(
  tx: Tx,
  filters: QueueFilters,
  passedOver: readonly string[],
): Promise<WaitingRow | undefined> {
  const way = wayFor(filters);
  return (await tx.rows(declared(CLAIMS, way), { passedOver, ...filterValues(way, filters) }))[0];
}

function declared<Row, V extends object>(statements: ReadonlyMap<Way, Statement<Row, V>>, way: Way): Statement<Row, V> {
  const found = statements.get(way);
  if (found === undefined) throw new Error(`There is no statement for ${way.name}`);
  return found;
}
