// The database server is killed under load and stays down for a while.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUnaccounted } from '../harness/checks/wholeness.ts';
import { CALM_ANSWERS, insistWithKey, insistWithoutKey, newDiary } from '../harness/insist.ts';
import { planCreates, tally } from '../harness/load.ts';
import { until } from '../harness/patience.ts';
import { type Rig, startRig } from '../harness/servers/own-postgres.ts';

const KEYED_CALLERS = 6;
/** How long the server stays down after each kill. The short ones test the moment of the kill itself. */
const AWAY_MS = [0, 0, 0, 10_000];

let rig: Rig;

beforeAll(async () => {
  rig = await startRig('.test/postgres-faults', 8);
});
afterAll(async () => {
  await rig.close();
});

test('after kill -9 of PostgreSQL, callers get only 200 or 503, the API keeps running, and nothing acknowledged is lost or duplicated', async () => {
  const { api, callers, health, postgres } = rig;
  const { pid } = api.process;
  const planned = planCreates(10_000);
  const diary = newDiary();
  let enough = false;
  const rest = planned.values();
  const load = Promise.all(
    callers.map(async (caller, index) => {
      const insist = index < KEYED_CALLERS ? insistWithKey : insistWithoutKey;
      for (const create of rest) {
        await insist(caller, create, diary);
        if (enough) return;
      }
    }),
  );
  const reach = (count: number, what: string) =>
    Promise.race([until(async () => diary.acknowledged.size >= count, what), load]);

  for (const awayMs of AWAY_MS) {
    await reach(diary.acknowledged.size + 150, 'creates before the kill');
    postgres.server.kill();
    const killedAt = performance.now();
    if (awayMs > 0) {
      await health.untilAnswered();
      await until(async () => health.ready === 503, 'readiness falls');
      // Creates committed before the kill may be answered after it, so wait until every caller has been refused.
      const refusals = () => diary.answers.filter((answer) => answer.startsWith('503')).length;
      const refused = refusals();
      await until(async () => refusals() >= refused + 2 * callers.length, 'callers are refused');
      const acknowledgedBefore = diary.acknowledged.size;
      // The duration of the outage is under test, so there is no condition to wait for.
      await delay(Math.max(0, awayMs - (performance.now() - killedAt)));
      expect(diary.acknowledged.size, 'nothing can be acknowledged without a database').toBe(acknowledgedBefore);
      expect(health.ready).toBe(503);
    }
    await postgres.restart();
    await until(async () => health.ready === 200, 'readiness returns');
  }
  await reach(diary.acknowledged.size + 150, 'creates after the last restart');
  enough = true;
  await load;
  expect(diary.acknowledged.size, 'there was load to the end').toBeLessThan(planned.length);

  const answers = tally(diary.answers);
  const { acknowledged, slowestMs } = diary;
  console.log('kill -9 of PostgreSQL:', { kills: AWAY_MS.length, acknowledged: acknowledged.size, slowestMs, answers });
  const allowed = [...CALM_ANSWERS, 'by reference: 200 found', 'by reference: 404 Customer.NotFound'];
  allowed.push('by reference: 503 Service.Unavailable, come back');
  expect(Object.keys(answers).filter((answer) => !allowed.includes(answer))).toEqual([]);
  expect(answers['503 Service.Unavailable, come back']).toBeGreaterThan(0);
  expect(slowestMs).toBeLessThan(9_000 + health.slackMs());
  expect(health.notAlive).toEqual([]);
  expect([api.process.pid, api.process.exitCode, api.process.signalCode]).toEqual([pid, null, null]);

  const database = await postgres.open();
  expect(await findUnaccounted(database.owner, planned, acknowledged)).toEqual([]);
  await database.close();
});
