// Causes faults in real processes and expects the alerts that a real Prometheus raises with the committed rules. Their windows
// and waiting times are shortened (tests/running/prometheus.ts); promtool tests the real ones.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { takeStatistics } from '@onboarding/domain/review-work';
import { createMetrics } from '@onboarding/platform/metrics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keep } from '../harness/artefacts.ts';
import { validBody } from '../harness/bodies.ts';
import { makeCertificate, registerCertificate } from '../harness/clients.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { openWorkerDb, recordEvents, workerContext } from '../harness/dispatching.ts';
import { EVENTS_SECRET } from '../harness/no-storage.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { type Identity, startIdentity } from '../harness/scenes/identity-process.ts';
import { addDeadLetter } from '../harness/scenes/operations-situations.ts';
import { startRedis, type TestRedis } from '../harness/servers/redis.ts';
import { startScanner, type TestScanner } from '../harness/servers/storage.ts';
import { startTcpProxy, type TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';
import {
  documentedMetrics,
  expressionsOfDashboards,
  metricsIn,
  metricsReported,
  readRules,
  startPrometheus,
  type TestPrometheus,
} from './prometheus.ts';

const PROFILES = '/api/partner/v1/business-profiles';
const DAY = 86_400_000;

let database: TestDatabase;
let issuer: RunningIssuer;
let redis: TestRedis;
let scanner: TestScanner;
/** Has a bucket, and is otherwise unavailable. */
let storage: Server;
let folder: string;
let proxy: TcpProxy;
let api: RunningApi;
let identity: Identity;
let dispatcher: RunningWorker;
let worker: RunningWorker;
let prometheus: TestPrometheus;
let partner: TestPartner;
let ended = false;
const calling: Promise<void>[] = [];
/** The metrics that each process reports while healthy. */
let reported: string[] = [];

beforeAll(async () => {
  [database, issuer, redis, scanner] = await Promise.all([cloneDatabase(), runIssuer(), startRedis(), startScanner()]);
  proxy = await startTcpProxy(Number(new URL(database.appUrl).port));
  const smtpUrl = 'smtp://127.0.0.1:1';
  folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  storage = createServer((request, response) => {
    response.writeHead(request.method === 'HEAD' && request.url === '/documents/' ? 200 : 503).end();
  }).listen(0, '127.0.0.1');
  await once(storage, 'listening');
  [api, identity, dispatcher, worker] = await Promise.all([
    runApi({
      databaseUrl: proxy.through(database.appUrl),
      issuerUrl: issuer.url,
      environment: { REDIS_URL: redis.url, STORAGE_EVENTS_SECRET: EVENTS_SECRET },
    }),
    startIdentity(database),
    runWorker({ database, smtpUrl, environment: { WORKER_ROLES: 'webhooks' } }),
    runWorker({
      database,
      smtpUrl,
      environment: {
        WORKER_ROLES: 'mail,housekeeping,documents,reviews,screening',
        CLAMD_PORT: String(scanner.port),
        S3_ENDPOINT: `http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
        AUDIT_STREAM: `file:${join(folder, 'audit.log')}`,
        METRICS_OLD_NAMES: 'false',
      },
    }),
  ]);
  partner = await database.addPartner();
  const addresses = [api, identity, dispatcher, worker].map(({ metricsUrl }) => metricsUrl);
  reported = await Promise.all(addresses.map(async (url) => (await fetch(url)).text()));
  prometheus = await startPrometheus(addresses);
  callRepeatedly(() => call('GET', '?pageSize=1'));
});
afterAll(async () => {
  ended = true;
  await Promise.all(calling);
  await prometheus?.close();
  await Promise.all([api?.kill(), identity?.kill(), dispatcher?.kill(), worker?.kill()]);
  await Promise.all([proxy?.close().catch(() => {}), redis?.close(), scanner?.close(), issuer?.close()]);
  await database?.close();
  storage?.closeAllConnections();
  storage?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: unknown): Promise<{ value?: Record<string, string> }> {
  // A new token each time, because the test takes longer than a token is valid.
  const token = await issuer.issuer.token(partner);
  const answer = await fetch(`${api.url}${PROFILES}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (await answer.json()) as { value?: Record<string, string> };
}

/** Retries while the service is too busy. */
async function post(path: string, body: () => unknown): Promise<Record<string, string>> {
  let made: Record<string, string> | undefined;
  await until(
    async () => {
      made = (await call('POST', path, body())).value;
      return made !== undefined;
    },
    `the service takes a POST of ${path || 'a profile'}`,
  );
  return made ?? {};
}

/** Simulates a partner's traffic: a few requests a second until the end. */
function callRepeatedly(one: () => Promise<unknown>): void {
  const repeat = async () => {
    while (!ended) {
      await one().catch(() => {});
      await delay(150);
    }
  };
  calling.push(repeat());
}

const firing = async (alert: string, labels: Record<string, string> = {}) =>
  (await prometheus.firing()).filter(
    (one) =>
      one.labels.alertname === alert &&
      Object.entries(labels).every(([name, value]) => (one.labels[name] ?? '') === value),
  );
const isFiring = async (alert: string) => (await firing(alert)).length > 0;

/** Waits until the alert fires. */
async function expectAlert(alert: string, labels: Record<string, string>, since: number): Promise<void> {
  let found: Awaited<ReturnType<typeof firing>> = [];
  await until(
    async () => {
      found = await firing(alert, labels);
      return found.length > 0;
    },
    `${alert} ${JSON.stringify(labels)} fires`,
  );
  keep('logs', 'alerts.txt', `${alert} after ${((performance.now() - since) / 1000).toFixed(1)} s`);
  // Uses the result of the last poll, because the alert may have ended since.
  expect(found.map((one) => one.labels.alertname)).toContain(alert);
}

const daysAway = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10).replaceAll('-', '');

/** Each fault is caused in a healthy service. A label with an empty value is one that the alert must not have. */
const FAULTS: [fault: string, alerts: [string, Record<string, string>?][], cause: () => Promise<void>][] = [
  [
    'the last certificate of a partner expires in three days',
    [['CertificateExpiring']],
    async () =>
      registerCertificate(database, await database.addPartner(), await makeCertificate(), {
        notAfter: new Date(Date.now() + 3 * DAY),
      }),
  ],
  [
    'the signing key was not rotated for 200 days',
    [['SigningKeyOld']],
    async () => {
      await database.owner.query(`update signing_keys set activated_at = now() - interval '200 days'`);
    },
  ],
  [
    'partitions are not created',
    [['PartitionsMissing', { table: 'token_requests' }]],
    async () => {
      for (const days of [3, 4, 5, 6, 7]) {
        // The last one does not exist if midnight has passed since the partitions were created.
        await database.owner.query(`drop table if exists token_requests_${daysAway(days)}`);
      }
    },
  ],
  ['a job fails for the last time', [['DeadLetters']], async () => void (await addDeadLetter(database))],
  [
    'a package waits in the queue for three days',
    [['ReviewQueueOld']],
    async () => {
      await post('', validBody);
      await database.owner.query(`update reviews set queued_at = now() - interval '3 days'`);
      const db = openWorkerDb(database, createMetrics('worker'));
      await takeStatistics(workerContext(database, db));
      await db.close();
    },
  ],
  ['the virus scanner dies', [['ScannerDown']], async () => scanner.kill()],
  [
    'the object storage stops answering, also while nobody uploads anything',
    [['StorageFailing', { service: '' }]],
    async () => {
      storage.closeAllConnections();
      storage.close();
    },
  ],
  [
    'the object storage is unavailable',
    [['StorageFailing', { service: 'api' }], ['DocumentsWaiting'], ['ApiErrorBudgetBurn', { severity: 'page' }]],
    async () => {
      const { customerId } = await post('', validBody);
      const link = async (documentCategory: string) => {
        const body = { documentCategory, contentType: 'application/pdf' };
        return (await post(`/${customerId}/documents/upload-link`, () => body)).documentId ?? '';
      };
      const [uploaded, submitted] = [await link('CertificateOfIncorporation'), await link('BankStatement')];
      await database.owner.query(
        `update documents set status = 'Uploaded', version_id = 'v1', uploaded_at = now() - interval '20 minutes' where document_id = $1`,
        [uploaded],
      );
      callRepeatedly(() => call('PATCH', `/${customerId}`, { businessDocumentIdList: [submitted] }));
    },
  ],
  ['Redis dies', [['RateLimitsOpen', { service: 'api' }]], () => redis.kill()],
];

const LATER = ['WorkerMissing', 'ProcessDown', 'OutboxStuck', 'ServiceMissing', 'ServiceNotReady', 'DatabaseFailing'];

test('no alert fires while the service is healthy', async () => {
  const expected = new Set([...FAULTS.flatMap(([, alerts]) => alerts.map(([name]) => name)), ...LATER]);
  const early = async () =>
    (await prometheus.firing()).flatMap(({ labels: { alertname = '' } }) => (expected.has(alertname) ? alertname : []));
  // Before the first scrapes all metrics are missing.
  let found: string[] = [];
  await until(async () => {
    found = await early();
    return found.length === 0;
  }, 'the service is well');
  expect(found).toEqual([]);
});

test('every metric in the rules and dashboards exists, and the documentation lists exactly the existing metrics', () => {
  const names = new Set(reported.flatMap(metricsReported));
  const rules = readRules().groups.flatMap((group) => group.rules);
  // Of Prometheus and its blackbox_exporter.
  const others = ['ALERTS', 'up', 'probe_success', 'probe_ssl_earliest_cert_expiry'];
  const known = new Set([...names, ...others, ...rules.flatMap(({ record }) => record ?? [])]);
  const used = rules.flatMap(({ expr }) => metricsIn(expr));
  expect(used.length).toBeGreaterThan(80);
  const shown = expressionsOfDashboards().flatMap(metricsIn);
  expect(shown.length).toBeGreaterThan(50);
  expect([...new Set([...used, ...shown])].filter((name) => !known.has(name))).toEqual([]);
  const whole = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
  const ours = [...new Set([...names].map(whole))].filter((name) => name.startsWith('onboarding_'));
  expect(ours.sort()).toEqual(documentedMetrics().sort());
});

test('each metric of ours has its old name as well, unless METRICS_OLD_NAMES is false', () => {
  const [last, ...others] = reported
    .map((text) => {
      const names = metricsReported(text).filter((name) => !/^(process|nodejs)_/.test(name));
      const ours = names.filter((name) => name.startsWith('onboarding_'));
      return { ours, rest: names.filter((name) => !ours.includes(name)) };
    })
    .reverse();
  expect(last?.ours.length).toBeGreaterThan(20);
  expect(last?.rest).toEqual([]);
  for (const { ours, rest } of others) expect(rest).toEqual(ours.map((name) => name.replace('onboarding_', '')));
});

describe('a fault raises its alert', () => {
  const expected = FAULTS.flatMap(([fault, alerts]) =>
    alerts.map(([alert, labels = {}]) => ({ fault, alert, labels })),
  );
  const waiting = new Map<string, Promise<void>>();
  // All faults at once, because some alerts take longer to fire than others.
  beforeAll(async () => {
    for (const [fault, alerts, cause] of FAULTS) {
      await cause();
      const since = performance.now();
      for (const [alert, labels = {}] of alerts) waiting.set(`${fault}: ${alert}`, expectAlert(alert, labels, since));
    }
    await Promise.allSettled(waiting.values());
  });

  test.each(expected)('$fault: $alert', async ({ fault, alert }) => {
    await expect(waiting.get(`${fault}: ${alert}`)).resolves.toBeUndefined();
  });

  test('the alert ends when the fault is repaired', async () => {
    await scanner.start();
    await until(async () => !(await isFiring('ScannerDown')), 'ScannerDown ends');
    await expect.poll(() => isFiring('StorageFailing')).toBe(true);
  });
});

describe('a process that dies raises its alerts', () => {
  test('the dispatcher: WorkerMissing, ProcessDown and OutboxStuck', async () => {
    await dispatcher.kill();
    const since = performance.now();
    await recordEvents(database, [partner.partnerId], new Date(Date.now() - 90_000));
    await expectAlert('WorkerMissing', { role: 'webhooks' }, since);
    await expectAlert('ProcessDown', { instance: new URL(dispatcher.metricsUrl).host }, since);
    await expectAlert('OutboxStuck', {}, since);
  });

  test('the identity service: ServiceMissing', async () => {
    await identity.kill();
    await expectAlert('ServiceMissing', { service: 'identity' }, performance.now());
  });

  test('the database, for the API: ServiceNotReady and DatabaseFailing', async () => {
    await proxy.close();
    const since = performance.now();
    await expectAlert('ServiceNotReady', { service: 'api' }, since);
    await expectAlert('DatabaseFailing', { service: 'api' }, since);
  });
});
