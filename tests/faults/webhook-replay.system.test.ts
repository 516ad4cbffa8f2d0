// A worker is killed during a replay, as by a power cut.
import { REPLAY_QUEUE } from '@onboarding/domain/webhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { signIn } from '../harness/session.ts';
import { ask, beat, register, storeDeliveries, storeEvents } from '../harness/webhooks.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const COUNT = 12_000;
/** Of twelve batches; the worker is killed three times and then completes the replay. */
const BATCHES_PER_LIFE = 3;
const HOUR = 3_600_000;
let database: TestDatabase;
let api: TestApi;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await worker?.kill();
  await api.close();
  await database.close();
});

test('a replay whose worker is killed three times creates every delivery once, in the order of the events', async () => {
  const { owner } = database;
  const { partnerId } = api.partner;
  const admin = await signIn(database, { partnerId });
  await register(api, admin);
  const from = new Date(Date.now() - HOUR);
  const events = await storeEvents(owner, { partnerId, count: COUNT, from, everyMs: 50 });
  await storeDeliveries(owner, events);
  await beat(owner, new Date());
  const answer = await ask(api, admin, 'POST', '/replay', {
    body: { from: from.toISOString(), to: new Date().toISOString() },
  });
  expect(answer.json().value).toMatchObject({ created: COUNT });
  const { replaySeries } = answer.json().value;
  // Deliveries are only counted here, not sent.
  await owner.query('update webhook_lanes set paused_at = now() where partner_id = $1', [partnerId]);
  const made = async (): Promise<number> =>
    (await owner.query('select count(*)::int from webhook_deliveries where replay_series = $1', [replaySeries])).rows[0]
      .count;

  for (let kills = 0; kills < 3; kills++) {
    const before = await made();
    // Keeps the worker from completing the replay before the kill.
    await owner.query('begin');
    await owner.query('select from webhook_replay_batches where replay_id = $1 and batch_no >= $2 for update', [
      replaySeries,
      BATCHES_PER_LIFE * (kills + 1),
    ]);
    worker = await runWorker({ database, smtpUrl: 'smtp://127.0.0.1:9', environment: { WORKER_ROLES: 'webhooks' } });
    await until(async () => (await made()) > before, 'the replay continues');
    await worker.kill();
    await owner.query('commit');
    expect(await made()).toBeLessThan(COUNT);
    // Makes the job's time limit expire immediately.
    await owner.query(`update pgboss.job set started_on = started_on - interval '1 hour' where name = $1`, [
      REPLAY_QUEUE,
    ]);
  }
  worker = await runWorker({ database, smtpUrl: 'smtp://127.0.0.1:9', environment: { WORKER_ROLES: 'webhooks' } });
  await until(async () => {
    const { rows } = await owner.query('select completed_at from webhook_replays where replay_id = $1', [replaySeries]);
    return rows[0].completed_at !== null;
  }, 'the replay is complete');
  const { rows } = await owner.query(
    `select array_agg(event_id order by delivery_id) as events from webhook_deliveries where replay_series = $1`,
    [replaySeries],
  );
  expect(rows[0].events).toEqual(events);
  expect((await owner.query('select 1 from webhook_replay_batches')).rows).toEqual([]);
});
