// PostgreSQL alone, writing the rows of a delivery: its own row, then its attempt, its end and its lane, fifty at a
// time, with prepared statements over a few connections.
import { uuidv7 } from '@onboarding/platform/ids';
import type { SceneDatabase } from './deliveries-scene.ts';
import { connect } from './servers.ts';

const BATCH = 50;
const CONNECTIONS = 4;

const MAKE = `
  with taken as (delete from event_outbox where event_id = any($3::uuid[]))
  insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class, next_attempt_at, is_replay)
  select n.partner_id, n.delivery_id, n.event_id, 'business.profile.updated', 1, now(), 'Pending', 'First', now(), false
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as n (partner_id, delivery_id, event_id)`;

const END = `
  with ended as (
    update webhook_deliveries d set status = 'Delivered', attempt_count = 1, next_attempt_at = null, last_status_code = 200, completed_at = now()
    from unnest($1::uuid[], $2::uuid[]) as n (partner_id, delivery_id)
    where d.partner_id = n.partner_id and d.delivery_id = n.delivery_id returning d.partner_id, d.delivery_id
  )
  insert into webhook_attempts (partner_id, delivery_id, attempt_no, sent_at, duration_ms, url, status_code)
  select partner_id, delivery_id, 1, now(), 1, 'https://h1.r.example/hooks', 200 from ended`;

const RELEASE = `update webhook_lanes set due_at = null where partner_id = any($1::uuid[])`;

/** Deliveries per second. */
export async function writeAlone(
  database: SceneDatabase,
  partnerIds: readonly string[],
  count: number,
): Promise<number> {
  const options = '-c search_path=onboarding -c enable_seqscan=off -c plan_cache_mode=force_generic_plan';
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => connect(database.workerUrl, { options, pipeline: true })),
  );
  let left = count;
  const started = performance.now();
  await Promise.all(
    clients.map(async (client, of) => {
      // Each has its own partners, so that none waits for the row lock of a lane.
      const own = partnerIds.filter((_, index) => index % CONNECTIONS === of);
      for (let from = 0; left > 0; from += BATCH) {
        left -= BATCH;
        const now = new Date();
        const batch = Array.from({ length: BATCH }, (_, index) => own[(from + index) % own.length] ?? '');
        const [deliveryIds, eventIds] = [batch.map(() => uuidv7(now)), batch.map(() => uuidv7(now))];
        await Promise.all([
          client.query('begin'),
          client.query({ name: 'make', text: MAKE, values: [batch, deliveryIds, eventIds] }),
        ]);
        await client.query('commit');
        await Promise.all([
          client.query('begin'),
          client.query({ name: 'end', text: END, values: [batch, deliveryIds] }),
          client.query({ name: 'release', text: RELEASE, values: [batch] }),
        ]);
        await client.query('commit');
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return count / seconds;
}
