// What a worker process opens for its roles, what a notification wakes, and that a stop leaves nothing open.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ANCHOR_QUEUE } from '@onboarding/domain/anchors';
import { ARRIVALS_CHANNEL } from '@onboarding/domain/uploads';
import { WORK_CHANNEL } from '@onboarding/domain/waking';
import { DISPATCHER_SETTINGS } from '@onboarding/domain/webhooks';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics, type Registry } from '@onboarding/platform/metrics';
import type { Foundation } from '@onboarding/platform/service';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { openTestDb } from '../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { addDelivery, addEndpoint, deliveriesOf, wakeLane } from '../../../tests/harness/dispatching.ts';
import { NO_STORAGE, storageEnvironment } from '../../../tests/harness/no-storage.ts';
import { until } from '../../../tests/harness/patience.ts';
import { startMailbox } from '../../../tests/harness/servers/mail.ts';
import { TEST_KEY_RING } from '../../../tests/harness/values.ts';
import { LOOK_EVERY_MS } from './anchors/anchors.ts';
import { type Role, readWorkerConfig, type WorkerConfig } from './config.ts';
import { GATHER_MS } from './reviews/reviews.ts';
import { openWorker } from './worker.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

/** A scanner that returns only its version. */
const scanner = createServer((socket) => {
  socket.once('data', () => socket.end('ClamAV 1.0.7/27000/Sun Nov 15 08:00:00 2026\0'));
});
let scannerPort: number;
beforeAll(async () => {
  scannerPort = await freePort();
  await once(scanner.listen(scannerPort, '127.0.0.1'), 'listening');
});
afterAll(() => void scanner.close());

let registry: Registry;
let pools: { name: string; poolSize: number; url?: string | undefined; open: boolean; settings: unknown }[];
let observed: string[];
/** Names of the statements that ran on the pool of the process. */
let statements: string[];
let aheadMs: number;
let wakeAfterCommit: Parameters<Foundation['onWoken']>[0] | undefined;
let running: Awaited<ReturnType<typeof openWorker>> | undefined;
let db: Foundation['db'];
let url: string;
beforeEach(() => {
  registry = createMetrics('worker');
  pools = [];
  observed = [];
  statements = [];
  aheadMs = 0;
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  await db.close();
  vi.restoreAllMocks();
});

async function open(roles: readonly Role[], changes: Partial<WorkerConfig> = {}): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const config = readWorkerConfig({
    ENVIRONMENT: 'development',
    PORT: String(port),
    DATABASE_URL: database.workerUrl,
    KEY_RING: JSON.stringify(TEST_KEY_RING),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Onboarding <no-reply@service.example>',
    PORTAL_URL: 'https://portal.example',
    ...storageEnvironment(NO_STORAGE),
    CLAMD_HOST: '127.0.0.1',
    CLAMD_PORT: String(scannerPort),
    SCREENING_PROVIDER: 'builtin',
    WORKER_ROLES: roles.join(','),
  });
  const logger = createLogger({ service: 'worker', level: 'silent' });
  db = openTestDb(database.workerUrl, { poolSize: 4, beforeStatement: (name) => void statements.push(name) });
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const foundation: Foundation = {
    logger,
    registry,
    db,
    observePool: (name) => void observed.push(name),
    onWoken(listener) {
      wakeAfterCommit = listener;
    },
    openPool({ name, poolSize, url: other, serverSettings }) {
      const own = { name, poolSize, url: other, open: true, settings: serverSettings };
      pools.push(own);
      const opened = openTestDb(other ?? database.workerUrl, { poolSize });
      return {
        ...opened,
        async close() {
          own.open = false;
          await opened.close();
        },
      };
    },
  };
  running = await openWorker(foundation, { ...config, ...changes }, { clock });
}

