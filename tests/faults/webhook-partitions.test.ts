// Midnight, and the end of old days: what is sent and read does not notice.
import { createMetrics } from '@onboarding/platform/metrics';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepHouse } from '../../apps/worker/src/housekeeping.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import {
  addDelivery,
  addEndpoint,
  deliveriesOf,
  makeEarlierPartitions,
  openDispatcher,
  openWorkerDb,
  recordEvents,
  workerContext,
} from '../harness/dispatching.ts';
import { until } from '../harness/process.ts';
import { type Receiver, startReceiver } from '../harness/receiver.ts';

const DAY = 86_400_000;
let database: TestDatabase;
let receiver: Receiver;

beforeAll(async () => {
  database = await cloneDatabase();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await database.close();
});

async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await database.owner.query(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  );
  return rows.map(({ name }) => name);
}

test('over midnight in UTC everything goes on, each delivery in the partition of its day', async () => {
  const { partnerId } = await addEndpoint(database, receiver.url());
  const midnight = new Date(Math.ceil((Date.now() + 60_000) / DAY) * DAY).getTime();
  let now = new Date(midnight - 3);
  let failing = true;
  receiver.answer((_request, response) => void response.writeHead(failing ? 500 : 200).end());
  const running = openDispatcher({ database, receiver, clock: { now: () => now } });
  try {
    await recordEvents(database, [partnerId], now);
    await until(async () => (await deliveriesOf(database, partnerId))[0]?.attempt_count === 1, 'the first attempt');
    // One of each day, the older one waiting for its second attempt.
    now = new Date(midnight);
    failing = false;
    await recordEvents(database, [partnerId], now);
    await until(async () => (await deliveriesOf(database, partnerId))[1]?.status === 'Delivered', "the new day's");
    now = new Date(midnight + 40_000);
    await until(async () => (await deliveriesOf(database, partnerId))[0]?.status === 'Delivered', "the old day's");
  } finally {
    await running.stop();
  }
  const { rows } = await database.owner.query(
    `select d.tableoid::regclass::text as delivery, a.tableoid::regclass::text as attempt, a.attempt_no
     from webhook_deliveries d join webhook_attempts a using (partner_id, delivery_id) where d.partner_id = $1 order by 1, 3`,
    [partnerId],
  );
  const day = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  const [before, after] = [day(midnight - 1), day(midnight)];
  expect(rows).toEqual([
    { delivery: `webhook_deliveries_${before}`, attempt: `webhook_attempts_${before}`, attempt_no: 1 },
    { delivery: `webhook_deliveries_${before}`, attempt: `webhook_attempts_${before}`, attempt_no: 2 },
    { delivery: `webhook_deliveries_${after}`, attempt: `webhook_attempts_${after}`, attempt_no: 1 },
  ]);
});

test('days older than 31 are dropped while others read and send; nobody who reads fails or waits for long', async () => {
  receiver.answer((_request, response) => void response.writeHead(200).end());
  const { partnerId } = await addEndpoint(database, receiver.url());
  await makeEarlierPartitions(database, 34);
  const now = Date.now();
  for (const days of [33, 32, 30, 9]) {
    const made = await addDelivery(database, partnerId, { madeAt: new Date(now - days * DAY) });
    if (days > 9)
      await database.owner.query(
        `update webhook_deliveries set status = 'Delivered', next_attempt_at = null where delivery_id = $1`,
        [made.deliveryId],
      );
  }
  const reader = new pg.Client({ connectionString: database.ownerUrl });
  await reader.connect();
  const running = openDispatcher({ database, receiver });
  const db = openWorkerDb(database, createMetrics('worker'));
  const house = () => keepHouse(workerContext(database, db), AbortSignal.timeout(20_000));
  try {
    // Somebody reads the whole history, and is not done yet.
    await reader.query('begin');
    const read =
      'select count(*)::int as count from webhook_deliveries left join webhook_attempts using (partner_id, delivery_id) where partner_id = $1';
    expect((await reader.query(read, [partnerId])).rows).toEqual([{ count: 4 }]);
    const kept = await partitionsOf('webhook_deliveries');
    // Dropping waits a moment and gives way; sending goes on meanwhile.
    const keeping = house();
    await recordEvents(database, [partnerId]);
    running.dispatcher.wake();
    await until(async () => receiver.requests.some(({ body }) => body.includes(partnerId)), 'it is sent');
    await keeping;
    expect(await partitionsOf('webhook_deliveries')).toEqual(kept);
    expect((await reader.query(read, [partnerId])).rows).toEqual([{ count: 5 }]);
    await reader.query('commit');
    await house();
  } finally {
    await running.stop();
    await reader.end();
    await db.close();
  }
  const oldest = new Date(now - 31 * DAY).toISOString().slice(0, 10).replaceAll('-', '');
  for (const table of ['webhook_attempts', 'webhook_deliveries', 'events'])
    expect((await partitionsOf(table))[0]).toBe(`${table}_${oldest}`);
  const statuses = (await deliveriesOf(database, partnerId)).map(({ status }) => status);
  // What had waited for nine days was ended first.
  expect(statuses).toEqual(['Delivered', 'Exhausted', 'Delivered']);
});
