// Rounds of fan-out on a real database.
import { createMetrics } from '@onboarding/platform/metrics';
import { DatabaseUnavailable, type Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { bareDispatcherParts } from '../../../../tests/harness/dispatcher-parts.ts';
import {
  addEndpoint,
  deliveriesOf,
  laneOf,
  openWorkerDb,
  recordEvents,
} from '../../../../tests/harness/dispatching.ts';
import { createFanOut } from './fan-out.ts';
import type { DispatcherParts } from './tuning.ts';

let database: TestDatabase;
let db: Db;
let partnerId: string;
let now: Date;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openWorkerDb(database, createMetrics('worker'));
});
beforeEach(async () => {
  now = new Date();
  await database.owner.query('delete from event_outbox');
  partnerId = (await addEndpoint(database, 'https://hooks.receivers.example/')).partnerId;
});
afterAll(async () => {
  await db.close();
  await database.close();
});

function open(changes: { db?: Db; faultPoint?: DispatcherParts['faultPoint'] } = {}) {
  const parts = bareDispatcherParts({ db, clock: { now: () => now }, ...changes });
  let woken = 0;
  const round = createFanOut(parts, { wake: () => woken++ });
  return { round, woken: () => woken, registry: parts.registry };
}

test('turns an event into a delivery, makes its lane due and wakes the lanes; without events it wakes nothing', async () => {
  await recordEvents(database, [partnerId]);
  const { round, woken } = open();
  expect(await round()).toBe(false);
  expect(await deliveriesOf(database, partnerId)).toMatchObject([{ status: 'Pending', class: 'First' }]);
  expect((await laneOf(database, partnerId)).due_at).toEqual(now);
  expect(woken()).toBe(1);
  expect(await round()).toBe(false);
  expect(woken()).toBe(1);
});

test('takes 50 events at first, 500 after a full round, and 50 again after a partial one', async () => {
  const { round, registry } = open();
  const taken: [number, boolean][] = [];
  let before = 0;
  const go = async () => {
    const more = await round();
    const [, total] = /^onboarding_webhook_fanned_out_total (\d+)/m.exec(await registry.metrics()) ?? [];
    taken.push([Number(total) - before, more]);
    before = Number(total);
  };
  await recordEvents(database, Array(560).fill(partnerId));
  for (let rounds = 0; rounds < 3; rounds++) await go();
  await recordEvents(database, Array(51).fill(partnerId));
  await go();
  expect(taken).toEqual([
    [50, true],
    [500, true],
    [10, false],
    [50, true],
  ]);
});

test('if a round fails after committing its deliveries, the next wakes their lanes although it finds no events', async () => {
  await recordEvents(database, [partnerId]);
  let failing = true;
  const { round, woken } = open({
    faultPoint: async () => {
      if (failing) throw new Error('stopped here');
    },
  });
  await expect(round()).rejects.toThrow('stopped here');
  expect([(await laneOf(database, partnerId)).due_at, woken()]).toEqual([null, 0]);
  failing = false;
  await round();
  expect([(await laneOf(database, partnerId)).due_at, woken()]).toEqual([now, 1]);
  await round();
  expect(woken()).toBe(1);
});

test('if a round cannot wake the lanes, the next one does', async () => {
  await recordEvents(database, [partnerId]);
  let transactions = 0;
  const { round, woken } = open({
    db: {
      ...db,
      transaction: (work, options) =>
        ++transactions === 2 ? Promise.reject(new DatabaseUnavailable('away')) : db.transaction(work, options),
    },
  });
  await expect(round()).rejects.toThrow('away');
  await round();
  expect([(await laneOf(database, partnerId)).due_at, woken()]).toEqual([now, 1]);
});