/** The names of the connections of the process besides its pools. */
async function connections(): Promise<string[]> {
  const { rows } = await database.owner.query(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'onboarding-%' order by 1`,
  );
  return rows.map(({ name }) => name);
}

const notify = (channel: string, payload = '') => database.owner.query('select pg_notify($1, $2)', [channel, payload]);
const ready = async () => (await fetch(`${url}/health/ready`)).status;
const metric = async (pattern: RegExp) => pattern.test(await registry.metrics());

/** Lists the timers that the service's own code has started and neither cleared nor let fire. */
function watchTimers(): () => string[] {
  const open = new Map<unknown, string>();
  for (const [start, end] of [
    ['setInterval', 'clearInterval'],
    ['setTimeout', 'clearTimeout'],
  ] as const) {
    const [original, clear] = [globalThis[start], globalThis[end]];
    vi.spyOn(globalThis, start).mockImplementation(((run: () => void, ms?: number) => {
      const fire = () => {
        if (start === 'setTimeout') open.delete(timer);
        run();
      };
      const timer = original(fire, ms);
      const from = new Error('started here').stack?.split('\n')[3] ?? '';
      if (/(apps|packages)\/\w+\/src/.test(from)) open.set(timer, from.trim());
      return timer;
    }) as typeof original);
    vi.spyOn(globalThis, end).mockImplementation((timer) => {
      open.delete(timer);
      clear(timer);
    });
  }
  return () => [...open.values()];
}

interface Opened {
  /** Prefixes of metrics that only a process with the role has. */
  metrics: string[];
  listens: boolean;
  pools: string[];
  /** The source of a timer that runs until the process closes. */
  timer?: string;
}
const NOTHING: Opened = { metrics: [], listens: false, pools: [] };
const OPENED: Record<Role, Opened> = {
  mail: NOTHING,
  webhooks: { metrics: ['onboarding_webhook_'], listens: true, pools: ['dispatcher 6'] },
  documents: {
    metrics: ['onboarding_clamd_up', 'onboarding_documents_', 'onboarding_storage_'],
    listens: true,
    pools: [],
    timer: 'protection.ts',
  },
  reviews: { metrics: ['onboarding_review_flags_'], listens: true, pools: [] },
  screening: { metrics: ['onboarding_screening_'], listens: true, pools: [] },
  housekeeping: {
    metrics: ['onboarding_retention_', 'onboarding_audit_anchor'],
    listens: false,
    pools: [],
    timer: 'anchors.ts',
  },
};
const ALL = Object.values(OPENED).flatMap(({ metrics }) => metrics);

describe.each(Object.entries(OPENED) as [Role, Opened][])('a process with the role %s', (role, opened) => {
  test('opens only what the role needs, becomes ready, and closes everything', async () => {
    const openTimers = watchTimers();
    await open([role]);
    await until(async () => (await ready()) === 200, 'it is ready');
    expect((await fetch(url)).headers.has('strict-transport-security')).toBe(false);
    const names = (await registry.getMetricsAsJSON()).map(({ name }) => name);
    expect(ALL.filter((prefix) => names.some((name) => name.startsWith(prefix)))).toEqual(opened.metrics);
    expect(pools.map(({ name, poolSize }) => `${name} ${poolSize}`)).toEqual(opened.pools);
    const listener = opened.listens ? ['onboarding-listen'] : [];
    await until(
      async () => (await connections()).join() === ['onboarding-jobs', ...listener].join(),
      'it is connected',
    );
    expect(observed).toEqual(['jobs']);
    running?.drain();
    expect(await ready()).toBe(503);
    expect(openTimers().join()).toContain(opened.timer ?? '');
    await running?.close();
    running = undefined;
    await until(async () => (await connections()).length === 0, 'it has no connections');
    expect(pools.filter((pool) => pool.open)).toEqual([]);
    expect(openTimers()).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();
  });
});

test('the dispatcher uses its own planner settings, and both of its loops are watched', async () => {
  await open(['webhooks']);
  expect(pools).toMatchObject([{ url: undefined, settings: DISPATCHER_SETTINGS }]);
  for (const queue of ['event_outbox', 'webhook_lanes']) {
    const polled = new RegExp(`onboarding_queue_last_poll_timestamp_seconds\\{queue="${queue}",role="webhooks"`);
    await until(() => metric(polled), `${queue} is polled`);
  }
});

test('a receiver gets the configured time to respond, and the next attempt follows the configured wait', async () => {
  const silent = createServer();
  const port = await freePort();
  await once(silent.listen(port, '127.0.0.1'), 'listening');
  const { partnerId } = await addEndpoint(database, 'https://hooks.acme.example/');
  const { deliveryId } = await addDelivery(database, partnerId);
  await wakeLane(database, partnerId);
  try {
    await open(['webhooks'], {
      WEBHOOK_LOOPBACK_RECEIVERS: new Map([['hooks.acme.example', port]]),
      WEBHOOK_TIMEOUT_SECONDS: 1,
      WEBHOOK_RETRY_SECONDS: [400, 400, 400, 400, 400, 400, 400],
    });
    await until(async () => (await deliveriesOf(database, partnerId))[0]?.attempts.length === 1, 'it was attempted');
    const { rows } = await database.owner.query(
      `select a.error_kind, a.duration_ms, extract(epoch from d.next_attempt_at - a.sent_at)::int as wait from webhook_attempts a
       join webhook_deliveries d using (partner_id, delivery_id) where delivery_id = $1`,
      [deliveryId],
    );
    expect(rows).toEqual([
      {
        error_kind: 'ResponseTimeout',
        duration_ms: expect.toSatisfy((took) => took >= 990),
        wait: expect.toSatisfy((wait) => wait >= 400 && wait <= 490),
      },
    ]);
  } finally {
    silent.close();
  }
});

test('the storage is asked at each scrape, and is not up while it is unavailable', async () => {
  await open(['documents']);
  expect(await metric(/^onboarding_storage_up\{.*\} 0$/m)).toBe(true);
});

test('documents are scanned by the configured scanner', async () => {
  await open(['documents']);
  expect(await metric(/^onboarding_clamd_up\{.*\} 1$/m)).toBe(true);
});

test('notifications arrive on the direct connection to the database, if one is configured', async () => {
  await open(['reviews'], { DATABASE_DIRECT_URL: database.appUrl });
  const listeners = async () =>
    (
      await database.owner.query(
        `select usename as role from pg_stat_activity
         where datname = current_database() and application_name = 'onboarding-listen'`,
      )
    ).rows;
  await until(async () => (await listeners()).length === 1, 'it listens');
  expect(await listeners()).toEqual([{ role: new URL(database.appUrl).username }]);
});

test('a sandbox has its own pool with the staff role', async () => {
  await open(['reviews'], { sandbox: { staffUrl: database.staffUrl } });
  expect(pools).toMatchObject([{ name: 'sandbox', url: database.staffUrl, open: true }]);
  await running?.close();
  running = undefined;
  expect(pools).toMatchObject([{ open: false }]);
});

test('a notification wakes the work that it names, all of it without a name, and an arrival wakes documents', async () => {
  await open(['reviews', 'screening', 'documents']);
  const [flags, screenings, documents] = ['flags_lease', 'review_lease_screenings', 'documents_lease_due'];
  const hasLooked = (names: string[]) => async () => names.every((name) => statements.includes(name));
  // A listener that has just connected polls for missed work.
  await until(hasLooked([flags, screenings, documents]), 'it listens');
  for (const [channel, payload, names] of [
    [WORK_CHANNEL, '', [flags, screenings]],
    [WORK_CHANNEL, 'Events,Flags', [flags]],
    [WORK_CHANNEL, 'Screenings,Lanes', [screenings]],
    [ARRIVALS_CHANNEL, '', [documents]],
  ] as const) {
    statements = [];
    await notify(channel, payload);
    await until(hasLooked([...names]), `${channel} ${payload} is heard`);
    expect(statements).toEqual(expect.arrayContaining([...names]));
  }
  statements = [];
  await notify(WORK_CHANNEL, 'Screenings');
  await until(hasLooked([screenings]), 'screening is woken');
  await delay(GATHER_MS + 100);
  expect(statements).not.toContain(flags);
});

test('work that a transaction woke is notified by its name', async () => {
  await open(['reviews']);
  const heard: string[] = [];
  const client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.query(`listen ${WORK_CHANNEL}`);
  wakeAfterCommit?.(new Set(['Events', 'Flags']));
  await until(async () => heard.length > 0, 'it is notified');
  expect(heard).toEqual(['Events,Flags']);
  await client.end();
});

test('a job runs its handler, which uses the configured mail server and portal URL', async () => {
  const { partnerId } = await database.addPartner();
  const email = `admin-${partnerId}@partner.example`;
  await database.owner.query(
    `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, created_at)
     values (gen_random_uuid(), 'partner', $1, 'admin', $2, $2, 'Ada Lovelace', 'Active', now())`,
    [partnerId, email],
  );
  await database.owner.query(
    `insert into api_certificates (partner_id, certificate_id, name, subject, thumbprint, spki_hash, pem, not_before, not_after, registered_at)
     values ($1, gen_random_uuid(), 'Production', 'CN=acme', 'thumb', $2, 'pem', now() - interval '1 year', now() + interval '5 days', now())`,
    [partnerId, Buffer.alloc(32, 7)],
  );
  const mailbox = await startMailbox();
  try {
    await open(['mail', 'housekeeping'], {
      mail: { url: mailbox.url, from: 'Onboarding <no-reply@service.example>', requireTls: false },
      JOBS_POLL_SECONDS: 0.5,
    });
    await db.transaction((tx) => createJobs().send(tx, 'certificates.warn', {}));
    const mail = await mailbox.waitFor(({ to }) => to.includes(email));
    expect(mail.text).toContain('https://portal.example/portal/credentials');
  } finally {
    await mailbox.close();
  }
});

test('a worker that starts again reads the newest anchor from the anchor store at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anchors-'));
  const anchors = { kind: 'file', path: join(folder, 'statements') } as const;
  const published = () => metric(/^onboarding_audit_anchor_last_timestamp_seconds\{.*what="published".*\} [1-9]/m);
  try {
    await open(['housekeeping'], { anchors, JOBS_POLL_SECONDS: 0.5 });
    await db.transaction((tx) => createJobs().send(tx, ANCHOR_QUEUE, {}));
    await until(published, 'an anchor is published');
    await running?.close();
    await db.close();
    registry = createMetrics('worker');
    // Without the periodic reads, only the one at the start remains.
    const start = globalThis.setInterval;
    vi.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, ms: number) =>
      start(ms === LOOK_EVERY_MS ? () => {} : run, ms)) as typeof start);
    await open(['housekeeping'], { anchors, JOBS_POLL_SECONDS: 600 });
    await until(published, 'the anchor was read');
    expect(await metric(/^onboarding_audit_anchor_refused\{.*\} 0$/m)).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a worker is', () => {
  test('not ready while statements about the audit trail are late', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'anchors-'));
    try {
      await open(['housekeeping'], { anchors: { kind: 'file', path: join(folder, 'statements') }, anchorMinutes: 5 });
      expect(await ready()).toBe(200);
      aheadMs = 10 * 60_000 + 1_000;
      await until(async () => (await ready()) === 503, 'the lateness is noticed');
      expect(await (await fetch(`${url}/health/ready`)).text()).toContain('statements about the audit trail are late');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('ready between two polls, even with JOBS_STALLED_AFTER_SECONDS at 0', async () => {
    await open(['mail'], { JOBS_POLL_SECONDS: 60, JOBS_STALLED_AFTER_SECONDS: 0, ENVIRONMENT: 'sandbox' });
    const { status, headers } = await fetch(`${url}/health/ready`);
    expect(status).toBe(200);
    // Plain HTTP is allowed only in development.
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=/);
  });

  test('not started in production while country decisions are missing', async () => {
    await database.owner.query(`update country_lists set standing = 'Undecided', decided_by = null`);
    await expect(open(['mail'], { ENVIRONMENT: 'production' })).rejects.toThrow(/countr/);
    await expect(fetch(url)).rejects.toThrow();
  });
});
