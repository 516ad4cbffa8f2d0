// The history of deliveries and of the receiver's responses. Independent of the dispatcher.
import {
  type CustomerEvents,
  DELIVERY_LIST_LIMITS,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDetail,
  type DeliveryPage,
  type DeliveryQuery,
  mustBeOneOf,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { isUuid, uuidFloor } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { HIGHEST_ID, LOWEST_ID, markOf, openPosition, sealPosition } from '../../cursors.ts';
import { customersOfEvents, type EventRow, timeOfEvent } from '../../events/index.ts';
import { DomainError, validationError } from '../../failure.ts';
import { type EndpointRow, findEndpoint } from '../endpoints/endpoint-store.ts';
import { toSvcTimestamp } from '../endpoints/signature.ts';
import { firstDeliveryId } from './delivery.ts';
import {
  type AttemptRow,
  countDeliveryRows,
  type DeliveryOfCustomer,
  type DeliveryRow,
  findDelivery,
  type HistoryQuestion,
  listAttempts,
  listDeliveryRows,
  planByValues,
} from './delivery-history-store.ts';
import { listDeliveriesOf } from './delivery-store.ts';

/** Without the names of businesses, which are not webhooks' own. */
type Unnamed<Page extends { items: unknown[] }> = Omit<Page, 'items'> & { items: Delivery[] };

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

export async function listDeliveries(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  query: DeliveryQuery,
): Promise<Unnamed<DeliveryPage>> {
  // Before the first of two concurrent reads: an invalid query would leave the other one's failure unhandled.
  const question = toQuestion(query);
  const [page, found] = await settled<[DeliverySlice, number]>([
    sliceDeliveries(tx, keys, partnerId, query),
    countDeliveryRows(tx, partnerId, question, DELIVERY_LIST_LIMITS.depth + 1),
  ]);
  return {
    ...page,
    total: Math.min(found, DELIVERY_LIST_LIMITS.depth),
    totalIsCapped: found > DELIVERY_LIST_LIMITS.depth,
  };
}

type DeliverySlice = Omit<Unnamed<DeliveryPage>, 'total' | 'totalIsCapped'>;

/** A page of the history without the total, which costs as much as many pages. */
export async function sliceDeliveries(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  query: DeliveryQuery,
): Promise<DeliverySlice> {
  const { page: asked = 1, pageSize = DELIVERY_LIST_LIMITS.itemsUnasked, cursor } = query;
  const question = toQuestion(query);
  const list = `delivery history of ${partnerId}`;
  const mark = markOf(Object.values(question));
  const { page, offset, before } =
    cursor === undefined
      ? { page: asked, offset: (asked - 1) * pageSize, before: question.before }
      : placeBehind(openPosition(keys, list, mark, cursor));
  const [, rows, endpoint] = await settled<[unknown, DeliveryRow[], EndpointRow | undefined]>([
    planByValues(tx),
    // Fetches one more than requested, to detect another page.
    listDeliveryRows(tx, partnerId, { ...question, before }, { limit: pageSize + 1, offset }),
    findEndpoint(tx, partnerId),
  ]);
  const shown = rows.slice(0, pageSize);
  const customers = await customersOfEvents(
    tx,
    partnerId,
    shown.map(({ eventId }) => eventId),
  );
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const held = endpoint?.status === 'Disabled';
  return {
    items: shown.map((row) => toDelivery({ ...row, customerId: customers.get(row.eventId) ?? null }, { held })),
    page,
    pageSize,
    nextCursor:
      last === undefined ? null : sealPosition(keys, list, mark, [last.eventId, last.deliveryId, String(page + 1)]),
  };
}

function placeBehind([eventId = '', deliveryId = '', page]: readonly string[]) {
  return { page: Number(page), offset: 0, before: [eventId, deliveryId] as const };
}

function toQuestion({
  status,
  eventType,
  customerId,
  eventId,
  replaySeries,
  from,
  to,
}: DeliveryQuery): HistoryQuestion {
  const known = DELIVERY_STATUSES.find((one) => one === status);
  if (status !== undefined && known === undefined) {
    const message = `status ${mustBeOneOf(DELIVERY_STATUSES, status)}, or be omitted.`;
    throw validationError([{ pointer: '?status', code: 'Webhook.StatusUnknown', message }]);
  }
  const [first, end] = [from, to].map((moment) => (moment === undefined ? undefined : possible(moment.getTime())));
  const firstId = first === undefined ? LOWEST_ID : uuidFloor(first);
  const before = [end === undefined ? HIGHEST_ID : uuidFloor(end), LOWEST_ID] as const;
  const event = eventId?.toLowerCase();
  const since = first ?? (event === undefined ? undefined : timeOfEvent(event));
  return {
    status: known,
    eventType,
    customerId: customerId?.toLowerCase(),
    replaySeries: replaySeries?.toLowerCase(),
    // A single event is a range too, unless it is outside the window.
    first: event !== undefined && event > firstId ? event : firstId,
    before: event !== undefined && event < before[0] ? [event, HIGHEST_ID] : before,
    sinceDelivery: since === undefined ? LOWEST_ID : firstDeliveryId(possible(since.getTime())),
  };
}

/** Clamps to the times that an id can contain. */
function possible(milliseconds: number): Date {
  return new Date(Math.min(Math.max(milliseconds, 0), LATEST));
}

export async function readDelivery(
  tx: Tx,
  partnerId: string,
  deliveryId: string,
): Promise<Omit<DeliveryDetail, 'companyName'>> {
  if (!isUuid(deliveryId)) throw new DomainError('Webhook.DeliveryNotFound');
  const [row, attempts, endpoint] = await settled<
    [(DeliveryOfCustomer & { body: string | null }) | undefined, AttemptRow[], EndpointRow | undefined]
  >([findDelivery(tx, partnerId, deliveryId), listAttempts(tx, partnerId, deliveryId), findEndpoint(tx, partnerId)]);
  if (row === undefined) throw new DomainError('Webhook.DeliveryNotFound');
  return {
    ...toDelivery(row, { held: endpoint?.status === 'Disabled' }),
    attempts: attempts.map(toAttempt),
    envelopeJson: row.body,
  };
}

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

/** While an endpoint is held, the next attempt is null, even if a time is stored. */
function toDelivery({ deliveryId, ...row }: DeliveryOfCustomer, { held }: { held: boolean }): Delivery {
  return {
    ...row,
    id: deliveryId,
    occurredAt: row.occurredAt.toISOString(),
    nextAttemptAt: held || row.status !== 'Pending' ? null : (row.nextAttemptAt?.toISOString() ?? null),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

function toAttempt({ sentAt, signature, ...row }: AttemptRow): DeliveryAttempt {
  return {
    ...row,
    sentAt: sentAt.toISOString(),
    // The header contains the stored time, so it needs no column of its own.
    svcTimestamp: toSvcTimestamp(sentAt),
    signatures: signature?.split(' ') ?? null,
  };
}
