import { statement, type Tx } from '@onboarding/platform/postgres';

const BEAT = statement<{ gone: number; eldest: boolean }>(
  'webhook_dispatcher_beat',
  `with beat as (
     insert into webhook_dispatchers (dispatcher_id, started_at, beat_at) values ($1, $2, $3)
     on conflict (dispatcher_id) do update set beat_at = excluded.beat_at
   ), gone as (
     delete from webhook_dispatchers where beat_at < $4 and dispatcher_id <> $1 returning dispatcher_id
   )
   select (select count(*) from gone) as gone, not exists (
     select from webhook_dispatchers where (started_at, dispatcher_id) < ($2::timestamptz, $1::uuid) and beat_at >= $4
   ) as eldest`,
);
const LEAVE = statement('webhook_dispatcher_leave', 'delete from webhook_dispatchers where dispatcher_id = $1');

/** A dispatcher that has not been heard of for so long is dead. */
const DEAD_AFTER_MS = 30_000;

export interface Beat {
  /** How many others were found dead just now. */
  gone: number;
  /** Whether this is the one that does what needs doing once. */
  eldest: boolean;
}

export async function beatAsDispatcher(
  tx: Tx,
  dispatcher: { dispatcherId: string; startedAt: Date },
  now: Date,
): Promise<Beat> {
  const values = [dispatcher.dispatcherId, dispatcher.startedAt, now, new Date(now.getTime() - DEAD_AFTER_MS)];
  const [row] = await tx.rows(BEAT, values);
  return row ?? { gone: 0, eldest: false };
}

export async function leaveAsDispatcher(tx: Tx, dispatcherId: string): Promise<void> {
  await tx.rows(LEAVE, [dispatcherId]);
}
