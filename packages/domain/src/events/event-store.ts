import type { EventsRow } from '@onboarding/database/tables';

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

export function eventValues(events: EventInsert[], occurredAt: Date): unknown[] {
  return [JSON.stringify(events), occurredAt];
}
