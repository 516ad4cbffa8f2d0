// Sending and reading are not affected by midnight or by dropping old partitions.
import { uuidFloor } from '@onboarding/platform/ids';
import { createMetrics } from '@onboarding/platform/metrics';
import { DEFAULT_RETENTION } from '@onboarding/settings';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepHouse } from '../../apps/worker/src/housekeeping/housekeeping.ts';
import { retentionMetrics } from '../../apps/worker/src/housekeeping/retention-metrics.ts';
import { sameDayFor } from '../harness/checks/midnight.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { openDispatcher } from '../harness/dispatcher.ts';
import {
  addDelivery,
  addEndpoint,
  deliveriesOf,
  makeEarlierPartitions,
  openWorkerDb,
  recordEvents,
  workerContext,
} from '../harness/dispatching.ts';
import { PATIENCE_MS, until } from '../harness/patience.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';

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

test('continues across midnight UTC, with each delivery in the partition of its day', async () => {
  const { partnerId } = await addEndpoint(database, receiver.url());
  const midnight = new Date(Math.ceil((Date.now() + 60_000) / DAY) * DAY).getTime();
  let now = new Date(midnight - 3);
  const delivered = async (eventId: string) => {
    const delivery = (await deliveriesOf(database, partnerId)).find((one) => one.event_id === eventId);
    // On a busy machine a first attempt may also fail; then wait for the next one.
    if (delivery?.next_attempt_at != null && delivery.next_attempt_at > now) now = delivery.next_attempt_at;
    return delivery?.status === 'Delivered';
  };
  const record = async () => (await recordEvents(database, [partnerId], now))[0]?.eventId ?? '';
  let failing = true;
  receiver.answer((_request, response) => void response.writeHead(failing ? 500 : 200).end());
  const running = openDispatcher({ database, receiver, clock: { now: () => now } });
  try {
    const old = await record();
    await until(async () => (await deliveriesOf(database, partnerId))[0]?.attempt_count === 1, 'the first attempt');
    // One delivery per day, the older one waiting for its second attempt.
    now = new Date(midnight);
    failing = false;
    // A fan-out that began before midnight may include an event recorded after it.
    const newDay = uuidFloor(now);
    do {
      const latest = await record();
      await until(() => delivered(latest), "the new day's");
    } while ((await deliveriesOf(database, partnerId)).at(-1)?.delivery_id < newDay);
    await until(() => delivered(old), "the old day's");
  } finally {
    await running.stop();
  }
  const { rows } = await database.owner.query(
    `select d.tableoid::regclass::text as delivery, a.tableoid::regclass::text as attempt, count(*) > 1 as repeated
     from webhook_deliveries d join webhook_attempts a using (partner_id, delivery_id) where d.partner_id = $1
     group by 1, 2 order by 1, 2`,
    [partnerId],
  );
  const day = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  const [before, after] = [day(midnight - 1), day(midnight)];
  expect(rows).toEqual([
    { delivery: `webhook_deliveries_${before}`, attempt: `webhook_attempts_${before}`, repeated: true },
    {
      delivery: `webhook_deliveries_${after}`,
      attempt: `webhook_attempts_${after}`,
      repeated: expect.any(Boolean),
    },
  ]);
});

test('drops partitions older than 31 days without failing or delaying readers and senders', {
  tags: ['S-363'],
}, async () => {
  receiver.answer((_request, response) => void response.writeHead(200).end());
  const { partnerId } = await addEndpoint(database, receiver.url());
  await makeEarlierPartitions(database, 34);
  await sameDayFor(240_000);
  const now = Date.now();
  const oldest = new Date(now - 31 * DAY).toISOString().slice(0, 10).replaceAll('-', '');
  const TABLES = ['webhook_attempts', 'webhook_deliveries', 'events'];
  const oldestPartitions = () => Promise.all(TABLES.map(async (table) => (await partitionsOf(table))[0] ?? ''));
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
  const metrics = retentionMetrics(createMetrics('worker'));
  const house = () =>
    keepHouse(workerContext(database, db), DEFAULT_RETENTION, metrics, AbortSignal.timeout(PATIENCE_MS));
  try {
    // A reader of the whole history has not finished yet.
    await reader.query('begin');
    const read =
      'select count(*)::int as count from webhook_deliveries left join webhook_attempts using (partner_id, delivery_id) where partner_id = $1';
    expect((await reader.query(read, [partnerId])).rows).toEqual([{ count: 4 }]);
    const kept = await partitionsOf('webhook_deliveries');
    // Dropping waits briefly and gives up; sending continues meanwhile.
    const keeping = house();
    await recordEvents(database, [partnerId]);
    running.dispatcher.wake();
    await until(async () => receiver.requests.some(({ body }) => body.includes(partnerId)), 'it is sent');
    await keeping;
    expect(await partitionsOf('webhook_deliveries')).toEqual(expect.arrayContaining(kept));
    expect((await reader.query(read, [partnerId])).rows).toEqual([{ count: 5 }]);
    await reader.query('commit');
    // A sender may still hold a lock; a later run succeeds.
    await until(async () => {
      await house();
      return (await oldestPartitions()).every((name) => name.endsWith(oldest));
    }, 'the days are dropped');
    // The delivery is recorded a moment after it was received.
    await until(
      async () => (await deliveriesOf(database, partnerId)).at(-1)?.status === 'Delivered',
      'it is recorded as sent',
    );
  } finally {
    await running.stop();
    await reader.end();
    await db.close();
  }
  expect(await oldestPartitions()).toEqual(TABLES.map((table) => `${table}_${oldest}`));
  const statuses = (await deliveriesOf(database, partnerId)).map(({ status }) => status);
  // The delivery that had waited for nine days was ended first.
  expect(statuses).toEqual(['Delivered', 'Exhausted', 'Delivered']);
});
