// Healthy receivers alongside others that accept connections and never answer.
import { setTimeout as delay } from 'node:timers/promises';
import { withLive } from './deliveries-live.ts';
import { type Disturbance, type Finding, inTurn, moved } from './deliveries-report.ts';
import {
  HEALTHY,
  HOLES,
  hostsOf,
  makeEndpoints,
  queueEvents,
  type Scene,
  type SceneDatabase,
} from './deliveries-scene.ts';
import { scaled } from './load.ts';

const PENDING = scaled(20_000);

export async function benchFairness(scene: Scene): Promise<Finding[]> {
  const database = await scene.makeDatabase('fairness');
  const partnerIds = await makeEndpoints(database, hostsOf('h', HEALTHY));
  const holes = await makeEndpoints(database, hostsOf('hole', HOLES));
  await setHoles(database, holes, 'paused_at = now()');
  await queueEvents(database, holes.slice(0, 1), PENDING);
  await queueEvents(database, holes.slice(1), PENDING / HOLES);
  return withLive(scene, database, async (live) => {
    const subject = { live, partnerIds };
    const beside = (name: string, which: readonly string[]): Disturbance => ({
      name,
      subject,
      begin: () => openHoles(scene, database, which),
      end: () => closeHoles(scene, database, which),
    });
    console.log(
      `fairness: ${HEALTHY} healthy endpoints; one black hole with ${PENDING} pending, then ${HOLES} of them`,
    );
    const { baseline, disturbed } = await inTurn(subject, [
      beside('one black hole', holes.slice(0, 1)),
      beside(`${HOLES} black holes`, holes),
    ]);
    const [one = 0, many = 0] = disturbed;
    return [
      moved('beside one black hole', one, baseline, 10),
      moved(`beside ${HOLES} black holes`, many, baseline, 50),
    ];
  });
}

async function setHoles({ owner }: SceneDatabase, holes: readonly string[], what: string): Promise<void> {
  await owner.query(`update webhook_lanes set ${what} where partner_id = any($1::uuid[])`, [holes]);
}

/** Resets all failures, so that each round starts with the maximum in flight, and all of it due. */
async function openHoles({ receivers }: Scene, database: SceneDatabase, holes: readonly string[]): Promise<void> {
  await receivers.ask('open holes');
  await database.owner.query(
    `update webhook_deliveries set class = 'First', attempt_count = 0, next_attempt_at = now() - interval '1 second'
     where partner_id = any($1::uuid[]) and status = 'Pending' and attempt_count > 0`,
    [holes],
  );
  await database.owner.query('delete from webhook_attempts where partner_id = any($1::uuid[])', [holes]);
  await setHoles(
    database,
    holes,
    `status = 'Active', consecutive_failures = 0, degraded_since = null, disabled_at = null, disabled_reason = null, health = '{}', paused_at = null, due_at = now()`,
  );
}

/** Answers requests in flight with 410, so that nothing has to wait for them. */
async function closeHoles({ receivers }: Scene, database: SceneDatabase, holes: readonly string[]): Promise<void> {
  await setHoles(database, holes, 'paused_at = now(), due_at = case when leased_until > now() then due_at end');
  await receivers.ask('close holes');
  const held = async () => {
    const { rows } = await database.owner.query(
      'select exists (select from webhook_lanes where partner_id = any($1::uuid[]) and lease_id is not null) as any',
      [holes],
    );
    return rows[0].any;
  };
  while (await held()) await delay(100);
}
