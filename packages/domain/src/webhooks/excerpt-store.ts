import { DELIVERY_STATUSES } from '@onboarding/contract';

const STATUSES = DELIVERY_STATUSES.map((status) => `'${status}'`).join(', ');

/**
 * The part of a statement that takes away what receivers answered to the events that `events`, an earlier part of the same
 * statement, has put out. An event holds nothing personal, but a receiver may look up whom it is about and say so. All
 * statuses are named, so that deliveries are found by the index that begins with them.
 */
export function erasingExcerpts(events: string): string {
  return `erased_excerpts as (
     update webhook_attempts a set response_excerpt = null
     from ${events} e
     cross join lateral (
       select d.delivery_id from webhook_deliveries d
       where d.partner_id = e.partner_id and d.status in (${STATUSES}) and d.event_id = e.event_id
     ) d
     where a.partner_id = e.partner_id and a.delivery_id = d.delivery_id and a.response_excerpt is not null
   )`;
}
