import type { WebhookLanesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

const FIND_LANE = statement<Pick<WebhookLanesRow, 'status' | 'resumed_at'>>(
  'webhook_lane_for_resume',
  'select status, resumed_at from webhook_lanes where partner_id = $1',
);

export async function findResumedLane(
  tx: Tx,
  partnerId: string,
): Promise<{ sends: boolean; resumedAt: Date | null } | undefined> {
  const [row] = await tx.rows(FIND_LANE, [partnerId]);
  return row === undefined ? undefined : { sends: row.status !== 'Disabled', resumedAt: row.resumed_at };
}

const EXPIRE = statement<{ expired: number }>(
  'webhook_deliveries_expire_held',
  `with old as (
     select partner_id, delivery_id from webhook_deliveries
     where partner_id = $1 and status = 'Pending' and delivery_id < $2 limit $4 for update
   ), expired as (
     update webhook_deliveries d set status = 'Exhausted', next_attempt_at = null, completed_at = $3
     from old where d.partner_id = old.partner_id and d.delivery_id = old.delivery_id and d.status = 'Pending'
     returning 1
   ) select count(*) as expired from expired`,
);

/** Ends deliveries of a partner with an id below the given one, up to a number of them; answers how many there were. */
export async function expireBelow(
  tx: Tx,
  partnerId: string,
  { below, now, limit }: { below: string; now: Date; limit: number },
): Promise<number> {
  return (await tx.rows(EXPIRE, [partnerId, below, now, limit]))[0]?.expired ?? 0;
}

// Earlier ones than what is asked for stay: a retry is never put off by this.
const PULL_FORWARD = statement<{ pulled: number; last_at: Date | null; last_id: string | null }>(
  'webhook_deliveries_pull_forward',
  `with waiting as (
     select partner_id, delivery_id, next_attempt_at, row_number() over (order by next_attempt_at, delivery_id) as place
     from (
       select partner_id, delivery_id, next_attempt_at from webhook_deliveries
       where partner_id = $1 and status = 'Pending' and class = 'Retry' and (next_attempt_at, delivery_id) > ($2, $3::uuid)
         and delivery_id >= $4
       order by next_attempt_at, delivery_id limit $7 for update
     ) w
   ), pulled as (
     update webhook_deliveries d
     set next_attempt_at = least(d.next_attempt_at, $5::timestamptz + w.place * $6::integer * interval '1 ms')
     from waiting w where d.partner_id = w.partner_id and d.delivery_id = w.delivery_id and d.status = 'Pending'
     returning 1
   )
   select (select count(*) from pulled) as pulled, last.next_attempt_at as last_at, last.delivery_id as last_id
   from (select 1) one left join lateral (
     select next_attempt_at, delivery_id from waiting order by place desc limit 1
   ) last on true`,
);

/** The last retry that was pulled forward, by when it had been due. */
export interface PullPlace {
  at: Date;
  deliveryId: string;
}

export interface PullForward {
  after: PullPlace;
  from: Date;
  /** Between one and the next. */
  gapMs: number;
  limit: number;
  /** Older deliveries wait for nothing. */
  oldest: string;
}

/** Makes waiting retries due soon, one after the other; answers how many it were, and where to go on. */
export async function pullForward(
  tx: Tx,
  partnerId: string,
  { after, from, gapMs, limit, oldest }: PullForward,
): Promise<{ pulled: number; last: PullPlace }> {
  const [row] = await tx.rows(PULL_FORWARD, [partnerId, after.at, after.deliveryId, oldest, from, gapMs, limit]);
  if (row === undefined || row.last_at === null || row.last_id === null) return { pulled: 0, last: after };
  return { pulled: row.pulled, last: { at: row.last_at, deliveryId: row.last_id } };
}

const EXPIRE_ANCIENT = statement<{ expired: number }>(
  'webhook_deliveries_expire_ancient',
  `with old as materialized (
     select partner_id, delivery_id from webhook_deliveries
     where status = 'Pending' and delivery_id < $1 limit $3 for update skip locked
   ), expired as (
     update webhook_deliveries d set status = 'Exhausted', next_attempt_at = null, completed_at = $2
     from old where d.partner_id = old.partner_id and d.delivery_id = old.delivery_id and d.status = 'Pending'
     returning 1
   ) select count(*) as expired from expired`,
);

/** Ends what is older than anything that can still be due, whoever's it is. */
export async function expireAncient(tx: Tx, below: string, now: Date, limit: number): Promise<number> {
  return (await tx.rows(EXPIRE_ANCIENT, [below, now, limit]))[0]?.expired ?? 0;
}
