// Compares recorded attempts with what receivers got: whatever happened to the dispatchers, the two must agree.
import type pg from 'pg';
import type { ReceivedRequest } from '../harness/servers/receiver.ts';

export interface Accounts {
  deliveries: number;
  /** Recorded attempts. */
  attempts: number;
  /** Attempts that the receiver did not answer in time, as on a machine that stalls for seconds. */
  late: number;
  received: number;
  /** Received but not recorded: the sender was killed before recording it. */
  repeats: number;
  /** The highest number of times one attempt of one delivery was received. */
  mostRepeated: number;
  faults: string[];
}

/** Lists every fault as text; all deliveries must have succeeded. */
export async function balance(owner: pg.Client, requests: readonly ReceivedRequest[]): Promise<Accounts> {
  const { rows } = await owner.query(
    `select d.delivery_id, d.status, d.attempt_count,
       coalesce(array_agg(a.attempt_no order by a.attempt_no) filter (where a.attempt_no is not null), '{}') as numbers,
       coalesce(array_agg(a.attempt_no) filter (where a.error_kind in ('ConnectTimeout', 'ResponseTimeout')), '{}') as late
     from webhook_deliveries d
     left join webhook_attempts a on a.partner_id = d.partner_id and a.delivery_id = d.delivery_id
     group by d.partner_id, d.delivery_id, d.status, d.attempt_count`,
  );
  const received = new Map<string, number>();
  for (const { headers } of requests) {
    const attempt = `${headers['svc-delivery-id']} ${headers['svc-attempt']}`;
    received.set(attempt, (received.get(attempt) ?? 0) + 1);
  }
  const faults: string[] = [];
  let attempts = 0;
  let late = 0;
  for (const { delivery_id, status, attempt_count, numbers, late: unanswered } of rows) {
    attempts += numbers.length;
    late += unanswered.length;
    if (status !== 'Delivered') faults.push(`${delivery_id} is ${status}`);
    if (attempt_count > 8) faults.push(`${delivery_id} had ${attempt_count} attempts`);
    const expected = Array.from({ length: attempt_count }, (_, index) => index + 1);
    if (numbers.join() !== expected.join())
      faults.push(`${delivery_id} has the attempts ${numbers} of ${attempt_count}`);
    for (const number of numbers)
      if (!received.has(`${delivery_id} ${number}`) && !unanswered.includes(number))
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
    late,
    received: requests.length,
    repeats: requests.length - received.size,
    mostRepeated: Math.max(0, ...received.values()),
    faults,
  };
}
