import { DELIVERY_STATUSES } from '@onboarding/contract';
import { type Part, part } from '@onboarding/platform/postgres';

const STATUSES = DELIVERY_STATUSES.map((status) => `'${status}'`).join(', ');

/**
 * CTEs that delete the responses of receivers to the events returned by the CTE `events`. An event contains no personal data,
 * but a receiver's response may. Each delivery and attempt is found by key lookup, regardless of the planner's statistics:
 * all statuses are listed because the index of deliveries starts with them, and ids are passed as arrays.
 */
export function erasingExcerpts(events: string): Part {
  return part(`deliveries_then as (
     select d.delivery_id from ${events} e
     cross join lateral (
       select d.delivery_id from webhook_deliveries d
       where d.partner_id = e.partner_id and d.status in (${STATUSES}) and d.event_id = e.event_id offset 0
     ) d
   ), erased_excerpts as (
     update webhook_attempts a set response_excerpt = null
     where a.partner_id = any(array(select distinct partner_id from ${events}))
       and a.delivery_id = any(array(select delivery_id from deliveries_then)) and a.response_excerpt is not null
   )`);
}
