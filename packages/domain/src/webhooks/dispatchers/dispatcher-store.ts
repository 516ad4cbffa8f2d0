import { statement, type Tx } from '@onboarding/platform/postgres';

interface Beating {
  dispatcherId: string;
  startedAt: Date;
}

const BEAT = statement<Beat, Beating & { now: Date; deadBefore: Date }>(
  'webhook_dispatcher_beat',
  `with beat as (
     insert into webhook_dispatchers (dispatcher_id, started_at, beat_at) values (:dispatcherId, :startedAt, :now)
     on conflict (dispatcher_id) do update set beat_at = excluded.beat_at
   ), gone as (
     delete from webhook_dispatchers where beat_at < :deadBefore and dispatcher_id <> :dispatcherId
     returning dispatcher_id
   )
   select (select count(*) from gone) as gone, not exists (
     select from webhook_dispatchers
     where (started_at, dispatcher_id) < (:startedAt::timestamptz, :dispatcherId::uuid) and beat_at >= :deadBefore
   ) as eldest`,
);
const LEAVE = statement<never, { dispatcherId: string }>(
  'webhook_dispatcher_leave',
  'delete from webhook_dispatchers where dispatcher_id = :dispatcherId',
);

/** A dispatcher without a heartbeat for this long is dead. */
export const DEAD_AFTER_MS = 30_000;

interface Beat {
  /** The number of other dispatchers that were just found dead. */
  gone: number;
  /** Whether this dispatcher does the work that only one needs to do. */
  eldest: boolean;
}

export async function beatAsDispatcher(tx: Tx, dispatcher: Beating, now: Date): Promise<Beat> {
  const [row] = await tx.rows(BEAT, { ...dispatcher, now, deadBefore: new Date(now.getTime() - DEAD_AFTER_MS) });
  return row ?? { gone: 0, eldest: false };
}

export async function leaveAsDispatcher(tx: Tx, dispatcherId: string): Promise<void> {
  await tx.rows(LEAVE, { dispatcherId });
}

const AT_WORK = statement<{ atWork: boolean }, { since: Date }>(
  'dispatcher_at_work',
  'select exists (select from webhook_dispatchers where beat_at > :since) as at_work',
);

export async function isDispatcherAtWork(tx: Tx, since: Date): Promise<boolean> {
  return (await tx.rows(AT_WORK, { since }))[0]?.atWork === true;
}

// The state of sending, for operators.

interface DispatcherRow {
  dispatcherId: string;
  startedAt: Date;
  beatAt: Date;
}

const DISPATCHERS = statement<DispatcherRow, { limit: number }>(
  'dispatch_health_dispatchers',
  'select dispatcher_id, started_at, beat_at from webhook_dispatchers order by started_at, dispatcher_id limit :limit',
);
// Stops counting at a number that is enough for an operator.
const DUE = statement<{ due: number; oldest: Date | null }, { now: Date; limit: number }>(
  'dispatch_health_due',
  `select count(*) as due, min(due_at) as oldest from (
     select due_at from webhook_lanes where due_at <= :now order by due_at limit :limit) counted`,
);

const MOST_DISPATCHERS = 100;
const MOST_DUE = 1_000;

export async function readDispatchHealth(tx: Tx, now: Date) {
  const dispatchers = await tx.rows(DISPATCHERS, { limit: MOST_DISPATCHERS });
  const [lanes] = await tx.rows(DUE, { now, limit: MOST_DUE });
  return { dispatchers, due: lanes?.due ?? 0, oldest: lanes?.oldest ?? null };
}
