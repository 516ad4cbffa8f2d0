import { DELIVERY_STATUSES } from '@onboarding/contract';

const STATUSES = DELIVERY_STATUSES.map((status) => `'${status}'`).join(', ');

/**
 * The parts of a statement that take away what receivers answered to the events that `events`, an earlier part of the same
 * statement, has put out. An event holds nothing personal, but a receiver may look up whom it is about and say so. Written so
 * that each delivery and attempt is looked up by its key, whatever the planner thinks of the tables: all statuses are named
 * because the index of deliveries begins with them, and ids go on as lists.
 */
export function erasingExcerpts(events: string): string {
  return `deliveries_then as (
     select d.delivery_id from ${events} e
     cross join lateral (
       select d.delivery_id from webhook_deliveries d
       where d.partner_id = e.partner_id and d.status in (${STATUSES}) and d.event_id = e.event_id offset 0
     ) d
   ), erased_excerpts as (
     update webhook_attempts a set response_excerpt = null
     where a.partner_id = any(array(select distinct partner_id from ${events}))
       and a.delivery_id = any(array(select delivery_id from deliveries_then)) and a.response_excerpt is not null
   )`;
}
