// A receiver that accepts requests and never responds delays only its own lane.
import type { ServerResponse } from 'node:http';
import { createGuard, createSender } from '@onboarding/platform/safe-http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { openDispatcher, type TestDispatcher } from '../harness/dispatcher.ts';
import { addEndpoint, recordEvents } from '../harness/dispatching.ts';
import { until } from '../harness/patience.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';

const HEALTHY = 20;
const EVENTS = 1_000;
const PENDING = 4_000;
const ROUNDS = 4;
const LONG_MS = 3_600_000;

interface Side {
  database: TestDatabase;
  dispatcher: TestDispatcher;
  healthy: string[];
}

let receiver: Receiver;
const sides: Side[] = [];
const unanswered: ServerResponse[] = [];

beforeAll(async () => {
  receiver = await startReceiver({ hosts: HEALTHY + 2, keepRequests: false });
});
afterEach(async () => {
  // Stop the dispatchers before releasing the black holes, or they would send the next deliveries.
  const stopping = sides.map(({ dispatcher }) => dispatcher.stop());
  for (const response of unanswered.splice(0)) response.destroy();
  await Promise.all(stopping);
});
afterAll(async () => {
  await receiver.close();
  for (const { database } of sides) await database.close();
});

async function openSide(): Promise<Side> {
  const database = await cloneDatabase();
  const healthy: string[] = [];
  for (let index = 0; index < HEALTHY; index++)
    healthy.push((await addEndpoint(database, receiver.url(index))).partnerId);
  // The black holes do not time out during the test, so that none of their deliveries fails or is leased again.
  const sender = createSender({
    guard: createGuard({ ports: [443, 8443], allowed: receiver.allowed }),
    ca: [receiver.ca],
    timeoutMs: LONG_MS,
  });
  const dispatcher = openDispatcher({ database, receiver, sender, timings: { leaseMs: LONG_MS } });
  const side = { database, dispatcher, healthy };
  sides.push(side);
  return side;
}

test('delivers to healthy receivers about as fast while thousands of deliveries wait for black holes', async () => {
  let received = 0;
  const holes = new Set(receiver.hosts.slice(HEALTHY));
  receiver.answer(({ host }, response) => {
    if (holes.has(host)) return void unanswered.push(response);
    received++;
    response.writeHead(200).end();
  });
  const alone = await openSide();
  const beside = await openSide();

  /** Returns the milliseconds until the healthy receivers have all their events. */
  async function deliver({ database, dispatcher, healthy }: Side): Promise<number> {
    received = 0;
    const events = Array.from({ length: EVENTS }, (_, index) => healthy[index % HEALTHY] ?? '');
    const started = performance.now();
    await recordEvents(database, events);
    dispatcher.dispatcher.wake();
    await until(async () => received >= EVENTS, 'the healthy ones have their events');
    return performance.now() - started;
  }

  await deliver(alone);
  await deliver(beside);
  // The second black hole is added while requests to the first are pending.
  const swallowing: string[] = [];
  for (let hole = 0; hole < holes.size; hole++) {
    const { partnerId } = await addEndpoint(beside.database, receiver.url(HEALTHY + hole));
    await recordEvents(beside.database, Array(PENDING).fill(partnerId));
    swallowing.push(partnerId);
  }
  beside.dispatcher.dispatcher.wake();
  await until(async () => unanswered.length === 6 * holes.size, 'as much as may be is on its way to the holes');
  // Alternating, so that other load affects both alike.
  const times: { alone: number; beside: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    times.push({ alone: await deliver(alone), beside: await deliver(beside) });
  const best = (which: 'alone' | 'beside') => Math.min(...times.map((time) => time[which]));
  console.log(
    `${EVENTS} deliveries: ${best('alone').toFixed(0)} ms alone, ${best('beside').toFixed(0)} ms beside black holes`,
  );
  expect(best('beside')).toBeLessThan(2 * best('alone') + 200);
  // The black holes held their share of connections all the time, and no more.
  expect(unanswered).toHaveLength(6 * holes.size);
  const { rows } = await beside.database.owner.query(
    `select count(*)::int as count from webhook_deliveries
     where partner_id = any($1) and status = 'Pending' and attempt_count = 0`,
    [swallowing],
  );
  expect(rows[0].count).toBe(PENDING * holes.size);
});
