import type { WebhookLanesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

const FIND_LANE = statement<Pick<WebhookLanesRow, 'status' | 'resumedAt'>, { partnerId: string }>(
  'webhook_lane_for_resume',
  'select status, resumed_at from webhook_lanes where partner_id = :partnerId',
);

export async function findResumedLane(
  tx: Tx,
  partnerId: string,
): Promise<{ sends: boolean; resumedAt: Date | null } | undefined> {
  const [row] = await tx.rows(FIND_LANE, { partnerId });
  return row === undefined ? undefined : { sends: row.status !== 'Disabled', resumedAt: row.resumedAt };
}

const EXPIRE = statement<{ expired: number }, { partnerId: string; below: string; now: Date; limit: number }>(
  'webhook_deliveries_expire_held',
  `with old as (
     select partner_id, delivery_id from webhook_deliveries
     where partner_id = :partnerId and status = 'Pending' and delivery_id < :below limit :limit for update
   ), expired as (
     update webhook_deliveries d set status = 'Exhausted', next_attempt_at = null, completed_at = :now
     from old where d.partner_id = old.partner_id and d.delivery_id = old.delivery_id and d.status = 'Pending'
     returning 1
   ) select count(*) as expired from expired`,
);

/** Expires up to `limit` deliveries of a partner with an id below `below`; returns their number. */
export async function expireBelow(
  tx: Tx,
  partnerId: string,
  { below, now, limit }: { below: string; now: Date; limit: number },
): Promise<number> {
  return (await tx.rows(EXPIRE, { partnerId, below, now, limit }))[0]?.expired ?? 0;
}

/** The last retry pulled forward, identified by its former due time. */
export interface PullPlace {
  at: Date;
  deliveryId: string;
}

export interface PullForward {
  after: PullPlace;
  from: Date;
  /** The interval between two retries. */
  gapMs: number;
  limit: number;
  /** Older deliveries are never pending. */
  oldest: string;
}

// Skips attempts that are due earlier: this never delays a retry.
const PULL_FORWARD = statement<
  { pulled: number; lastAt: Date | null; lastId: string | null },
  Omit<PullForward, 'after'> & { partnerId: string; afterAt: Date; afterId: string }
>(
  'webhook_deliveries_pull_forward',
  `with waiting as (
     select partner_id, delivery_id, next_attempt_at, row_number() over (order by next_attempt_at, delivery_id) as place
     from (
       select partner_id, delivery_id, next_attempt_at from webhook_deliveries
       where partner_id = :partnerId and status = 'Pending' and class = 'Retry'
         and (next_attempt_at, delivery_id) > (:afterAt, :afterId::uuid) and delivery_id >= :oldest
       order by next_attempt_at, delivery_id limit :limit for update
     ) w
   ), pulled as (
     update webhook_deliveries d
     set next_attempt_at = least(d.next_attempt_at, :from::timestamptz + w.place * :gapMs::integer * interval '1 ms')
     from waiting w where d.partner_id = w.partner_id and d.delivery_id = w.delivery_id and d.status = 'Pending'
     returning 1
   )
   select (select count(*) from pulled) as pulled, last.next_attempt_at as last_at, last.delivery_id as last_id
   from (select 1) one left join lateral (
     select next_attempt_at, delivery_id from waiting order by place desc limit 1
   ) last on true`,
);

/** Makes pending retries due soon, one after the other; returns their number and where to continue. */
export async function pullForward(
  tx: Tx,
  partnerId: string,
  { after, ...terms }: PullForward,
): Promise<{ pulled: number; last: PullPlace }> {
  const [row] = await tx.rows(PULL_FORWARD, { ...terms, partnerId, afterAt: after.at, afterId: after.deliveryId });
  if (row === undefined || row.lastAt === null || row.lastId === null) return { pulled: 0, last: after };
  return { pulled: row.pulled, last: { at: row.lastAt, deliveryId: row.lastId } };
}

const EXPIRE_ANCIENT = statement<{ partnerId: string }, { below: string; now: Date; limit: number }>(
  'webhook_deliveries_expire_ancient',
  `with old as materialized (
     select partner_id, delivery_id from webhook_deliveries
     where status = 'Pending' and delivery_id < :below limit :limit for update skip locked
   ), expired as (
     update webhook_deliveries d set status = 'Exhausted', next_attempt_at = null, completed_at = :now
     from old where d.partner_id = old.partner_id and d.delivery_id = old.delivery_id and d.status = 'Pending'
     returning d.partner_id
   ) select partner_id from expired`,
);

/** Expires deliveries of all partners that are too old to be due; returns their partners, one per delivery. */
export async function expireAncient(tx: Tx, below: string, now: Date, limit: number): Promise<string[]> {
  return (await tx.rows(EXPIRE_ANCIENT, { below, now, limit })).map(({ partnerId }) => partnerId);
}
