// What was delivered, what was not, and what the receiver said. Read without the dispatcher.
import {
  DELIVERY_LIST_LIMITS,
  DELIVERY_STATUSES,
  type DeliveryDetail,
  type DeliveryPage,
  type DeliveryQuery,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import { isUuid, uuidFloor } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { DomainError, refuse } from '../failure.ts';
import { markOf, openPosition, sealPosition } from '../sealed-cursor.ts';
import {
  countDeliveryRows,
  findDelivery,
  type HistoryQuestion,
  listAttempts,
  listDeliveryRows,
  planByValues,
} from './delivery-history-store.ts';
import { type AttemptRow, type DeliveryRow, toAttempt, toDelivery } from './delivery-representation.ts';
import { type EndpointRow, findEndpoint } from './endpoint-store.ts';

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
/** A delivery is made after its event, but perhaps by another machine's clock. */
const CLOCKS_APART_MS = 3_600_000;

export async function listDeliveries(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  query: DeliveryQuery,
): Promise<DeliveryPage> {
  const { page: asked = 1, pageSize = DELIVERY_LIST_LIMITS.itemsUnasked, cursor } = query;
  const question = toQuestion(query);
  const list = `delivery history of ${partnerId}`;
  const mark = markOf(Object.values(question));
  const { page, offset, before } =
    cursor === undefined
      ? { page: asked, offset: (asked - 1) * pageSize, before: question.before }
      : placeBehind(openPosition(keys, list, mark, cursor));
  const [, rows, found, endpoint] = await settled<[unknown, DeliveryRow[], number, EndpointRow | undefined]>([
    planByValues(tx),
    // One more than asked for tells whether there is another page.
    listDeliveryRows(tx, partnerId, { ...question, before }, { limit: pageSize + 1, offset }),
    countDeliveryRows(tx, partnerId, question, DELIVERY_LIST_LIMITS.depth + 1),
    findEndpoint(tx, partnerId),
  ]);
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const held = endpoint?.status === 'Disabled';
  return {
    items: shown.map((row) => toDelivery(row, { held })),
    page,
    pageSize,
    total: Math.min(found, DELIVERY_LIST_LIMITS.depth),
    totalIsCapped: found > DELIVERY_LIST_LIMITS.depth,
    nextCursor:
      last === undefined ? null : sealPosition(keys, list, mark, [last.event_id, last.delivery_id, String(page + 1)]),
  };
}

function placeBehind([eventId = '', deliveryId = '', page]: readonly string[]) {
  return { page: Number(page), offset: 0, before: [eventId, deliveryId] as const };
}

function toQuestion({ status, eventType, from, to }: DeliveryQuery): HistoryQuestion {
  const known = DELIVERY_STATUSES.find((one) => one === status);
  if (status !== undefined && known === undefined) {
    const message = `status must be one of ${DELIVERY_STATUSES.join(', ')}, or be left out.`;
    throw refuse([{ pointer: '?status', code: 'Webhook.StatusUnknown', message }]);
  }
  const [first, end] = [from, to].map((moment) => (moment === undefined ? undefined : possible(moment.getTime())));
  return {
    status: known,
    eventType,
    first: first === undefined ? LOWEST_ID : uuidFloor(first),
    before: [end === undefined ? HIGHEST_ID : uuidFloor(end), LOWEST_ID],
    since: first === undefined ? LOWEST_ID : uuidFloor(possible(first.getTime() - CLOCKS_APART_MS)),
  };
}

/** The nearest moment that an id can have. */
function possible(milliseconds: number): Date {
  return new Date(Math.min(Math.max(milliseconds, 0), LATEST));
}

export async function readDelivery(tx: Tx, partnerId: string, deliveryId: string): Promise<DeliveryDetail> {
  if (!isUuid(deliveryId)) throw new DomainError('Webhook.DeliveryNotFound');
  const [row, attempts, endpoint] = await settled<
    [(DeliveryRow & { body: string | null }) | undefined, AttemptRow[], EndpointRow | undefined]
  >([findDelivery(tx, partnerId, deliveryId), listAttempts(tx, partnerId, deliveryId), findEndpoint(tx, partnerId)]);
  if (row === undefined) throw new DomainError('Webhook.DeliveryNotFound');
  return {
    ...toDelivery(row, { held: endpoint?.status === 'Disabled' }),
    attempts: attempts.map(toAttempt),
    envelopeJson: row.body,
  };
}
