// SQL parts on the events' tables for the dispatcher's statements.
import { part, statement, type Tx } from '@onboarding/platform/postgres';

/**
 * The CTE `taken`: takes the oldest events from the outbox, skipping rows locked by other processes. A separate CTE selects
 * them: inside the join, the limit would apply to each scan, and more would be taken.
 */
export const TAKING_FROM_OUTBOX = part<{ limit: number }>(
  `first_in_outbox as materialized (
     select event_id from event_outbox order by event_id limit :limit for update skip locked
   ), taken as (
     delete from event_outbox o using first_in_outbox first where o.event_id = first.event_id
     returning o.event_id, o.partner_id
   )`,
);

/**
 * Joins the event of each row of `source` as `event`. The limit forces one index lookup per row, regardless of the planner's
 * statistics.
 */
export function joiningEvent(source: string): string {
  return `cross join lateral (
     select event_type, event_version, occurred_at from events
     where partner_id = ${source}.partner_id and event_id = ${source}.event_id limit 1
   ) event`;
}

/**
 * The event's body, trace and customer for each row of `source`; nulls once the event is purged. The limit is for the same
 * reason.
 */
export function withBodyOfEvent(source: string): string {
  return `left join lateral (
     select body, traceparent, customer_id from events where partner_id = ${source}.partner_id and event_id = ${source}.event_id limit 1
   ) event on true`;
}

export interface FannedOutRange {
  partnerId: string;
  fromEvent: string;
  toEvent: string;
  eventType: string | null;
}

/**
 * The partner's events in a range of ids, of one type unless that is null; excludes those still in the outbox, which are
 * about to get their delivery.
 */
export const FANNED_OUT_EVENTS = part<FannedOutRange>(
  `select e.event_id from events e
     where e.partner_id = :partnerId and e.event_id >= :fromEvent and e.event_id < :toEvent
       and (:eventType::text is null or e.event_type = :eventType)
       and not exists (select from event_outbox o where o.event_id = e.event_id)`,
);

/** Counting stops here: a higher number would not help an operator. */
const MOST_COUNTED = 100_000;

const MEASURE = statement<{ waiting: number; oldest: string | null }>(
  'outbox_measure',
  `select (select count(*)::int from (select from event_outbox limit ${MOST_COUNTED}) counted) as waiting,
     (select event_id from event_outbox order by event_id limit 1) as oldest`,
);

/** The number of events that no dispatcher has taken yet, up to a bound, and the id of the oldest. */
export async function measureOutbox(tx: Tx): Promise<{ waiting: number; oldest: string | null }> {
  return (await tx.rows(MEASURE, {}))[0] ?? { waiting: 0, oldest: null };
}
