// What the sending of events needs of their tables, as parts of its own statements.

/**
 * The part `taken` of a statement: takes up to as many events as the parameter says from the outbox, those that came first,
 * passing over what another process is taking at the moment. Which ones is settled in a part of its own: a limit inside of
 * the join holds for each time that the join looks, so that more would be taken.
 */
export function takingFromOutbox(limit: number): string {
  return `first_in_outbox as materialized (
     select event_id from event_outbox order by event_id limit $${limit} for update skip locked
   ), taken as (
     delete from event_outbox o using first_in_outbox first where o.event_id = first.event_id
     returning o.event_id, o.partner_id
   )`;
}

/** Joins the event that a row of `source` names; under the name `event`. The limit keeps it one look by the key per row,
 * whatever the planner thinks of the tables. */
export function joiningEvent(source: string): string {
  return `cross join lateral (
     select event_type, event_version, occurred_at from events
     where partner_id = ${source}.partner_id and event_id = ${source}.event_id limit 1
   ) event`;
}

/** The body of the event and the trace that it belongs to, for each row of `source`; nulls once the event is purged. The
 * limit as above. */
export function withBodyOfEvent(source: string): string {
  return `left join lateral (
     select body, traceparent from events where partner_id = ${source}.partner_id and event_id = ${source}.event_id limit 1
   ) event on true`;
}

/** Ids of the partner's events from one id on to another, of a type unless that is null; not those that still wait to be
 * handed over, which are about to get their delivery. */
export function fannedOutEvents({
  partner,
  from,
  to,
  type,
}: Record<'partner' | 'from' | 'to' | 'type', string>): string {
  return `select e.event_id from events e
     where e.partner_id = ${partner} and e.event_id >= ${from} and e.event_id < ${to}
       and (${type}::text is null or e.event_type = ${type})
       and not exists (select from event_outbox o where o.event_id = e.event_id)`;
}
