import type { EventsRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';

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

export type AloneInsert = {
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
