// Rounds of the lanes on a real database, with a sender whose answers the test provides.
import { createMetrics } from '@onboarding/platform/metrics';
import { AmbiguousCommit, DatabaseUnavailable, type Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { bareDispatcherParts, holdSender } from '../../../../tests/harness/dispatcher-parts.ts';
import { addDelivery, addEndpoint, laneOf, openWorkerDb, wakeLane } from '../../../../tests/harness/dispatching.ts';
import { createLanes } from './lanes.ts';
import { LANES_AT_A_TIME, type Slots } from './tuning.ts';
import type { RecordTurn } from './turn-recorder.ts';

let database: TestDatabase;
let db: Db;
let now: Date;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openWorkerDb(database, createMetrics('worker'));
});
beforeEach(async () => {
  now = new Date();
  await database.owner.query('update webhook_lanes set due_at = null, lease_id = null, leased_until = null');
});
afterAll(async () => {
  await db.close();
  await database.close();
});

let made = 0;
const urlOf = (partnerId: string) => `https://${partnerId}.receivers.example/`;

/** Creates a due lane with one delivery. */
async function makeDue(status = 'Active'): Promise<string> {
  const { partnerId } = await database.addPartner();
  await addEndpoint(database, urlOf(partnerId), now, partnerId);
  await database.owner.query('update webhook_lanes set status = $2 where partner_id = $1', [partnerId, status]);
  await addDelivery(database, partnerId, { nextAttemptAt: now });
  await wakeLane(database, partnerId, new Date(now.getTime() - 1_000 + made++));
  return partnerId;
}

function open(
  changes: { slots?: Slots; record?: RecordTurn; db?: Db; faultPoint?: (name: string) => Promise<void> } = {},
) {
  const { record = async () => {}, ...others } = changes;
  const sender = holdSender();
  const parts = bareDispatcherParts({ db, sender, clock: { now: () => now }, ...others });
  const recorded: string[] = [];
  let woken = 0;
  const lanes = createLanes(
    { ...parts, secretsOf: () => [Buffer.from('secret')], stopping: () => false },
    async (turn) => {
      await record(turn);
      recorded.push(turn.lane.partnerId);
    },
    { wake: () => woken++ },
  );
  return { ...lanes, log: parts.log, registry: parts.registry, sender, recorded, woken: () => woken };
}
const sentTo = ({ sender }: ReturnType<typeof open>) => sender.posts.map(({ url }) => url);

test('a due lane is leased, sent to and recorded', async () => {
  const partnerId = await makeDue();
  const lanes = open();
  expect(await lanes.round()).toBe(false);
  expect((await laneOf(database, partnerId)).leased_until).toEqual(new Date(now.getTime() + 60_000));
  await expect.poll(() => sentTo(lanes)).toEqual([urlOf(partnerId)]);
  expect(await lanes.registry.metrics()).toContain('onboarding_webhook_turns 1\n');
  lanes.sender.answer();
  await lanes.ended();
  expect([lanes.recorded, lanes.woken()]).toEqual([[partnerId], 0]);
  expect(await lanes.registry.metrics()).toContain('onboarding_webhook_turns 0\n');
});

test('holds no more lanes than slots, and a finished lane wakes the waiting round', async () => {
  const partnerIds = [await makeDue(), await makeDue(), await makeDue()];
  const lanes = open({ slots: { all: 2, failing: 2 } });
  // All free slots were filled, so there may be more.
  expect(await lanes.round()).toBe(true);
  expect(await lanes.round()).toBe(false);
  await expect.poll(() => sentTo(lanes)).toEqual(partnerIds.slice(0, 2).map(urlOf));
  lanes.sender.answer();
  await lanes.ended();
  expect(lanes.woken()).toBe(1);
  expect(await lanes.round()).toBe(false);
  await expect.poll(() => sentTo(lanes)).toEqual(partnerIds.map(urlOf));
  lanes.sender.answer();
  await lanes.ended();
  // Other slots were free, so no round was waiting.
  expect(lanes.woken()).toBe(1);
});

