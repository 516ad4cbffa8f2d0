import { CUSTOMER_EVENT_LIMITS, DELIVERY_STATUSES } from '@onboarding/contract';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { DELIVERY_COLUMNS } from './delivery-history-store.ts';
import type { DeliveryRow } from './delivery-representation.ts';

// Uses one index lookup per event and status. A delivery is created after its event, but possibly by another machine's clock;
// the bound on its id only prunes partitions.
const EACH_STATUS = DELIVERY_STATUSES.map((status) => `'${status}'`).join(', ');
const LIST = statement<DeliveryRow, { partnerId: string; eventIds: readonly string[]; times: readonly Date[] }>(
  'delivery_list_of_events',
  `select d.* from unnest(:eventIds::uuid[], :times::timestamptz[]) as w (event_id, at)
   cross join lateral (
     select ${DELIVERY_COLUMNS} from webhook_deliveries
     where partner_id = :partnerId and delivery_id >= uuid_floor(w.at - interval '1 hour') and status in (${EACH_STATUS})
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
  return tx.rows(LIST, { partnerId, eventIds, times: events.map((event) => event.occurredAt) });
}
