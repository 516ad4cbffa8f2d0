// Parts of other modules' statements that look at events. Whoever uses one names the partner.

/** The exact text of an event; null once it is purged. */
export function eventBody(partner: string, eventId: string): string {
  return `(select body from events where partner_id = ${partner} and event_id = ${eventId})`;
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

/** Joins events as `e`. */
export function joiningEvents(partner: string, eventId: string): string {
  return `join events e on e.partner_id = ${partner} and e.event_id = ${eventId}`;
}
