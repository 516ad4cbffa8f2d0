import { uuidv7 } from '@onboarding/platform/ids';
import { part, sql, statement, type Tx } from '@onboarding/platform/postgres';
import { joiningEvent, TAKING_FROM_OUTBOX } from '../../events/index.ts';

interface FanOutRow {
  taken: number;
  partnerIds: string[];
}

// One id is supplied for each event that may be taken; unused ids are discarded. Events from before the endpoint was
// registered get no delivery, no matter when they are taken; otherwise timing would determine what a new receiver gets.
const ROUTING = part<{ now: Date; deliveryIds: readonly string[] }>(
  `routed as (
     select t.partner_id, t.event_id, event.event_type, event.event_version, event.occurred_at,
       row_number() over (order by t.event_id) as place
     from taken t join webhook_endpoints e on e.partner_id = t.partner_id ${joiningEvent('t')}
     where event.occurred_at >= e.created_at
   ), made as (
     insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
       next_attempt_at, is_replay)
     select r.partner_id, (:deliveryIds::uuid[])[r.place], r.event_id, r.event_type, r.event_version, r.occurred_at, 'Pending',
       'First', :now::timestamptz, false
     from routed r
     returning partner_id
   )
   select (select count(*) from taken) as taken, array(select distinct partner_id from made) as partner_ids`,
);
const FAN_OUT = statement<FanOutRow, { limit: number; now: Date; deliveryIds: readonly string[] }>(
  'webhook_fan_out',
  sql`with ${TAKING_FROM_OUTBOX}, ${ROUTING}`,
);

export interface FannedOut {
  /** How many events left the outbox, including those without an endpoint. */
  taken: number;
  /** Partners whose lanes must be woken after the commit. */
  partnerIds: string[];
}

/**
 * Creates a delivery for each of the oldest events whose partner had an endpoint when they occurred. The caller must wake the
 * lanes after the commit, never in the same transaction: a dispatcher woken too early finds nothing and does not check again.
 */
export async function fanOut(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<FannedOut> {
  const deliveryIds = Array.from({ length: limit }, () => uuidv7(now));
  const [row] = await tx.rows(FAN_OUT, { limit, now, deliveryIds });
  return { taken: row?.taken ?? 0, partnerIds: row?.partnerIds ?? [] };
}
