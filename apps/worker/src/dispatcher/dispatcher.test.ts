// The whole dispatcher on a real database, with a sender whose answers the test provides. Its loops do not poll by default.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { openDispatcher, type TestDispatcher } from '../../../../tests/harness/dispatcher.ts';
import { type HeldSender, holdSender } from '../../../../tests/harness/dispatcher-parts.ts';
import {
  addDelivery,
  addEndpoint,
  deliveriesOf,
  laneOf,
  recordEvents,
  wakeLane,
} from '../../../../tests/harness/dispatching.ts';
import type { Timings } from './tuning.ts';

const NEVER = 3_600_000;
let database: TestDatabase;
let partnerId: string;
let sender: HeldSender;
let running: TestDispatcher | undefined;
beforeAll(async () => {
  database = await cloneDatabase();
});
beforeEach(async () => {
  sender = holdSender();
  await database.owner.query('truncate webhook_deliveries, event_outbox, webhook_dispatchers');
  await database.owner.query('update webhook_lanes set due_at = null, lease_id = null, leased_until = null');
  partnerId = (await addEndpoint(database, 'https://hooks.receivers.example/')).partnerId;
});
afterEach(async () => {
  const stopped = running?.stop();
  sender.answer();
  await stopped;
  running = undefined;
});
afterAll(() => database.close());

/** `failing`: statements that fail once, the next time they run. */
function start({ failing = [], ...timings }: Partial<Timings> & { failing?: string[] } = {}): TestDispatcher {
  running = openDispatcher({
    database,
    receiver: { allowed: new Map(), ca: '' },
    sender,
    timings: { pollMs: NEVER, beatMs: NEVER, sweepMs: NEVER, tryAgainMs: 1, ...timings },
    beforeStatement(name) {
      const index = failing.indexOf(name);
      if (index >= 0) throw new Error(`${failing.splice(index, 1)} fails`);
    },
  });
  return running;
}
const bothRan = ({ dispatcher }: TestDispatcher) =>
  expect.poll(() => [dispatcher.lastRoundAt('fanOut'), dispatcher.lastRoundAt('lanes')]).not.toContain(undefined);
const sent = (count: number) => expect.poll(() => sender.posts.length).toBe(count);
const dispatchers = async () => (await database.owner.query('select * from webhook_dispatchers')).rows.length;

test('a wake-up sends new events without a poll, and their turn is recorded', async () => {
  const started = start();
  expect(started.dispatcher.lastRoundAt('fanOut')).toBeUndefined();
  await bothRan(started);
  await recordEvents(database, [partnerId]);
  started.dispatcher.wake();
  await sent(1);
  sender.answer();
  await expect.poll(async () => (await deliveriesOf(database, partnerId))[0]?.status).toBe('Delivered');
});

test('a wake-up also finds a lane that another process made due', async () => {
  const started = start();
  await bothRan(started);
  await addDelivery(database, partnerId);
  await wakeLane(database, partnerId);
  started.dispatcher.wake();
  await sent(1);
});

test('without a wake-up, a poll sends new events', async () => {
  const started = start({ pollMs: 5 });
  await bothRan(started);
  await recordEvents(database, [partnerId]);
  await sent(1);
});

test('rounds continue without a pause while there are more events', async () => {
  await recordEvents(database, Array(51).fill(partnerId));
  start();
  await expect.poll(async () => (await deliveriesOf(database, partnerId)).length).toBe(51);
});

test.each(['webhook_fan_out', 'webhook_lanes_lease'])('a round in which %s fails is repeated', async (name) => {
  await recordEvents(database, [partnerId]);
  const failing = [name];
  start({ failing });
  await sent(1);
  expect(failing).toEqual([]);
});

test('a failed heartbeat is retried, and sweeps once it succeeds', async () => {
  await addDelivery(database, partnerId, { nextAttemptAt: new Date(Date.now() - 60_000) });
  const failing = ['webhook_dispatcher_beat'];
  start({ beatMs: 5, failing });
  await expect.poll(dispatchers).toBe(1);
  // The lane was idle, and nothing but the sweep wakes it.
  await sent(1);
});

test('the sweep is repeated', async () => {
  const started = start({ sweepMs: 5 });
  await bothRan(started);
  await addDelivery(database, partnerId, { nextAttemptAt: new Date(Date.now() - 60_000) });
  await sent(1);
});

test('stop waits for deliveries in flight, records them, releases the lane and deregisters', async () => {
  const started = start();
  await recordEvents(database, [partnerId]);
  started.dispatcher.wake();
  await sent(1);
  await expect.poll(dispatchers).toBe(1);
  let stopped = false;
  const stopping = started.stop().then(() => {
    stopped = true;
  });
  // Long enough to finish if it did not wait.
  await Promise.race([stopping, delay(100)]);
  expect(stopped).toBe(false);
  sender.answer();
  await stopping;
  running = undefined;
  expect(await deliveriesOf(database, partnerId)).toMatchObject([{ status: 'Delivered', attempts: [1] }]);
  expect((await laneOf(database, partnerId)).lease_id).toBeNull();
  expect(await dispatchers()).toBe(0);
});

test('stop does not wait forever for a receiver that never answers', async () => {
  const started = start({ stopMs: 20 });
  await recordEvents(database, [partnerId]);
  started.dispatcher.wake();
  await sent(1);
  await started.dispatcher.stop();
  expect((await laneOf(database, partnerId)).lease_id).not.toBeNull();
});

test('sends nothing after stop', async () => {
  const started = start();
  await bothRan(started);
  await started.dispatcher.stop();
  await recordEvents(database, [partnerId]);
  started.dispatcher.wake();
  expect(await deliveriesOf(database, partnerId)).toEqual([]);
  expect(sender.posts).toEqual([]);
});
