// Dispatchers are killed at chosen points and at random. No delivery is lost, none counts twice, and only deliveries in flight
// are sent twice.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FaultPoint, Timings } from '../../apps/worker/src/worker.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { addEndpoint, deliveriesOf, recordEvents } from '../harness/dispatching.ts';
import { PATIENCE_MS, until } from '../harness/patience.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';
import { balance } from './webhook-accounts.ts';

// The long form: WEBHOOK_DELIVERIES=20000 WEBHOOK_KILLS=30
const DELIVERIES = Number(process.env.WEBHOOK_DELIVERIES ?? 3_000);
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 6);
const ENDPOINTS = 50;
const BATCH = 50;
const MINUTE = 60_000;

let database: TestDatabase;
let receiver: Receiver;
let workers: RunningWorker[] = [];

beforeAll(async () => {
  receiver = await startReceiver({ hosts: ENDPOINTS });
});
beforeEach(async () => {
  database = await cloneDatabase();
  receiver.requests.length = 0;
  receiver.answer((_request, response) => void response.writeHead(200).end());
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  workers = [];
  await database.close();
});
afterAll(() => receiver.close());

interface Start {
  restAt?: FaultPoint;
  aheadMs?: number;
  timings?: Partial<Timings>;
}

async function start({ restAt, aheadMs = 0, timings = {} }: Start = {}): Promise<RunningWorker> {
  const worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:1',
    entry: 'tests/harness/worker-entry.ts',
    environment: {
      WORKER_ROLES: 'webhooks',
      WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting,
      NODE_EXTRA_CA_CERTS: receiver.caFile,
      AHEAD_MS: String(aheadMs),
      TIMINGS: JSON.stringify(timings),
      LOG_LEVEL: 'info',
      ...(restAt === undefined ? {} : { REST_AT: restAt }),
    },
  });
  workers.push(worker);
  return worker;
}

const allDelivered = async () => {
  const { rows } = await database.owner.query(
    `select (select count(*) from event_outbox) as outbox, count(*) filter (where status <> 'Delivered') as open from webhook_deliveries`,
  );
  return rows[0].outbox === '0' && rows[0].open === '0';
};

describe('kill -9', () => {
  test.each([
    ['between sending and recording', 'sent', 2],
    ['between recording and the check for more', 'recorded', 1],
    ['between the commit of the fan-out and the wake-up', 'fanned-out', 1],
  ] as const)('%s does not lose the delivery, which counts once', async (_, restAt, received) => {
    const { partnerId } = await addEndpoint(database, receiver.url());
    const killed = await start({ restAt });
    const rested = once(killed.process, 'message');
    await recordEvents(database, [partnerId]);
    expect((await rested)[0]).toEqual({ restedAt: restAt });
    // A delivery for the lane whose wake-up was lost.
    if (restAt === 'recorded') await recordEvents(database, [partnerId]);
    await killed.kill();
    // By this worker's clock the lease of the killed one has expired.
    await start({ aheadMs: 2 * MINUTE });
    await until(allDelivered, 'everything is delivered');
    const deliveries = await deliveriesOf(database, partnerId);
    expect(deliveries).toMatchObject(deliveries.map(() => ({ status: 'Delivered', attempts: [1] })));
    expect(deliveries).toHaveLength(restAt === 'recorded' ? 2 : 1);
    const accounts = await balance(database.owner, receiver.requests);
    expect(accounts).toMatchObject({ faults: [], repeats: received - 1 });
  });

  test(`at ${KILLS} random moments during ${DELIVERIES} deliveries by two dispatchers loses none, and each attempt counts once`, async () => {
    const endpoints: string[] = [];
    for (let index = 0; index < ENDPOINTS; index++)
      endpoints.push((await addEndpoint(database, receiver.url(index))).partnerId);
    // One in sixteen is refused at its first attempt, so that there are retries.
    receiver.answer(({ headers }, response) => {
      const refused = headers['svc-attempt'] === '1' && String(headers['svc-id']).endsWith('0');
      // Slow enough that some requests are always in flight.
      setTimeout(() => response.writeHead(refused ? 503 : 200).end(), 60 * Math.random());
    });
    const timings = { leaseMs: 2_000, turnMs: 700 };
    const pair = [await start({ timings }), await start({ timings })];

    let recorded = 0;
    let killing = true;
    const load = (async () => {
      while (recorded < DELIVERIES) {
        const count = Math.min(BATCH, DELIVERIES - recorded);
        await recordEvents(
          database,
          Array.from({ length: count }, () => endpoints[Math.floor(Math.random() * ENDPOINTS)] ?? ''),
        );
        recorded += count;
        // Spread so that there is work until the last kill; each kill takes about two seconds.
        if (killing) await delay((KILLS * 2_000 * BATCH) / DELIVERIES);
      }
    })();
    for (let kill = 0; kill < KILLS; kill++) {
      await delay(Math.random() * 400);
      const index = kill % 2;
      await pair[index]?.kill();
      pair[index] = await start({ timings });
    }
    killing = false;
    await load;
    await Promise.all(pair.map((worker) => worker.stop()));
    // Moves the clock ahead, so that leases of killed workers expire and refused deliveries are due.
    await start({ aheadMs: 10 * MINUTE });
    await until(allDelivered, 'everything is delivered', 3 * PATIENCE_MS);

    const accounts = await balance(database.owner, receiver.requests);
    console.log('killed dispatchers:', { kills: KILLS, ...accounts });
    expect(accounts.faults).toEqual([]);
    expect(accounts.deliveries).toBe(DELIVERIES);
    expect(accounts.attempts).toBeGreaterThan(DELIVERIES);
    // Once per kill; on an overloaded machine a lease can also expire.
    expect(accounts.mostRepeated).toBeLessThanOrEqual(2 * (1 + KILLS));
    // At most the deliveries leased by each killed dispatcher.
    expect(accounts.repeats).toBeLessThanOrEqual(KILLS * ENDPOINTS * 30);
  });
});
