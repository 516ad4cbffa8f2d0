import { statement, type Tx } from '@onboarding/platform/postgres';
import { joiningEvent, takingFromOutbox } from '../events/index.ts';

interface FanOutRow {
  taken: number;
  partner_ids: string[];
}

// Ids are made by the caller, one for each event that may be taken, and used as far as they are needed. What occurred before
// the endpoint was registered goes nowhere, however late it is taken: else it would be chance what a new receiver gets.
const FAN_OUT = statement<FanOutRow>(
  'webhook_fan_out',
  `with ${takingFromOutbox(1)}, routed as (
     select t.partner_id, t.event_id, event.event_type, event.event_version, event.occurred_at,
       row_number() over (order by t.event_id) as place
     from taken t join webhook_endpoints e on e.partner_id = t.partner_id ${joiningEvent('t')}
     where event.occurred_at >= e.created_at
   ), made as (
     insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
       next_attempt_at, is_replay)
     select r.partner_id, ($3::uuid[])[r.place], r.event_id, r.event_type, r.event_version, r.occurred_at, 'Pending', 'First',
       $2::timestamptz, false
     from routed r
     returning partner_id
   )
   select (select count(*) from taken) as taken, array(select distinct partner_id from made) as partner_ids`,
);

export interface FannedOut {
  /** How many events have left the outbox, those without an endpoint included. */
  taken: number;
  /** Whose lanes must be woken once this is committed. */
  partnerIds: string[];
}

/** Takes as many events from the outbox as there are ids for deliveries. */
export async function makeDeliveries(tx: Tx, now: Date, deliveryIds: readonly string[]): Promise<FannedOut> {
  const [row] = await tx.rows(FAN_OUT, [deliveryIds.length, now, deliveryIds]);
  return { taken: row?.taken ?? 0, partnerIds: row?.partner_ids ?? [] };
}
