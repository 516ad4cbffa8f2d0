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
