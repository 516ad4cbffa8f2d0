// What the sending of events needs of their tables, as parts of its own statements.

/**
 * The part `taken` of a statement: takes up to as many events as the parameter says from the outbox, those that came first,
 * passing over what another process is taking at the moment.
 */
export function takingFromOutbox(limit: number): string {
  return `taken as (
     delete from event_outbox o using (
       select event_id from event_outbox order by event_id limit $${limit} for update skip locked
     ) first where o.event_id = first.event_id
     returning o.event_id, o.partner_id
   )`;
}

/** Joins the event that a row of `source` names; under the name `event`. */
export function joiningEvent(source: string): string {
  return `join events event on event.partner_id = ${source}.partner_id and event.event_id = ${source}.event_id`;
}

/** The body of the event and the trace that it belongs to, for each row of `source`; nulls once the event is purged. The
 * limit keeps it one look by the key per row, whatever the planner thinks of the tables. */
export function withBodyOfEvent(source: string): string {
  return `left join lateral (
     select body, traceparent from events where partner_id = ${source}.partner_id and event_id = ${source}.event_id limit 1
   ) event on true`;
}
