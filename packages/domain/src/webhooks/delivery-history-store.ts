// The history's SQL. Deliveries of one status, and those of one type and status, stand in an index in the order of the
// history. Where a status is not asked for, those of each are merged.
import { DELIVERY_STATUSES, type DeliveryStatus } from '@onboarding/contract';
import { type Statement, statement, type Tx } from '@onboarding/platform/postgres';
import { withBodyOfEvent } from '../events/index.ts';
import type { AttemptRow, DeliveryRow } from './delivery-representation.ts';

export interface HistoryQuestion {
  status: DeliveryStatus | undefined;
  eventType: string | undefined;
  /** From this id of an event on. */
  first: string;
  /** Up to this id of an event and, of that event, this id of a delivery; exclusive. */
  before: readonly [eventId: string, deliveryId: string];
  /** No delivery of these events has a lower id. It only keeps partitions out. */
  since: string;
}

const COLUMNS = `delivery_id, event_id, event_type, event_version, occurred_at, status, attempt_count, next_attempt_at,
  last_status_code, is_replay, replay_series, completed_at`;
const ORDER = 'order by event_id desc, delivery_id desc';
const ORDER_OF_TYPE = 'order by event_type desc, event_id desc, delivery_id desc';
const WITHIN = 'partner_id = $1 and delivery_id >= $5';

interface Shape {
  name: string;
  typed: boolean;
  statuses: readonly DeliveryStatus[];
}

const shapeOf = (status: DeliveryStatus | undefined, typed: boolean): Shape => ({
  name: [status?.toLowerCase() ?? 'any', ...(typed ? ['type'] : [])].join('_'),
  typed,
  statuses: status === undefined ? DELIVERY_STATUSES : [status],
});

/**
 * The words of the statuses are part of the text: with them the planner knows how many there are of each. The type is not
 * written with "=", as in the list of businesses: the planner would know then that it does not matter to the order, and
 * might walk through a whole status, looking for it. Written so, only the index of the types has the order. Both ends are
 * compared as rows, in the order of the index, so that it is entered and left where they lie; the latter with "<=", since
 * the planner guesses by the first column, and of "<" it would guess that hardly any row is there.
 */
function matching({ typed }: Shape, status: DeliveryStatus): string {
  const range = typed
    ? `(event_type, event_id) >= ($6, $2) and (event_type, event_id, delivery_id) <= ($6, $3, $4) and delivery_id <> $4`
    : 'event_id >= $2 and (event_id, delivery_id) < ($3, $4)';
  return `from webhook_deliveries where ${WITHIN} and status = '${status}' and ${range}`;
}

function pageStatement(shape: Shape): Statement<DeliveryRow> {
  const limit = shape.typed ? 7 : 6;
  const parts = shape.statuses.map(
    (status) =>
      `(select ${COLUMNS} ${matching(shape, status)} ${shape.typed ? ORDER_OF_TYPE : ORDER}
      limit $${limit}::bigint + $${limit + 1}::bigint)`,
  );
  return statement(
    `delivery_list_${shape.name}`,
    `select * from (${parts.join('\n   union all ')}) found ${ORDER} limit $${limit} offset $${limit + 1}`,
  );
}

function countStatement(shape: Shape): Statement<{ found: number }> {
  const limit = shape.typed ? 7 : 6;
  const parts = shape.statuses.map((status) => `(select ${matching(shape, status)} limit $${limit})`);
  return statement(
    `delivery_count_${shape.name}`,
    `select count(*)::int as found from (${parts.join('\n   union all ')}) counted`,
  );
}

const SHAPES = [undefined, ...DELIVERY_STATUSES].flatMap((status) => [shapeOf(status, false), shapeOf(status, true)]);
const PAGES = new Map(SHAPES.map((shape) => [shape.name, pageStatement(shape)]));
const COUNTS = new Map(SHAPES.map((shape) => [shape.name, countStatement(shape)]));

function declared<Row>(statements: ReadonlyMap<string, Statement<Row>>, question: HistoryQuestion): Statement<Row> {
  const found = statements.get(shapeOf(question.status, question.eventType !== undefined).name);
  if (found === undefined) throw new Error('There is no statement for this question');
  return found;
}

const firstValues = (partnerId: string, { first, before, since, eventType }: HistoryQuestion) => [
  partnerId,
  first,
  ...before,
  since,
  ...(eventType === undefined ? [] : [eventType]),
];

// As for the list of businesses: a plan for all partners alike would be one for an average partner.
const PLAN_BY_VALUES = statement(
  'delivery_plan_by_values',
  `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
);

/** To be sent before the others; nobody needs to wait for it. */
export async function planByValues(tx: Tx): Promise<void> {
  await tx.rows(PLAN_BY_VALUES, []);
}

/** Newest event first. */
export function listDeliveryRows(
  tx: Tx,
  partnerId: string,
  question: HistoryQuestion,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeliveryRow[]> {
  return tx.rows(declared(PAGES, question), [...firstValues(partnerId, question), limit, offset]);
}

/** How many there are, counted no further than `most` of each status. */
export async function countDeliveryRows(
  tx: Tx,
  partnerId: string,
  question: HistoryQuestion,
  most: number,
): Promise<number> {
  return (await tx.rows(declared(COUNTS, question), [...firstValues(partnerId, question), most]))[0]?.found ?? 0;
}

const FIND = statement<DeliveryRow & { body: string | null }>(
  'delivery_find',
  `select ${COLUMNS.replaceAll(/\w+/g, 'd.$&')}, event.body from webhook_deliveries d ${withBodyOfEvent('d')}
   where d.partner_id = $1 and d.delivery_id = $2`,
);

const ATTEMPTS = statement<AttemptRow>(
  'delivery_attempts',
  `select attempt_no, sent_at, duration_ms, url, status_code, error_kind, response_excerpt from webhook_attempts
   where partner_id = $1 and delivery_id = $2 order by attempt_no`,
);

/** With the exact text of its event, as long as that is kept. */
export async function findDelivery(
  tx: Tx,
  partnerId: string,
  deliveryId: string,
): Promise<(DeliveryRow & { body: string | null }) | undefined> {
  return (await tx.rows(FIND, [partnerId, deliveryId]))[0];
}

export function listAttempts(tx: Tx, partnerId: string, deliveryId: string): Promise<AttemptRow[]> {
  return tx.rows(ATTEMPTS, [partnerId, deliveryId]);
}
