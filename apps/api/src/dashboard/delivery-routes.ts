// Delivery history and replays of a webhook, for a partner's users.
import {
  type Delivery,
  deliveryDetailSchema,
  deliveryPageSchema,
  deliveryQuerySchema,
  EVENT_DAYS,
  PARTNER_ROLES,
  REPLAYS_PER_SECOND,
  replayedDeliverySchema,
  replayPageSchema,
  replayProgressSchema,
  replayQuerySchema,
  replayQueuedSchema,
  replayWindowSchema,
} from '@onboarding/contract';
import { listBusinessBriefs } from '@onboarding/domain/profiles';
import {
  cancelReplay,
  listDeliveries,
  listReplays,
  readDelivery,
  readReplay,
  replayDelivery,
  replayWindow,
} from '@onboarding/domain/webhooks';
import type { Tx } from '@onboarding/platform/postgres';
import { parsedBody } from '../http/body.ts';
import { dashboardRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import {
  cancelledReplayExample,
  deliveriesExample,
  deliveryDetailExample,
  replayedExample,
  replayProgressExample,
  replayQueuedExample,
  replaysExample,
  windowExample,
} from './webhook-examples.ts';
import { SENDING_ERRORS, WEBHOOKS } from './webhook-routes.ts';

/** Adds to each delivery the name of its business. */
export async function naming(tx: Tx, partnerId: string, deliveries: readonly Pick<Delivery, 'customerId'>[]) {
  const customers = new Set(deliveries.flatMap(({ customerId }) => customerId ?? []));
  const keys = [...customers].map((customerId) => ({ partnerId, customerId }));
  const briefs = await listBusinessBriefs(tx, keys);
  return <D extends Pick<Delivery, 'customerId'>>(delivery: D) => ({
    ...delivery,
    companyName: briefs.get(delivery.customerId ?? '')?.companyName ?? null,
  });
}

const malformed = 'ValidationControl.Error';

export const deliveryRoutes: readonly SessionRoute[] = [
  dashboardRoute({
    method: 'GET',
    path: `${WEBHOOKS}/deliveries`,
    operationId: 'listDeliveries',
    summary: 'List deliveries',
    description: `Newest event first. Deliveries are kept for ${EVENT_DAYS} days. Page numbers reach the first 10,000 deliveries; to read on from any page, follow nextCursor.`,
    roles: PARTNER_ROLES,
    writes: false,
    query: deliveryQuerySchema,
    answer: { schema: deliveryPageSchema, example: deliveriesExample },
    errors: ['Webhook.StatusUnknown', 'Webhook.RangeInvalid'],
    handler: async (tx, { context, person: { partnerId }, query }) => {
      const page = await listDeliveries(tx, context.keys, partnerId, query);
      const named = await naming(tx, partnerId, page.items);
      return { value: { ...page, items: page.items.map(named) } };
    },
  }),
  dashboardRoute({
    method: 'GET',
    path: `${WEBHOOKS}/deliveries/{deliveryId}`,
    operationId: 'readDelivery',
    summary: 'Read a delivery',
    description: 'Its body, exactly as it was signed and sent, and its attempts, with the responses of the receiver.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: deliveryDetailSchema, example: deliveryDetailExample },
    errors: ['Webhook.DeliveryNotFound'],
    handler: async (tx, { person: { partnerId }, params }) => {
      const delivery = await readDelivery(tx, partnerId, params.deliveryId);
      const named = await naming(tx, partnerId, [delivery]);
      return { value: named(delivery) };
    },
  }),
  dashboardRoute({
    method: 'POST',
    path: `${WEBHOOKS}/deliveries/{deliveryId}/replay`,
    operationId: 'replayDelivery',
    summary: 'Replay a delivery',
    description:
      'Sends the event again, as a new delivery with the same event id and body, and the header Svc-Replay: true.',
    roles: ['admin', 'developer'],
    writes: true,
    answer: { schema: replayedDeliverySchema, example: replayedExample },
    errors: ['Webhook.DeliveryNotFound', 'Webhook.EventExpired', ...SENDING_ERRORS],
    handler: async (tx, { context, person, params }) => ({
      value: await replayDelivery(tx, context, person, params.deliveryId),
    }),
  }),
  dashboardRoute({
    method: 'POST',
    path: `${WEBHOOKS}/replay`,
    operationId: 'replayWindow',
    summary: 'Replay a time window',
    description: `Sends the events of a time window again. The set of events is fixed when you send the request, and created is its exact size. Events are sent oldest first, at most ${REPLAYS_PER_SECOND} per second, after new events. An event whose delivery is still Pending is skipped. The filters are those of the delivery history: an event is sent if one of its deliveries matches all of them. With dryRun, the events are only counted.`,
    roles: ['admin', 'developer'],
    writes: true,
    body: parsedBody({ schema: replayWindowSchema, example: windowExample, malformed }),
    answer: { schema: replayQueuedSchema, example: replayQueuedExample },
    errors: [
      'ValidationControl.Error',
      'Webhook.StatusUnknown',
      'Webhook.RangeInvalid',
      'Webhook.RangeTooWide',
      'Webhook.EventExpired',
      ...SENDING_ERRORS,
    ],
    handler: async (tx, { context, person, body }) => ({ value: await replayWindow(tx, context, person, body) }),
  }),
  dashboardRoute({
    method: 'GET',
    path: `${WEBHOOKS}/replays`,
    operationId: 'listReplays',
    summary: 'List replays of time windows',
    description: `Newest first, with the time window and filters of each. Listed for ${EVENT_DAYS} days.`,
    roles: PARTNER_ROLES,
    writes: false,
    query: replayQuerySchema,
    answer: { schema: replayPageSchema, example: replaysExample },
    errors: [],
    handler: async (tx, { context, person, query }) => ({
      value: await listReplays(tx, context, person.partnerId, query),
    }),
  }),
  dashboardRoute({
    method: 'GET',
    path: `${WEBHOOKS}/replays/{replaySeries}`,
    operationId: 'readReplay',
    summary: 'Read the progress of a replay',
    description: 'Current counts of its deliveries.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: replayProgressSchema, example: replayProgressExample },
    errors: ['Webhook.ReplayNotFound'],
    handler: async (tx, { context, person, params }) => ({
      value: await readReplay(tx, context, person.partnerId, params.replaySeries),
    }),
  }),
  dashboardRoute({
    method: 'POST',
    path: `${WEBHOOKS}/replays/{replaySeries}/cancel`,
    operationId: 'cancelReplay',
    summary: 'Cancel a replay',
    description:
      'Within seconds, everything that is still waiting is cancelled: events without a delivery never get one, and waiting deliveries become Exhausted without another attempt. A delivery that is being sent is completed and recorded. Has no effect if nothing is waiting.',
    roles: ['admin', 'developer'],
    writes: true,
    answer: { schema: replayProgressSchema, example: cancelledReplayExample },
    errors: ['Webhook.ReplayNotFound'],
    handler: async (tx, { context, person, params }) => ({
      value: await cancelReplay(tx, context, person, params.replaySeries),
    }),
  }),
];
