import type { EventsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type EventInsert = Pick<EventsRow, 'event_id' | 'event_type' | 'event_version' | 'body' | 'traceparent'> & {
  sequence: number;
};

/**
 * The part of a statement that records events of the customer that `customer`, an earlier part of the same statement, has
 * put out; none if it put out none. An event and its outbox row cannot be written one without the other. Its two
 * parameters, from `first` on, are `eventValues`.
 */
export function appendingEvents(customer: string, first: number): string {
  return `appended_events as (
     insert into events (partner_id, event_id, customer_id, event_type, event_version, sequence, occurred_at, body, traceparent)
     select c.partner_id, e.event_id, c.customer_id, e.event_type, e.event_version, e.sequence, $${first + 1}::timestamptz, e.body,
       e.traceparent
     from ${customer} c cross join json_to_recordset($${first}::json) as e (event_id uuid, event_type text,
       event_version smallint, sequence bigint, body text, traceparent text)
     returning event_id, partner_id
   ), queued_events as (
     insert into event_outbox (event_id, partner_id) select event_id, partner_id from appended_events
   )`;
}

/**
 * The part `events_then` of a statement: the events of customers at the moments that `moments`, an earlier part of the same
 * statement, has put out. They are found by the time in their ids, so that they need no index by customer;
 * the offset keeps it a look by the key for each moment, whatever the planner thinks of the tables.
 */
export function eventsAt(moments: string): string {
  return `events_then as (
     select e.partner_id, e.event_id from ${moments} m
     cross join lateral (
       select e.partner_id, e.event_id from events e
       where e.partner_id = m.partner_id and e.event_id >= uuid_floor(m.occurred_at)
         and e.event_id < uuid_floor(m.occurred_at + interval '1 millisecond') and e.customer_id = m.customer_id
       offset 0
     ) e
   )`;
}

export function eventValues(events: EventInsert[], occurredAt: Date): unknown[] {
  return [JSON.stringify(events), occurredAt];
}

export interface AloneInsert {
  partnerId: string;
  eventId: string;
  eventType: string;
  eventVersion: number;
  occurredAt: Date;
  body: string;
  traceparent: string | null;
}

// Of no customer, so of no customer's sequence either.
const APPEND_ALONE = statement(
  'event_append_alone',
  `with appended as (
     insert into events (partner_id, event_id, event_type, event_version, occurred_at, body, traceparent)
     values ($1, $2, $3, $4, $5, $6, $7) returning event_id, partner_id
   )
   insert into event_outbox (event_id, partner_id) select event_id, partner_id from appended`,
);

export async function appendAlone(tx: Tx, event: AloneInsert): Promise<void> {
  const { partnerId, eventId, eventType, eventVersion, occurredAt, body, traceparent } = event;
  await tx.rows(APPEND_ALONE, [partnerId, eventId, eventType, eventVersion, occurredAt, body, traceparent]);
}
