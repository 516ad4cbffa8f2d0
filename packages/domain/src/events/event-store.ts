import type { EventsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

// The event and its outbox row are one statement: there is no way to write one without the other.
const APPEND_EVENTS = statement(
  'events_append',
  `with appended as (
     insert into events (partner_id, event_id, customer_id, event_type, event_version, sequence, occurred_at, body)
     select $1, e.event_id, $2, e.event_type, e.event_version, e.sequence, $4, e.body
     from json_to_recordset($3::json) as e (event_id uuid, event_type text, event_version smallint, sequence bigint, body text)
     returning event_id, partner_id
   )
   insert into event_outbox (event_id, partner_id) select event_id, partner_id from appended`,
);

export type EventInsert = Pick<EventsRow, 'event_id' | 'event_type' | 'event_version' | 'body'> & { sequence: number };

export async function insertEvents(
  tx: Tx,
  partnerId: string,
  customerId: string,
  events: EventInsert[],
  occurredAt: Date,
): Promise<void> {
  await tx.rows(APPEND_EVENTS, [partnerId, customerId, JSON.stringify(events), occurredAt]);
}
