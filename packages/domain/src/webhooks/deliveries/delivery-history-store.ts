// SQL of the delivery history. There are indexes by status, by type and status, and by replay and status, each in the order
// of the history. Without a status filter, the results for each status are merged. Deliveries of one business are found
// through the times of its changes in the audit trail, so that live deliveries need no index by customer.
import { DELIVERY_STATUSES, type DeliveryStatus } from '@onboarding/contract';
import type { WebhookAttemptsRow, WebhookDeliveriesRow } from '@onboarding/database/tables';
import { type Part, part, type Statement, sql, statement, type Tx } from '@onboarding/platform/postgres';
import { auditedMoments } from '../../audit/index.ts';
import { eventsAt, timeOfEvent, withBodyOfEvent } from '../../events/index.ts';

export interface HistoryQuestion {
  status: DeliveryStatus | undefined;
  eventType: string | undefined;
  customerId: string | undefined;
  replaySeries: string | undefined;
  /** The lowest event id, inclusive. */
  first: string;
  /** The highest event id and, within that event, delivery id; exclusive. */
  before: readonly [eventId: string, deliveryId: string];
  /** No delivery of these events has a lower id. Used only to prune partitions. */
  sinceDelivery: string;
}

export const DELIVERY_COLUMNS = `delivery_id, event_id, event_type, event_version, occurred_at, status, attempt_count, next_attempt_at,
  last_status_code, is_replay, replay_series, completed_at`;
const ORDER = 'order by event_id desc, delivery_id desc';

interface Range {
  partnerId: string;
  sinceDelivery: string;
  first: string;
  beforeEvent: string;
  beforeDelivery: string;
}
type RangeOfType = Range & { eventType: string };
type RangeOfSeries = Range & { series: string; eventType: string | null };

interface Shape<V extends Range> {
  name: string;
  range: Part<V>;
  order: string;
}

const ANY_TYPE: Shape<Range> = {
  name: '',
  range: part('event_id >= :first and (event_id, delivery_id) < (:beforeEvent, :beforeDelivery)'),
  order: ORDER,
};

/**
 * The column is not compared with "=", as in the list of businesses: the planner would then ignore it for the ordering, and
 * might scan a whole status. This way, only the index of the column has the order. Both ends are compared as rows, in the
 * order of the index, so that the scan starts and stops there; the end with "<=", because the planner estimates by the first
 * column, and for "<" would expect hardly any rows.
 */
const within = (column: string, value: string) =>
  `(${column}, event_id) >= (${value}, :first)
      and (${column}, event_id, delivery_id) <= (${value}, :beforeEvent, :beforeDelivery) and delivery_id <> :beforeDelivery`;

const ONE_TYPE: Shape<RangeOfType> = {
  name: '_type',
  range: part(within('event_type', ':eventType')),
  order: 'order by event_type desc, event_id desc, delivery_id desc',
};

// The index contains only replays, which the planner cannot infer from the row comparison.
const ONE_SERIES: Shape<RangeOfSeries> = {
  name: '_series',
  range: part(`replay_series is not null and ${within('replay_series', ':series::uuid')}
      and (:eventType::text is null or event_type = :eventType)`),
  order: 'order by replay_series desc, event_id desc, delivery_id desc',
};

/** The statuses are literals in the SQL, so that the planner can estimate the number of deliveries of each. */
function declare<V extends Range>({ name, range, order }: Shape<V>, status: DeliveryStatus | undefined) {
  const called = `${status?.toLowerCase() ?? 'any'}${name}`;
  const matching = (status === undefined ? DELIVERY_STATUSES : [status]).map(
    (one) => `from webhook_deliveries
      where partner_id = :partnerId and delivery_id >= :sinceDelivery and status = '${one}' and ${range.text}`,
  );
  const merged = (selects: string[]) => `(${selects.join(')\n   union all (')})`;
  const pages = matching.map(
    (from) => `select ${DELIVERY_COLUMNS} ${from} ${order} limit :limit::bigint + :offset::bigint`,
  );
  const counts = matching.map((from) => `select ${from} limit :most`);
  return {
    page: statement<DeliveryRow, V & Paging>(
      `delivery_list_${called}`,
      `select * from (${merged(pages)}) found ${ORDER} limit :limit offset :offset`,
    ),
    count: statement<{ found: number }, V & { most: number }>(
      `delivery_count_${called}`,
      `select count(*)::int as found from (${merged(counts)}) counted`,
    ),
  };
}

const declareAll = <V extends Range>(shape: Shape<V>) =>
  new Map([undefined, ...DELIVERY_STATUSES].map((status) => [status, declare(shape, status)]));
const OF_ANY_TYPE = declareAll(ANY_TYPE);
const OF_ONE_TYPE = declareAll(ONE_TYPE);
const OF_ONE_SERIES = declareAll(ONE_SERIES);

function of<S>(statements: ReadonlyMap<DeliveryStatus | undefined, S>, { status }: HistoryQuestion): S {
  const found = statements.get(status);
  if (found === undefined) throw new Error('There is no statement for this question');
  return found;
}

const rangeOf = (partnerId: string, { first, before, sinceDelivery }: HistoryQuestion): Range => ({
  partnerId,
  sinceDelivery,
  first,
  beforeEvent: before[0],
  beforeDelivery: before[1],
});

/** The CTE `events_then`: the events about a business since a time. */
export const EVENTS_OF_CUSTOMER = sql`${part<{ partnerId: string; customerId: string }>(
  'customer as (select :partnerId::uuid as partner_id, :customerId::uuid as customer_id)',
)}, ${auditedMoments('customer')}, ${eventsAt('moments')}`;

