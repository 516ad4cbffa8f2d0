// Live traffic during the replay of a large window.
import { enterPartner } from '@onboarding/domain/partners';
import { replayWindow } from '@onboarding/domain/webhooks';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { withLive } from './deliveries-live.ts';
import { type Disturbance, type Finding, inTurn, moved, ROUNDS } from './deliveries-report.ts';
import {
  EVENT_BODY,
  HEALTHY,
  hostsOf,
  idAt,
  makeEndpoints,
  type Scene,
  type SceneDatabase,
} from './deliveries-scene.ts';
import { scaled } from './load.ts';
import { openAppDatabase } from './servers.ts';

const EVENTS = scaled(100_000);
/** One for each round, because a pending window is not sent again. */
const REPLAYING = ROUNDS;

export async function benchReplay(scene: Scene): Promise<Finding[]> {
  const database = await scene.makeDatabase('replay');
  const partnerIds = await makeEndpoints(database, hostsOf('h', HEALTHY));
  const replaying = await makeEndpoints(database, hostsOf('b', REPLAYING));
  console.log(`replay: loading ${EVENTS} delivered events for each of ${REPLAYING} endpoints`);
  for (const partnerId of replaying) await loadDelivered(database, partnerId);
  await database.owner.query('vacuum analyze events, webhook_deliveries');
  return withLive(scene, database, async (live) => {
    const subject = { live, partnerIds };
    const disturbance: Disturbance = {
      name: 'beside a replay',
      subject,
      begin: (round) => askForReplay(database, replaying[round] ?? ''),
      async end(round) {
        await database.owner.query('update webhook_lanes set paused_at = now() where partner_id = $1', [
          replaying[round],
        ]);
      },
    };
    const { baseline, disturbed } = await inTurn(subject, [disturbance]);
    return [moved(`beside a replay of ${EVENTS}`, disturbed[0] ?? 0, baseline, 20)];
  });
}

/** As in the route. */
async function askForReplay(database: SceneDatabase, partnerId: string): Promise<void> {
  const db = openAppDatabase(database, 1);
  const now = Date.now();
  const window = { from: new Date(now - 86_400_000), to: new Date(now) };
  const person = {
    kind: 'PartnerPerson' as const,
    realm: 'partner' as const,
    partnerId,
    accountId: crypto.randomUUID(),
    role: 'admin' as const,
    requestId: 'bench',
  };
  const { created } = await db.transaction(async (tx) => {
    await enterPartner(tx, partnerId);
    return replayWindow(tx, { clock: systemClock, jobs: createJobs() }, person, window);
  });
  await db.close();
  if (created !== EVENTS) throw new Error(`The replay has ${created} events instead of ${EVENTS}`);
}

async function loadDelivered({ owner }: SceneDatabase, partnerId: string): Promise<void> {
  await owner.query(
    `with made as (
       insert into events (partner_id, event_id, event_type, event_version, occurred_at, body)
       select $1, ${idAt('at')}, 'business.profile.updated', 1, at, $3
       from (select now() - interval '2 minutes' - n * interval '1 ms' as at from generate_series(1, $2::int) n) times
       returning partner_id, event_id, event_type, event_version, occurred_at
     )
     insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
       attempt_count, last_status_code, is_replay, completed_at)
     select partner_id, ${idAt('occurred_at')}, event_id, event_type, event_version, occurred_at, 'Delivered', 'First', 1, 200, false,
       occurred_at
     from made`,
    [partnerId, EVENTS, EVENT_BODY],
  );
}
