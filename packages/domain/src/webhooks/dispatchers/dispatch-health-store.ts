// The state of sending, for operators.
import { statement, type Tx } from '@onboarding/platform/postgres';

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
