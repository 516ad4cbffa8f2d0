// Live traffic with a million pending retries, compared with a database without any.
import { withLive } from './deliveries-live.ts';
import { type Finding, inTurn, moved } from './deliveries-report.ts';
import {
  BACKLOGGED,
  EVENT_BODY,
  HEALTHY,
  hostsOf,
  idAt,
  makeEndpoints,
  type Scene,
  type SceneDatabase,
} from './deliveries-scene.ts';
import { scaled } from './load.ts';

const EACH = scaled(500);
const CHUNK = 100;

export async function benchBacklog(scene: Scene): Promise<Finding[]> {
  const databaseWith = async (name: string, eachWaiting: number) => {
    const database = await scene.makeDatabase(name);
    const partnerIds = await makeEndpoints(database, hostsOf('b', BACKLOGGED));
    if (eachWaiting > 0) await loadWaiting(database, partnerIds, eachWaiting);
    await database.owner.query('vacuum analyze events, webhook_deliveries, webhook_lanes, webhook_endpoints');
    // Live traffic goes to endpoints whose lanes are as full as the others.
    return { database, partnerIds: partnerIds.slice(0, HEALTHY) };
  };
  const [quiet, full] = [await databaseWith('backlog_none', 0), await databaseWith('backlog_full', EACH)];
  return withLive(scene, quiet.database, (inQuiet) =>
    withLive(scene, full.database, async (inFull) => {
      const nothing = async () => {};
      const subject = { live: inFull, partnerIds: full.partnerIds };
      const disturbance = { name: 'with a backlog', subject, begin: nothing, end: nothing };
      const { baseline, disturbed } = await inTurn({ live: inQuiet, partnerIds: quiet.partnerIds }, [disturbance]);
      return [moved(`with ${EACH * BACKLOGGED} waiting retries`, disturbed[0] ?? 0, baseline, 30)];
    }),
  );
}

/** Due over the next 24 hours, so that some are sent during the run as well. */
async function loadWaiting({ owner }: SceneDatabase, partnerIds: readonly string[], each: number): Promise<void> {
  await owner.query('set synchronous_commit to off');
  for (let from = 0; from < partnerIds.length; from += CHUNK) {
    await owner.query(
      `with made as (
         insert into events (partner_id, event_id, event_type, event_version, occurred_at, body)
         select partner_id, ${idAt('at')}, 'business.profile.updated', 1, at, $3
         from unnest($1::uuid[]) partner_id cross join lateral (
           select now() - random() * interval '20 hours' as at from generate_series(1, $2::int) where partner_id is not null
         ) times
         returning partner_id, event_id, event_type, event_version, occurred_at
       )
       insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
         attempt_count, next_attempt_at, last_status_code, is_replay)
       select partner_id, ${idAt('occurred_at')}, event_id, event_type, event_version, occurred_at, 'Pending', 'Retry', 3,
         now() + random() * interval '24 hours', 503, false
       from made`,
      [partnerIds.slice(from, from + CHUNK), each, EVENT_BODY],
    );
    if ((from / CHUNK) % 4 === 3) console.log(`backlog: ${(from + CHUNK) * each} waiting retries loaded`);
  }
  await owner.query(
    `update webhook_lanes l set due_at = (
       select min(next_attempt_at) from webhook_deliveries d where d.partner_id = l.partner_id and d.status = 'Pending' and d.class = 'Retry')`,
  );
}