/**
 * Forces an index lookup per event, regardless of the planner's statistics. The index starts with the status, so all statuses
 * are listed.
 */
export const deliveriesOfEvents = (columns: string) => `select ${columns} from events_then e cross join lateral (
       select * from webhook_deliveries d
       where d.partner_id = e.partner_id and d.status in (${DELIVERY_STATUSES.map((status) => `'${status}'`).join(', ')})
         and d.event_id = e.event_id
       offset 0
     ) d`;

interface Paging {
  limit: number;
  offset: number;
}

interface CustomerRange extends Range {
  customerId: string;
  since: Date;
  status: DeliveryStatus | null;
  eventType: string | null;
  series: string | null;
}

const OF_CUSTOMER = sql`with ${EVENTS_OF_CUSTOMER}, matching as (
     ${deliveriesOfEvents('d.*')}
     ${part<Omit<CustomerRange, 'since' | 'customerId' | 'partnerId'>>(`where d.event_id >= :first
       and (d.event_id, d.delivery_id) < (:beforeEvent, :beforeDelivery) and (:status::text is null or d.status = :status)
       and (:eventType::text is null or d.event_type = :eventType) and (:series::uuid is null or d.replay_series = :series)`)}
   )`;
const CUSTOMER_PAGE = statement<DeliveryRow, CustomerRange & Paging>(
  'delivery_of_customer_list',
  sql`${OF_CUSTOMER} select ${DELIVERY_COLUMNS} from matching ${ORDER} ${part<Paging>('limit :limit offset :offset')}`,
);
const CUSTOMER_COUNT = statement<{ found: number }, CustomerRange & { most: number }>(
  'delivery_of_customer_count',
  sql`${OF_CUSTOMER} select count(*)::int as found from (select from matching ${part<{ most: number }>('limit :most')}) counted`,
);

// As in the list of businesses: a generic plan would suit only an average partner.
const PLAN_BY_VALUES = statement(
  'delivery_plan_by_values',
  `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
);

/** Send it before the other statements; do not wait for it. */
export async function planByValues(tx: Tx): Promise<void> {
  await tx.rows(PLAN_BY_VALUES, {});
}

interface Pair<V> {
  page: Statement<DeliveryRow, V & Paging>;
  count: Statement<{ found: number }, V & { most: number }>;
}

const asked = <V extends object>(tx: Tx, { page, count }: Pair<V>, values: V) => ({
  page: (paging: Paging) => tx.rows(page, { ...values, ...paging }),
  count: (most: number) => tx.rows(count, { ...values, most }),
});

function ask(tx: Tx, partnerId: string, question: HistoryQuestion) {
  const { status = null, eventType, customerId, replaySeries } = question;
  const range = rangeOf(partnerId, question);
  if (customerId !== undefined) {
    const since = timeOfEvent(question.sinceDelivery);
    const filters = { customerId, since, status, eventType: eventType ?? null, series: replaySeries ?? null };
    return asked(tx, { page: CUSTOMER_PAGE, count: CUSTOMER_COUNT }, { ...range, ...filters });
  }
  if (replaySeries !== undefined) {
    return asked(tx, of(OF_ONE_SERIES, question), { ...range, series: replaySeries, eventType: eventType ?? null });
  }
  if (eventType !== undefined) return asked(tx, of(OF_ONE_TYPE, question), { ...range, eventType });
  return asked(tx, of(OF_ANY_TYPE, question), range);
}

/** Newest event first. */
export function listDeliveryRows(
  tx: Tx,
  partnerId: string,
  question: HistoryQuestion,
  paging: Paging,
): Promise<DeliveryRow[]> {
  return ask(tx, partnerId, question).page(paging);
}

/** Counts up to `most` of each status. */
export async function countDeliveryRows(
  tx: Tx,
  partnerId: string,
  question: HistoryQuestion,
  most: number,
): Promise<number> {
  return (await ask(tx, partnerId, question).count(most))[0]?.found ?? 0;
}

const FIND = statement<DeliveryOfCustomer & { body: string | null }, { partnerId: string; deliveryId: string }>(
  'delivery_find',
  `select ${DELIVERY_COLUMNS.replaceAll(/\w+/g, 'd.$&')}, event.body, event.customer_id
   from webhook_deliveries d ${withBodyOfEvent('d')}
   where d.partner_id = :partnerId and d.delivery_id = :deliveryId`,
);

const ATTEMPTS = statement<AttemptRow, { partnerId: string; deliveryId: string }>(
  'delivery_attempts',
  `select attempt_no, sent_at, duration_ms, url, status_code, error_kind, response_excerpt, signature
   from webhook_attempts
   where partner_id = :partnerId and delivery_id = :deliveryId order by attempt_no`,
);

/** Includes the exact text of its event, as long as the event is kept. */
export async function findDelivery(
  tx: Tx,
  partnerId: string,
  deliveryId: string,
): Promise<(DeliveryOfCustomer & { body: string | null }) | undefined> {
  return (await tx.rows(FIND, { partnerId, deliveryId }))[0];
}

export function listAttempts(tx: Tx, partnerId: string, deliveryId: string): Promise<AttemptRow[]> {
  return tx.rows(ATTEMPTS, { partnerId, deliveryId });
}

export type DeliveryRow = Omit<WebhookDeliveriesRow, 'partnerId' | 'class'>;

/** With the business of its event; null if the event has none or was purged. */
export type DeliveryOfCustomer = DeliveryRow & { customerId: string | null };

export type AttemptRow = Omit<WebhookAttemptsRow, 'partnerId' | 'deliveryId'>;
