// The database server stops responding but keeps its connections open, as with a frozen host or a broken network path.
import { readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listProcessesIn, signalProcess } from '../../scripts/servers/processes.ts';
import { findUnaccounted } from '../harness/checks/wholeness.ts';
import { CALM_ANSWERS, insistWithKey, newDiary } from '../harness/insist.ts';
import { planCreates, tally } from '../harness/load.ts';
import { until } from '../harness/patience.ts';
import { type Rig, startRig } from '../harness/servers/own-postgres.ts';

const FROZEN_MS = 8_000;
/** Two seconds to get a connection, six for a statement, and a margin for busy machines. */
const LIMIT_MS = 9_500;

let rig: Rig;

beforeAll(async () => {
  rig = await startRig('.test/postgres-frozen', 8);
});
// A frozen server could not be stopped.
afterEach(() => signalServer('SIGCONT'));
afterAll(async () => {
  await rig.close();
});

/** The postmaster and all its backends have the cluster's folder as working directory. */
function signalServer(signal: 'SIGSTOP' | 'SIGCONT'): void {
  const folder = readlinkSync(`/proc/${rig.postgres.server.pid}/cwd`);
  for (const identity of listProcessesIn(folder, 'postgres')) signalProcess(identity, signal, 'process');
}

test('while PostgreSQL is frozen, callers get 503 within the limits instead of hanging, and the API recovers afterwards', async () => {
  const { api, callers, health, postgres } = rig;
  const planned = planCreates(10_000);
  const diary = newDiary();
  let enough = false;
  const rest = planned.values();
  const load = Promise.all(
    callers.map(async (caller) => {
      for (const create of rest) {
        await insistWithKey(caller, create, diary);
        if (enough) return;
      }
    }),
  );
  const reach = (count: number, what: string) =>
    Promise.race([until(async () => diary.acknowledged.size >= count, what), load]);

  await reach(200, 'creates before the freeze');
  signalServer('SIGSTOP');
  const frozenAt = performance.now();
  await health.untilAnswered();
  await until(async () => health.ready === 503, 'readiness falls');
  await until(async () => diary.answers.some((answer) => answer.startsWith('503')), 'the first callers get an answer');
  const toldAfterMs = performance.now() - frozenAt;
  expect(toldAfterMs, 'they get an answer while the server is still frozen').toBeLessThan(FROZEN_MS + health.slackMs());
  // The duration of the freeze is under test, so there is no condition to wait for.
  await delay(Math.max(0, FROZEN_MS - (performance.now() - frozenAt)));
  const acknowledgedBefore = diary.acknowledged.size;
  signalServer('SIGCONT');

  await until(async () => health.ready === 200, 'readiness returns');
  await reach(acknowledgedBefore + 200, 'creates after the freeze');
  enough = true;
  await load;
  expect(diary.acknowledged.size, 'there was load to the end').toBeLessThan(planned.length);

  const answers = tally(diary.answers);
  const { slowestMs } = diary;
  console.log('frozen PostgreSQL:', { acknowledged: diary.acknowledged.size, toldAfterMs, slowestMs, answers });
  // A frozen transaction may end only after its caller has retried with the same key.
  const allowed = [...CALM_ANSWERS, '409 Idempotency.InProgress, come back'];
  expect(Object.keys(answers).filter((answer) => !allowed.includes(answer))).toEqual([]);
  expect(slowestMs).toBeLessThan(LIMIT_MS + health.slackMs());
  expect(health.notAlive).toEqual([]);
  expect([api.process.exitCode, api.process.signalCode]).toEqual([null, null]);

  const database = await postgres.open();
  expect(await findUnaccounted(database.owner, planned, diary.acknowledged)).toEqual([]);
  await database.close();
});
