// Two orderings that keep wake-ups from getting lost: deliveries are committed before their lane is woken, and a lane is released
// before its holder checks for more. Each test interferes between the two steps as another process might; the last two show what
// would happen in the opposite order.
import { fanOut, lookForMore, recordTurns, takeTurns, wakeLanes } from '@onboarding/domain/webhooks';
import { createMetrics } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { openDispatcher, type TestDispatcher } from '../harness/dispatcher.ts';
import {
  addDelivery,
  addEndpoint,
  deliveriesOf,
  laneOf,
  openWorkerDb,
  recordEvents,
  untilQuiet,
  wakeLane,
  workerContext,
} from '../harness/dispatching.ts';
import { until } from '../harness/patience.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';

let database: TestDatabase;
let receiver: Receiver;
let other: Db;
let running: TestDispatcher | undefined;

beforeAll(async () => {
  database = await cloneDatabase();
  receiver = await startReceiver({ hosts: 2 });
  other = openWorkerDb(database, createMetrics('worker'));
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(async () => {
  await other.close();
  await receiver.close();
  await database.close();
});

const FIRST_LEASE = { leaseMs: 60_000, lanes: 10, deliveriesPerLane: 10 };
const take = () => other.transaction((tx) => takeTurns(tx, { now: new Date(), failing: true, ...FIRST_LEASE }));
/** Longer than the test takes on any machine. */
const RELEASED_MS = 3_600_000;
/** Releases the turns as a dispatcher that found nothing to send. */
async function giveBack(turns: Awaited<ReturnType<typeof take>>, look: boolean): Promise<void> {
  const now = new Date();
  const terms = { now, releasedUntil: new Date(now.getTime() + RELEASED_MS), portalUrl: 'https://portal.example' };
  const finished = turns.map(({ lane }) => ({ lane, startedAt: now, attempts: [], expired: [], postponed: [] }));
  const context = workerContext(database, other);
  await other.transaction((tx) => recordTurns(tx, context, finished, terms));
  const partnerIds = turns.map(({ lane }) => lane.partnerId);
  if (look) await other.transaction((tx) => lookForMore(tx, partnerIds, terms));
}

test('wakes a lane only after its deliveries are visible', async () => {
  const { partnerId } = await addEndpoint(database, receiver.url());
  const between: unknown[] = [];
  await recordEvents(database, [partnerId]);
  running = openDispatcher({
    database,
    receiver,
    async faultPoint(name) {
      if (name !== 'fanned-out') return;
      between.push({
        seen: (await deliveriesOf(database, partnerId)).length,
        due: (await laneOf(database, partnerId)).due_at,
        taken: (await take()).length,
      });
    },
  });
  await until(async () => (await deliveriesOf(database, partnerId))[0]?.status === 'Delivered', 'it is delivered');
  expect(between).toEqual([{ seen: 1, due: null, taken: 0 }]);
});

test('releases a lane before checking for more, so that deliveries added meanwhile are sent', async () => {
  const { partnerId } = await addEndpoint(database, receiver.url(1));
  await recordEvents(database, [partnerId]);
  const between: unknown[] = [];
  running = openDispatcher({
    database,
    receiver,
    async faultPoint(name) {
      // A delivery is added while the lane is leased, so that its wake-up has no effect. An earlier check would miss it.
      if (name === 'sent' && between.length === 0) {
        await addDelivery(database, partnerId);
        await other.transaction((tx) => wakeLanes(tx, [partnerId], new Date()));
        between.push({ leased: (await laneOf(database, partnerId)).lease_id !== null });
      }
      if (name === 'recorded' && between.length === 1) {
        between.push({ leased: (await laneOf(database, partnerId)).lease_id !== null });
        // Now that the lane is released, another wake-up takes effect, and the check does not undo it.
        await addDelivery(database, partnerId);
        await other.transaction((tx) => wakeLanes(tx, [partnerId], new Date()));
      }
    },
  });
  await until(async () => receiver.requests.filter(({ host }) => host === receiver.hosts[1]).length === 3, 'all three');
  await untilQuiet(database);
  expect(between).toEqual([{ leased: true }, { leased: false }]);
  expect((await deliveriesOf(database, partnerId)).map(({ status }) => status)).toEqual(Array(3).fill('Delivered'));
});

test('in the opposite order, deliveries committed after their lane was woken would stay unsent', async () => {
  const { partnerId } = await addEndpoint(database, receiver.url());
  await recordEvents(database, [partnerId]);
  await other.transaction((tx) => wakeLanes(tx, [partnerId], new Date()));
  const turns = await take();
  expect(turns.map(({ deliveries }) => deliveries)).toEqual([[]]);
  await giveBack(turns, true);
  await other.transaction((tx) => fanOut(tx, { now: new Date(), limit: 10 }));
  expect(await laneOf(database, partnerId)).toMatchObject({ due_at: null });
  expect(await deliveriesOf(database, partnerId)).toMatchObject([{ status: 'Pending' }]);
  await database.owner.query(`update webhook_deliveries set status = 'Exhausted', next_attempt_at = null`);
});

test('in the opposite order, a delivery added between the check and the release would stay unsent', async () => {
  const { partnerId } = await addEndpoint(database, receiver.url());
  await wakeLane(database, partnerId);
  const turns = await take();
  // The check, while the lane is still leased.
  await other.transaction((tx) => lookForMore(tx, [partnerId], { now: new Date(), releasedUntil: new Date(0) }));
  await addDelivery(database, partnerId);
  await other.transaction((tx) => wakeLanes(tx, [partnerId], new Date()));
  await giveBack(turns, false);
  // Only the due time that every release sets, for holders that die, makes it visible again.
  const { due_at } = await laneOf(database, partnerId);
  expect(due_at.getTime()).toBeGreaterThan(Date.now());
  expect(await deliveriesOf(database, partnerId)).toMatchObject([{ status: 'Pending' }]);
});
