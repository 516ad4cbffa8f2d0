// What was recorded, set against what receivers got: whatever happened to the dispatchers, the books must balance.
import type pg from 'pg';
import type { ReceivedRequest } from '../harness/receiver.ts';

export interface Accounts {
  deliveries: number;
  /** Recorded attempts. */
  attempts: number;
  received: number;
  /** Received beyond what was recorded: sent by somebody who was killed before saying so. */
  repeats: number;
  /** The most often that one attempt of one delivery came. */
  mostRepeated: number;
  faults: string[];
}

/** Every fault that there is, as text; all deliveries are expected to have ended well. */
export async function balance(owner: pg.Client, requests: readonly ReceivedRequest[]): Promise<Accounts> {
  const { rows } = await owner.query(
    `select d.delivery_id, d.status, d.attempt_count, array(
       select a.attempt_no from webhook_attempts a where a.partner_id = d.partner_id and a.delivery_id = d.delivery_id
       order by a.attempt_no
     ) as numbers from webhook_deliveries d`,
  );
  const received = new Map<string, number>();
  for (const { headers } of requests) {
    const attempt = `${headers['svc-delivery-id']} ${headers['svc-attempt']}`;
    received.set(attempt, (received.get(attempt) ?? 0) + 1);
  }
  const faults: string[] = [];
  let attempts = 0;
  for (const { delivery_id, status, attempt_count, numbers } of rows) {
    attempts += numbers.length;
    if (status !== 'Delivered') faults.push(`${delivery_id} is ${status}`);
    if (attempt_count > 8) faults.push(`${delivery_id} had ${attempt_count} attempts`);
    const expected = Array.from({ length: attempt_count }, (_, index) => index + 1);
    if (numbers.join() !== expected.join())
      faults.push(`${delivery_id} has the attempts ${numbers} of ${attempt_count}`);
    for (const number of numbers)
      if (!received.has(`${delivery_id} ${number}`))
        faults.push(`attempt ${number} of ${delivery_id} was never received`);
  }
  const unfanned = await owner.query('select count(*)::int as count from event_outbox');
  if (unfanned.rows[0].count > 0) faults.push(`${unfanned.rows[0].count} events are still in the outbox`);
  const lost = await owner.query(
    `select count(*)::int as count from events e join webhook_endpoints w using (partner_id)
     where not exists (select from webhook_deliveries d where d.partner_id = e.partner_id and d.event_id = e.event_id)`,
  );
  if (lost.rows[0].count > 0) faults.push(`${lost.rows[0].count} events have no delivery`);
  const doubled = await owner.query(
    'select count(*)::int as count from (select from webhook_deliveries group by partner_id, event_id having count(*) > 1) x',
  );
  if (doubled.rows[0].count > 0) faults.push(`${doubled.rows[0].count} events have several deliveries`);
  return {
    deliveries: rows.length,
    attempts,
    received: requests.length,
    repeats: requests.length - attempts,
    mostRepeated: Math.max(0, ...received.values()),
    faults,
  };
}
