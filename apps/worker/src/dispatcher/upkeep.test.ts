// What the oldest of several dispatchers does for all, on a real database and with a clock set by the test.
import { uuidv7 } from '@onboarding/platform/ids';
import { createMetrics } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { bareDispatcherParts } from '../../../../tests/harness/dispatcher-parts.ts';
import { addDelivery, addEndpoint, laneOf, openWorkerDb } from '../../../../tests/harness/dispatching.ts';
import { createUpkeep } from './upkeep.ts';

const HOUR = 3_600_000;
let database: TestDatabase;
let db: Db;
let now: Date;
let partnerId: string;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openWorkerDb(database, createMetrics('worker'));
});
beforeEach(async () => {
  now = new Date();
  await database.owner.query('truncate webhook_deliveries, webhook_dispatchers');
  await database.owner.query(`update webhook_lanes set due_at = null, status = 'Active', health = '{}'`);
  partnerId = (await addEndpoint(database, 'https://hooks.receivers.example/')).partnerId;
});
afterAll(async () => {
  await db.close();
  await database.close();
});

function open(changes: { db?: Db } = {}) {
  let woken = 0;
  const parts = bareDispatcherParts({ db, clock: { now: () => now }, ...changes });
  const upkeep = createUpkeep(parts, uuidv7(now), () => woken++);
  const waiting = async () => /^onboarding_webhook_waiting (.*)$/m.exec(await parts.registry.metrics())?.[1];
  return { ...upkeep, log: parts.log, woken: () => woken, waiting };
}
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
/** Adds a delivery that is long due while its lane is idle. */
const forget = () => addDelivery(database, partnerId, { nextAttemptAt: new Date(now.getTime() - 60_000) });
const dueAt = async () => (await laneOf(database, partnerId)).due_at;

test('the oldest dispatcher sweeps on its first heartbeat, not on each: it wakes forgotten lanes and reports waiting deliveries', async () => {
  await forget();
  const { beat, woken, waiting } = open();
  await beat();
  expect([await dueAt(), woken(), await waiting()]).toEqual([now, 1, '1']);
  await database.owner.query('update webhook_lanes set due_at = null');
  await beat();
  expect([await dueAt(), woken()]).toEqual([null, 1]);
});

test('a sweep that finds nothing wakes no lanes', async () => {
  const { beat, woken, waiting } = open();
  await beat();
  expect([woken(), await waiting()]).toEqual([0, '0']);
});

test('a younger dispatcher neither sweeps nor reports until the oldest has left', async () => {
  const oldest = open();
  await oldest.beat();
  pass(1);
  const younger = open();
  await forget();
  await younger.beat();
  await younger.sweep();
  expect([await dueAt(), await younger.waiting()]).toEqual([null, undefined]);
  await oldest.leave();
  await younger.beat();
  expect([await dueAt(), younger.woken(), await younger.waiting()]).toEqual([now, 1, '1']);
  expect(younger.log.filter(({ msg }) => msg === 'dispatchers died')).toEqual([]);
});

test('the oldest logs a dead dispatcher and sweeps immediately', async () => {
  const oldest = open();
  await oldest.beat();
  pass(1);
  await open().beat();
  pass(20_000);
  await oldest.beat();
  await forget();
  pass(10_001);
  await oldest.beat();
  expect(oldest.log).toMatchObject([
    { level: 'warn', dispatchers: 1, msg: 'dispatchers died' },
    { level: 'error', msg: 'idle lanes had due deliveries; waking them' },
  ]);
  expect(await dueAt()).toEqual(now);
});

test('a sweep returns receivers that no longer fail to Active', async () => {
  await database.owner.query(
    `update webhook_lanes set status = 'Degraded', degraded_since = $2, health = $3 where partner_id = $1`,
    [partnerId, now, { successes: 1, succeedingSince: now.getTime() - HOUR, pulledForward: true }],
  );
  const { beat, sweep } = open();
  pass(-1);
  await beat();
  expect(await laneOf(database, partnerId)).toMatchObject({ status: 'Degraded' });
  pass(1);
  await sweep();
  expect(await laneOf(database, partnerId)).toMatchObject({ status: 'Active' });
});

test('stops reporting waiting deliveries after a failed sweep', async () => {
  let away = false;
  const { beat, sweep, waiting } = open({
    db: {
      ...db,
      transaction: (work, options) => (away ? Promise.reject(new Error('away')) : db.transaction(work, options)),
    },
  });
  await beat();
  expect(await waiting()).toBe('0');
  away = true;
  await expect(sweep()).rejects.toThrow('away');
  expect(await waiting()).toBeUndefined();
});
