// A receiver that takes everything and answers nothing costs its own lane, and nobody else's.
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { addEndpoint, openDispatcher, recordEvents, type TestDispatcher } from '../harness/dispatching.ts';
import { until } from '../harness/process.ts';
import { type Receiver, startReceiver } from '../harness/receiver.ts';

const HEALTHY = 20;
const EVENTS = 1_000;
const PENDING = 4_000;
const ROUNDS = 3;

let database: TestDatabase;
let receiver: Receiver;
let dispatcher: TestDispatcher;
const unanswered: ServerResponse[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  receiver = await startReceiver({ hosts: HEALTHY + 2, keepRequests: false });
});
afterEach(async () => {
  for (const response of unanswered.splice(0)) response.destroy();
  await dispatcher.stop();
});
afterAll(async () => {
  await receiver.close();
  await database.close();
});

test('healthy receivers get their events about as quickly beside black holes with thousands waiting', async () => {
  const healthy: string[] = [];
  for (let index = 0; index < HEALTHY; index++)
    healthy.push((await addEndpoint(database, receiver.url(index))).partnerId);
  let received = 0;
  const holes = new Set(receiver.hosts.slice(HEALTHY));
  receiver.answer(({ host }, response) => {
    if (holes.has(host)) return void unanswered.push(response);
    received++;
    response.writeHead(200).end();
  });
  dispatcher = openDispatcher({ database, receiver });

  /** How long it takes until the healthy ones have all that is for them. */
  async function deliver(): Promise<number> {
    received = 0;
    const events = Array.from({ length: EVENTS }, (_, index) => healthy[index % HEALTHY] ?? '');
    const started = performance.now();
    await recordEvents(database, events);
    dispatcher.dispatcher.wake();
    await until(async () => received === EVENTS, 'the healthy ones have their events');
    return performance.now() - started;
  }
  async function rounds(): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await deliver());
    return Math.min(...times);
  }

  await deliver();
  const alone = await rounds();
  // One that takes connections already when its events come in, and one more while the first is being waited for.
  const swallowing: string[] = [];
  for (let hole = 0; hole < holes.size; hole++) {
    const { partnerId } = await addEndpoint(database, receiver.url(HEALTHY + hole));
    await recordEvents(database, Array(PENDING).fill(partnerId));
    swallowing.push(partnerId);
  }
  dispatcher.dispatcher.wake();
  await until(async () => unanswered.length === 6 * holes.size, 'as much as may be is on its way to the holes');
  const beside = await rounds();
  console.log(`${EVENTS} deliveries: ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside black holes`);
  expect(beside).toBeLessThan(2 * alone + 200);
  // They were there all the time, and none of them had more than its share.
  expect(unanswered).toHaveLength(6 * holes.size);
  const { rows } = await database.owner.query(
    `select count(*)::int as count from webhook_deliveries
     where partner_id = any($1) and status = 'Pending' and attempt_count = 0`,
    [swallowing],
  );
  expect(rows[0].count).toBe(PENDING * holes.size);
});
