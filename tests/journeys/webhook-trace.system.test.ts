// One trace from the request that causes an event to the attempt that delivers it, with real processes. Only the API wakes the
// dispatcher.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { validBody } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { addEndpoint, untilQuiet } from '../harness/dispatching.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';
import { type Collector, openCollector } from './span-collector.ts';

let database: TestDatabase;
let issuer: RunningIssuer;
let collector: Collector;
let receiver: Receiver;
let api: RunningApi;
let worker: RunningWorker;

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  collector = await openCollector();
  receiver = await startReceiver();
  const environment = { OTLP_TRACES_URL: collector.url };
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url, environment });
  worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:1',
    entry: 'tests/harness/worker-entry.ts',
    environment: {
      ...environment,
      WORKER_ROLES: 'webhooks',
      WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting,
      NODE_EXTRA_CA_CERTS: receiver.caFile,
      // Without a wake-up it would poll only after an hour.
      TIMINGS: JSON.stringify({ pollMs: 3_600_000 }),
    },
  });
});
afterAll(async () => {
  await worker.kill();
  await api.kill();
  await receiver.close();
  await collector.close();
  await issuer.close();
  await database.close();
});

async function createBusiness(partner: TestPartner, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`${api.url}/api/partner/v1/business-profiles`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await issuer.issuer.token(partner)}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify(validBody()),
  });
  expect(answer.status).toBe(200);
}

test("a write wakes the dispatcher, and each attempt belongs to the writer's trace", async () => {
  const partner = await database.addPartner();
  await addEndpoint(database, receiver.url(), new Date(), partner.partnerId);
  const traceId = crypto.randomUUID().replaceAll('-', '');
  await createBusiness(partner, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
  // A wake-up is abandoned if the server does not accept it within seconds. Another write, here by a partner without an endpoint,
  // sends another one.
  const other = await database.addPartner();
  let wokenAt = performance.now();
  await until(async () => {
    if (performance.now() - wokenAt > 15_000) {
      await createBusiness(other);
      wokenAt = performance.now();
    }
    return receiver.requests.length === 2;
  }, 'both events are received');
  await untilQuiet(database);
  // Stopping flushes the pending spans.
  expect([await worker.stop(), await api.stop()]).toEqual([0, 0]);
  const spans = collector.spans(traceId);
  const operation = spans.find(({ name }) => name === 'POST /api/partner/v1/business-profiles');
  const attempts = spans.filter(({ name }) => name === 'webhook attempt');
  expect(attempts).toHaveLength(2);
  expect(attempts.map(({ parentSpanId }) => parentSpanId)).toEqual(Array(2).fill(operation?.spanId));
  const statuses = attempts.map(({ attributes }) => attributes.find(({ key }) => key === 'http.response.status_code'));
  expect(statuses.map((status) => Number(status?.value.intValue))).toEqual([200, 200]);
});
