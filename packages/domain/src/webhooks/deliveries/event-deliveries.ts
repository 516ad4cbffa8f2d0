import type { CustomerEvents } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { EventRow } from '../../events/index.ts';
import { type EndpointRow, findEndpoint } from '../endpoints/endpoint-store.ts';
import { type DeliveryRow, toDelivery } from './delivery-representation.ts';
import { listDeliveriesOf } from './event-deliveries-store.ts';

/** Adds to each event its deliveries. */
export async function withDeliveries(
  tx: Tx,
  partnerId: string,
  events: readonly EventRow[],
): Promise<CustomerEvents['items']> {
  const [deliveries, endpoint] = await settled<[DeliveryRow[], EndpointRow | undefined]>([
    listDeliveriesOf(tx, partnerId, events),
    findEndpoint(tx, partnerId),
  ]);
  const held = endpoint?.status === 'Disabled';
  const ofEvent = Map.groupBy(deliveries, (delivery) => delivery.eventId);
  return events.map(({ customerId, ...event }) => ({
    ...event,
    occurredAt: event.occurredAt.toISOString(),
    deliveries: (ofEvent.get(event.eventId) ?? []).map((delivery) => toDelivery({ ...delivery, customerId }, { held })),
  }));
}
