import type { EventsRow } from '@onboarding/database/tables';
import { type Part, part, settled, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { wake } from '../waking/index.ts';

export type EventInsert = Pick<EventsRow, 'eventId' | 'eventType' | 'eventVersion' | 'body' | 'traceparent'> & {
  sequence: number;
};

/**
 * A CTE that records events for the row returned by the CTE `customer`; inserts nothing if there is none. An event and its
 * outbox row are always written together.
 */
export function appendingEvents(customer: string): Part<EventValues> {
  return part(`appended_events as (
     insert into events (partner_id, event_id, customer_id, event_type, event_version, sequence, occurred_at, body, traceparent)
     select c.partner_id, e.event_id, c.customer_id, e.event_type, e.event_version, e.sequence, :now::timestamptz, e.body,
       e.traceparent
     from ${customer} c cross join json_to_recordset(:events::json) as e (event_id uuid, event_type text,
       event_version smallint, sequence bigint, body text, traceparent text)
     returning event_id, partner_id
   ), queued_events as (
     insert into event_outbox (event_id, partner_id) select event_id, partner_id from appended_events
   )`);
}

export type EventValues = {
  /** A list of EventInsert as JSON. */
  events: string;
  now: Date;
};

/**
 * The CTE `events_then`: the events of customers at the times returned by the CTE `moments`. They are found by the time in
 * their ids, so no index by customer is needed; the offset forces a key lookup for each time, regardless of the planner's
 * statistics.
 */
export function eventsAt(moments: string): Part {
  return part(`events_then as (
     select e.partner_id, e.event_id from ${moments} m
     cross join lateral (
       select e.partner_id, e.event_id from events e
       where e.partner_id = m.partner_id and e.event_id >= uuid_floor(m.occurred_at)
         and e.event_id < uuid_floor(m.occurred_at + interval '1 millisecond') and e.customer_id = m.customer_id
       offset 0
     ) e
   )`);
}

export type EventRow = Pick<
  EventsRow,
  'eventId' | 'eventType' | 'eventVersion' | 'sequence' | 'occurredAt' | 'customerId'
>;

// Like eventsAt, but newest first and bounded.
const LIST_AT = statement<EventRow, CustomerKey & { moments: readonly Date[]; limit: number }>(
  'events_list_at',
  `select e.* from unnest(:moments::timestamptz[]) as m (at)
   cross join lateral (
     select e.event_id, e.event_type, e.event_version, e.sequence, e.occurred_at, e.customer_id from events e
     where e.partner_id = :partnerId and e.event_id >= uuid_floor(m.at)
       and e.event_id < uuid_floor(m.at + interval '1 millisecond') and e.customer_id = :customerId
     offset 0
   ) e order by e.sequence desc limit :limit`,
);

/** The newest events of a customer at any of these times. */
export function listEventsAt(tx: Tx, key: CustomerKey, moments: readonly Date[], limit: number): Promise<EventRow[]> {
  return tx.rows(LIST_AT, { ...key, moments, limit });
}

type AloneInsert = {
  partnerId: string;
  eventId: string;
  eventType: string;
  eventVersion: number;
  occurredAt: Date;
  body: string;
  traceparent: string | null;
};

// The event belongs to no customer, so it has no sequence.
const APPEND_ALONE = statement<never, AloneInsert>(
  'event_append_alone',
  `with appended as (
     insert into events (partner_id, event_id, event_type, event_version, occurred_at, body, traceparent)
     values (:partnerId, :eventId, :eventType, :eventVersion, :occurredAt, :body, :traceparent) returning event_id, partner_id
   )
   insert into event_outbox (event_id, partner_id) select event_id, partner_id from appended`,
);

export async function appendAlone(tx: Tx, event: AloneInsert): Promise<void> {
  await tx.rows(APPEND_ALONE, event);
  wake(tx, 'Events');
}

const CUSTOMERS = statement<Pick<EventsRow, 'eventId' | 'customerId'>, { partnerId: string; eventIds: string[] }>(
  'event_customers',
  'select event_id, customer_id from events where partner_id = :partnerId and event_id = any(:eventIds::uuid[])',
);

/** The customers of these events, by event id; omits events that are purged or have no customer. */
export async function customersOfEvents(
  tx: Tx,
  partnerId: string,
  eventIds: readonly string[],
): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map();
  const rows = await tx.rows(CUSTOMERS, { partnerId, eventIds: [...new Set(eventIds)] });
  return new Map(rows.flatMap(({ eventId, customerId }) => (customerId === null ? [] : [[eventId, customerId]])));
}

