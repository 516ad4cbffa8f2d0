import { CUSTOMER_EVENT_LIMITS, DELIVERY_STATUSES } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import { type Part, part, sql, statement, type Tx } from '@onboarding/platform/postgres';
import { joiningEvent, TAKING_FROM_OUTBOX } from '../../events/index.ts';
import { firstDeliveryId } from './delivery.ts';
import type { DeliveryRow } from './delivery-history-store.ts';
import { DELIVERY_COLUMNS } from './delivery-history-store.ts';

interface FanOutRow {
  taken: number;
  partnerIds: string[];
}

// One id is supplied for each event that may be taken; unused ids are discarded. Events from before the endpoint was
// registered get no delivery, no matter when they are taken; otherwise timing would determine what a new receiver gets.
const ROUTING = part<{ now: Date; deliveryIds: readonly string[] }>(
  `routed as (
     select t.partner_id, t.event_id, event.event_type, event.event_version, event.occurred_at,
       row_number() over (order by t.event_id) as place
     from taken t join webhook_endpoints e on e.partner_id = t.partner_id ${joiningEvent('t')}
     where event.occurred_at >= e.created_at
   ), made as (
     insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
       next_attempt_at, is_replay)
     select r.partner_id, (:deliveryIds::uuid[])[r.place], r.event_id, r.event_type, r.event_version, r.occurred_at, 'Pending',
       'First', :now::timestamptz, false
     from routed r
     returning partner_id
   )
   select (select count(*) from taken) as taken, array(select distinct partner_id from made) as partner_ids`,
);
const FAN_OUT = statement<FanOutRow, { limit: number; now: Date; deliveryIds: readonly string[] }>(
  'webhook_fan_out',
  sql`with ${TAKING_FROM_OUTBOX}, ${ROUTING}`,
);

interface FannedOut {
  /** How many events left the outbox, including those without an endpoint. */
  taken: number;
  /** Partners whose lanes must be woken after the commit. */
  partnerIds: string[];
}

/**
 * Creates a delivery for each of the oldest events whose partner had an endpoint when they occurred. The caller must wake the
 * lanes after the commit, never in the same transaction: a dispatcher woken too early finds nothing and does not check again.
 */
export async function fanOut(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<FannedOut> {
  const deliveryIds = Array.from({ length: limit }, () => uuidv7(now));
  const [row] = await tx.rows(FAN_OUT, { limit, now, deliveryIds });
  return { taken: row?.taken ?? 0, partnerIds: row?.partnerIds ?? [] };
}

// Uses one index lookup per event and status. The bound on the id only prunes partitions.
const EACH_STATUS = DELIVERY_STATUSES.map((status) => `'${status}'`).join(', ');
const LIST_OF_EVENTS = statement<
  DeliveryRow,
  { partnerId: string; eventIds: readonly string[]; firstIds: readonly string[] }
>(
  'delivery_list_of_events',
  `select d.* from unnest(:eventIds::uuid[], :firstIds::uuid[]) as w (event_id, first_id)
   cross join lateral (
     select ${DELIVERY_COLUMNS} from webhook_deliveries
     where partner_id = :partnerId and delivery_id >= w.first_id and status in (${EACH_STATUS})
       and event_id = w.event_id
     order by delivery_id limit ${CUSTOMER_EVENT_LIMITS.deliveriesOfEvent}
   ) d`,
);

/** The first deliveries of each of these events, oldest first. */
export function listDeliveriesOf(
  tx: Tx,
  partnerId: string,
  events: readonly { eventId: string; occurredAt: Date }[],
): Promise<DeliveryRow[]> {
  const eventIds = events.map((event) => event.eventId);
  return tx.rows(LIST_OF_EVENTS, {
    partnerId,
    eventIds,
    firstIds: events.map((event) => firstDeliveryId(event.occurredAt)),
  });
}

// The conditions must match a partial index.
const COUNT_WAITING_TESTS = statement<{ waiting: number }, { partnerId: string }>(
  'test_event_waiting',
  `select count(*)::int as waiting from webhook_deliveries
   where partner_id = :partnerId and status = 'Pending' and event_type = 'webhook.test' and not is_replay`,
);

export async function countWaitingTests(tx: Tx, partnerId: string): Promise<number> {
  return (await tx.rows(COUNT_WAITING_TESTS, { partnerId }))[0]?.waiting ?? 0;
}

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
       where d.partner_id = e.partner_id and d.status in (${EACH_STATUS}) and d.event_id = e.event_id offset 0
     ) d
   ), erased_excerpts as (
     update webhook_attempts a set response_excerpt = null
     where a.partner_id = any(array(select distinct partner_id from ${events}))
       and a.delivery_id = any(array(select delivery_id from deliveries_then)) and a.response_excerpt is not null
   )`);
}
