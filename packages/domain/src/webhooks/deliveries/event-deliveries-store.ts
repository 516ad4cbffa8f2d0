import { CUSTOMER_EVENT_LIMITS, DELIVERY_STATUSES } from '@onboarding/contract';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { firstDeliveryId } from './delivery.ts';
import { DELIVERY_COLUMNS } from './delivery-history-store.ts';
import type { DeliveryRow } from './delivery-representation.ts';

// Uses one index lookup per event and status. The bound on the id only prunes partitions.
const EACH_STATUS = DELIVERY_STATUSES.map((status) => `'${status}'`).join(', ');
const LIST = statement<DeliveryRow, { partnerId: string; eventIds: readonly string[]; firstIds: readonly string[] }>(
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
  return tx.rows(LIST, { partnerId, eventIds, firstIds: events.map((event) => firstDeliveryId(event.occurredAt)) });
}
