// The events that a replay sends: selected, counted and recorded in one statement, so that events, deliveries and outbox are
// read in one snapshot.
import type { DeliveryStatus } from '@onboarding/contract';
import { type Part, part, sql, statement, type Tx } from '@onboarding/platform/postgres';
import { FANNED_OUT_EVENTS, type FannedOutRange } from '../../events/index.ts';
import { deliveriesOfEvents, EVENTS_OF_CUSTOMER } from '../deliveries/delivery-history-store.ts';

// Serialises the windows of one partner, so that each takes the previous ones into account.
const LOCK = statement<never, { partnerId: string }>(
  'replay_lock',
  `select pg_advisory_xact_lock(hashtextextended('onboarding.webhook_replays ' || :partnerId::text, 0))`,
);

export async function lockReplays(tx: Tx, partnerId: string): Promise<void> {
  await tx.rows(LOCK, { partnerId });
}

const BATCH_SIZE = 1_000;

/** The window that a person requested to be sent again. */
export interface ChosenWindow extends FannedOutRange {
  /** No delivery of these events has a lower id. */
  sinceDelivery: string;
  includeUnrouted: boolean;
  status: DeliveryStatus | null;
  customerId: string | null;
  series: string | null;
  from: Date;
  to: Date;
}

export interface RecordedReplay {
  replayId: string;
  requestedBy: string;
  now: Date;
}

type Within = Pick<ChosenWindow, 'partnerId' | 'fromEvent' | 'toEvent' | 'sinceDelivery'>;

const WITHIN = part<Within>(
  'd.partner_id = :partnerId and d.event_id >= :fromEvent and d.event_id < :toEvent and d.delivery_id >= :sinceDelivery',
);
/** Pending deliveries are never sent again. */
const MATCHING = part<Pick<ChosenWindow, 'eventType'> & { statuses: readonly DeliveryStatus[] }>(
  'd.status = any(:statuses::text[]) and (:eventType::text is null or d.event_type = :eventType)',
);
const WAITING = sql`waiting as materialized (
       select d.event_id from webhook_deliveries d where ${WITHIN} and d.status = 'Pending'
       union all
       select unnest(b.event_ids) from webhook_replay_batches b where b.partner_id = :partnerId
     )`;

/** Where the events come from, and the SQL specific to it. */
interface Source {
  name: string;
  /** CTEs that the candidates need. */
  before?: Part<Partial<Chosen>>;
  candidates: Part<Partial<Chosen>>;
}

type Chosen = ChosenWindow & { statuses: readonly DeliveryStatus[]; since: Date };

const ROUTED: Source = {
  name: 'routed',
  candidates: sql`select d.event_id from webhook_deliveries d where ${WITHIN} and ${MATCHING}`,
};
const OF_SERIES: Source = {
  name: 'of_series',
  candidates: sql`select d.event_id from webhook_deliveries d
       where ${WITHIN} and ${MATCHING} and d.replay_series = ${part<Pick<Chosen, 'series'>>(':series::uuid')}`,
};
const OF_CUSTOMER: Source = {
  name: 'of_customer',
  before: EVENTS_OF_CUSTOMER,
  candidates: sql`${deliveriesOfEvents('d.event_id')} where ${WITHIN} and ${MATCHING}
       and ${part<Pick<Chosen, 'series'>>('(:series::uuid is null or d.replay_series = :series::uuid)')}`,
};
// Includes events with and without deliveries.
const ALL: Source = { name: 'all', candidates: FANNED_OUT_EVENTS };

const RECORDING = part<ChosenWindow & RecordedReplay>(`recorded as (
       insert into webhook_replays (partner_id, replay_id, requested_by, requested_at, from_at, to_at, event_type,
         include_unrouted, delivery_status, customer_id, source_series, created, completed_at)
       select :partnerId, :replayId, :requestedBy, :now, :from, :to, :eventType, :includeUnrouted, :status, :customerId::uuid,
         :series::uuid, counted.events, case when counted.events = 0 then :now::timestamptz end
       from (select count(*)::int as events from chosen) counted
       returning created
     ), batched as (
       insert into webhook_replay_batches (partner_id, replay_id, batch_no, event_ids)
       select :partnerId, :replayId, numbered.batch_no, array_agg(numbered.event_id order by numbered.event_id)
       from (select event_id, ((row_number() over (order by event_id) - 1) / ${BATCH_SIZE})::int as batch_no from chosen) numbered
       group by numbered.batch_no
     )
     select created from recorded`);

/** `undelivered` excludes events that any delivery has delivered. */
function declare({ name, before, candidates }: Source, { undelivered }: { undelivered: boolean }) {
  const delivered = sql`and not exists (
         select from webhook_deliveries d where ${WITHIN} and d.event_id = c.event_id and d.status = 'Delivered')`;
  const chosen = `with ${before === undefined ? '' : `${before.text}, `}${WAITING.text}, chosen as materialized (
       select distinct c.event_id from (${candidates.text}) c
       where not exists (select from waiting w where w.event_id = c.event_id) ${undelivered ? delivered.text : ''}
     )`;
  const called = `${name}${undelivered ? '_undelivered' : ''}`;
  return {
    count: statement<{ created: number }, Chosen>(
      `replay_count_${called}`,
      `${chosen} select count(*)::int as created from chosen`,
    ),
    record: statement<{ created: number }, Chosen & RecordedReplay>(
      `replay_record_${called}`,
      `${chosen}, ${RECORDING.text}`,
    ),
  };
}

const EVERY = [ROUTED, OF_SERIES, OF_CUSTOMER].map((source) => ({
  source,
  any: declare(source, { undelivered: false }),
  undelivered: declare(source, { undelivered: true }),
}));
const UNROUTED_TOO = declare(ALL, { undelivered: false });

function statementsFor({ includeUnrouted, customerId, series, status }: ChosenWindow) {
  if (includeUnrouted) return UNROUTED_TOO;
  const source = customerId !== null ? OF_CUSTOMER : series !== null ? OF_SERIES : ROUTED;
  const found = EVERY.find((one) => one.source === source);
  if (found === undefined) throw new Error('There is no statement for this window');
  return status === 'Exhausted' ? found.undelivered : found.any;
}

function valuesOf(window: ChosenWindow): Chosen {
  const all: readonly DeliveryStatus[] = ['Delivered', 'Exhausted'];
  const { status } = window;
  return { ...window, since: window.from, statuses: all.filter((one) => status === null || one === status) };
}

/** The number of events that a window would send now. */
export async function countWindow(tx: Tx, window: ChosenWindow): Promise<number> {
  return (await tx.rows(statementsFor(window).count, valuesOf(window)))[0]?.created ?? 0;
}

/** Fixes the events that a window sends; returns their number. */
export async function recordWindow(tx: Tx, window: ChosenWindow, recorded: RecordedReplay): Promise<number> {
  const [row] = await tx.rows(statementsFor(window).record, { ...valuesOf(window), ...recorded });
  if (row === undefined) throw new Error('A replay was not recorded');
  return row.created;
}