test('one round leases a limited number of lanes, no matter how many slots are free', async () => {
  const { partnerId } = await addEndpoint(database, 'https://hooks.receivers.example/');
  await database.owner.query(
    `with p as (
       insert into partners (partner_id, name, client_id)
       select md5(n::text)::uuid, 'Test partner', n from generate_series(0, $2) n returning partner_id
     ), e as (
       insert into webhook_endpoints (partner_id, url, secret, created_at, updated_at)
       select p.partner_id, url, secret, created_at, updated_at from webhook_endpoints e, p where e.partner_id = $1
     ) insert into webhook_lanes (partner_id, status, due_at) select partner_id, 'Active', $3 from p`,
    [partnerId, LANES_AT_A_TIME, now],
  );
  const lanes = open();
  expect([await lanes.round(), await lanes.round()]).toEqual([true, false]);
  await lanes.ended();
  expect(lanes.recorded).toHaveLength(LANES_AT_A_TIME + 1);
});

test('failing receivers use only their share of the slots, and a finished one wakes the next', async () => {
  const lanes = open({ slots: { all: 3, failing: 1 } });
  const first = await makeDue('Degraded');
  await lanes.round();
  const second = await makeDue('Degraded');
  const healthy = await makeDue();
  await lanes.round();
  await expect.poll(() => sentTo(lanes)).toEqual([first, healthy].map(urlOf));
  expect(lanes.woken()).toBe(0);
  lanes.sender.answer();
  await lanes.ended();
  expect(lanes.woken()).toBe(1);
  await lanes.round();
  await expect.poll(() => sentTo(lanes)).toEqual([first, healthy, second].map(urlOf));
  lanes.sender.answer();
  await lanes.ended();
});

/** Throws this error after committing the first transaction. */
function failingAfterFirst(error: Error): Db & { transactions: () => number } {
  let transactions = 0;
  return {
    ...db,
    async transaction(work, options) {
      const outcome = await db.transaction(work, options);
      if (++transactions === 1) throw error;
      return outcome;
    },
    transactions: () => transactions,
  };
}

test('a lease whose commit was not answered is released before the next is taken', async () => {
  const partnerId = await makeDue();
  const failing = failingAfterFirst(new AmbiguousCommit('lost'));
  const lanes = open({ db: failing });
  await expect(lanes.round()).rejects.toThrow('lost');
  expect((await laneOf(database, partnerId)).lease_id).not.toBeNull();
  await lanes.round();
  await expect.poll(() => sentTo(lanes)).toEqual([urlOf(partnerId)]);
  lanes.sender.answer();
  await lanes.ended();
  expect(failing.transactions()).toBe(3);
  // Released only once: the new lease has a holder.
  await lanes.round();
  expect(failing.transactions()).toBe(4);
  expect((await laneOf(database, partnerId)).lease_id).not.toBeNull();
});

test('a lease that definitely failed is not released', async () => {
  const partnerId = await makeDue();
  const lanes = open({ db: failingAfterFirst(new DatabaseUnavailable('away')) });
  await expect(lanes.round()).rejects.toThrow('away');
  await lanes.round();
  await lanes.ended();
  expect(sentTo(lanes)).toEqual([]);
  expect((await laneOf(database, partnerId)).lease_id).not.toBeNull();
});

test('a failed turn is logged, frees its slot and does not stop others', async () => {
  const [bad, good] = [await makeDue(), await makeDue()];
  const lanes = open({
    slots: { all: 2, failing: 2 },
    async record({ lane }) {
      if (lane.partnerId === bad) throw new Error('broken');
    },
  });
  await lanes.round();
  await expect.poll(() => sentTo(lanes)).toHaveLength(2);
  lanes.sender.answer();
  await lanes.ended();
  expect(lanes.recorded).toEqual([good]);
  expect(lanes.log).toMatchObject([
    {
      level: 'error',
      partnerId: bad,
      err: { message: 'broken' },
      msg: 'a turn failed; it is repeated when its lease ends',
    },
  ]);
  expect(await lanes.registry.metrics()).toContain('onboarding_webhook_turns 0\n');
});

test('a lane without deliveries is recorded without sending', async () => {
  const points: string[] = [];
  const { partnerId } = await addEndpoint(database, 'https://hooks.receivers.example/');
  await wakeLane(database, partnerId, now);
  const lanes = open({ faultPoint: async (name) => void points.push(name) });
  await lanes.round();
  await lanes.ended();
  expect([lanes.recorded, points]).toEqual([[partnerId], []]);
  await makeDue();
  await lanes.round();
  await expect.poll(() => sentTo(lanes)).toHaveLength(1);
  lanes.sender.answer();
  await lanes.ended();
  expect(points).toEqual(['sent']);
});