// SQL parts on the events' tables for the dispatcher's statements.

/**
 * The CTE `taken`: takes the oldest events from the outbox, skipping rows locked by other processes. A separate CTE selects
 * them: inside the join, the limit would apply to each scan, and more would be taken.
 */
export const TAKING_FROM_OUTBOX = part<{ limit: number }>(
  `first_in_outbox as materialized (
     select event_id from event_outbox order by event_id limit :limit for update skip locked
   ), taken as (
     delete from event_outbox o using first_in_outbox first where o.event_id = first.event_id
     returning o.event_id, o.partner_id
   )`,
);

/**
 * Joins the event of each row of `source` as `event`. The limit forces one index lookup per row, regardless of the planner's
 * statistics.
 */
export function joiningEvent(source: string): string {
  return `cross join lateral (
     select event_type, event_version, occurred_at from events
     where partner_id = ${source}.partner_id and event_id = ${source}.event_id limit 1
   ) event`;
}

/**
 * The event's body, trace and customer for each row of `source`; nulls once the event is purged. The limit is for the same
 * reason.
 */
export function withBodyOfEvent(source: string): string {
  return `left join lateral (
     select body, traceparent, customer_id from events where partner_id = ${source}.partner_id and event_id = ${source}.event_id limit 1
   ) event on true`;
}

export interface FannedOutRange {
  partnerId: string;
  fromEvent: string;
  toEvent: string;
  eventType: string | null;
}

/**
 * The partner's events in a range of ids, of one type unless that is null; excludes those still in the outbox, which are
 * about to get their delivery.
 */
export const FANNED_OUT_EVENTS = part<FannedOutRange>(
  `select e.event_id from events e
     where e.partner_id = :partnerId and e.event_id >= :fromEvent and e.event_id < :toEvent
       and (:eventType::text is null or e.event_type = :eventType)
       and not exists (select from event_outbox o where o.event_id = e.event_id)`,
);

/** Counting stops here: a higher number would not help an operator. */
const MOST_COUNTED = 100_000;

const MEASURE = statement<{ waiting: number; oldest: string | null }>(
  'outbox_measure',
  `select (select count(*)::int from (select from event_outbox limit ${MOST_COUNTED}) counted) as waiting,
     (select event_id from event_outbox order by event_id limit 1) as oldest`,
);

/** The number of events that no dispatcher has taken yet, up to a bound, and the id of the oldest. */
export async function measureOutbox(tx: Tx): Promise<{ waiting: number; oldest: string | null }> {
  return (await tx.rows(MEASURE, {}))[0] ?? { waiting: 0, oldest: null };
}

export type FeedRow = Pick<EventsRow, 'eventId' | 'transactionId' | 'body'>;

/** Every transaction with a lower id has ended: its rows are visible now, or never will be. */
const ENDED_BELOW = statement<{ endedBelow: string }>(
  'change_feed_ended',
  'select pg_snapshot_xmin(pg_current_snapshot()) as ended_below',
);

// The bound on event_id only prunes old partitions; the position determines the index scan.
const PAGE = statement<
  FeedRow,
  { partnerId: string; notBefore: string; transactionId: string; eventId: string; limit: number }
>(
  'change_feed_page',
  `select event_id, transaction_id, body from events
   where partner_id = :partnerId and event_id >= :notBefore and (transaction_id, event_id) > (:transactionId::xid8, :eventId::uuid)
   order by transaction_id, event_id limit :limit`,
);

export interface FeedPlace {
  transactionId: bigint;
  eventId: string;
}

/**
 * The events after a position, including those of running transactions. In this order, a transaction that ends in between only makes the
 * page newer than the bound.
 */
export async function readFeed(
  tx: Tx,
  partnerId: string,
  { after, notBefore, limit }: { after: FeedPlace; notBefore: string; limit: number },
): Promise<{ endedBelow: bigint; rows: FeedRow[] }> {
  const { transactionId, eventId } = after;
  const values = { partnerId, notBefore, transactionId: String(transactionId), eventId, limit };
  const [[bound], rows] = await settled([tx.rows(ENDED_BELOW, {}), tx.rows(PAGE, values)]);
  if (bound === undefined) throw new Error('The database did not say which transactions have ended');
  return { endedBelow: BigInt(bound.endedBelow), rows };
}
