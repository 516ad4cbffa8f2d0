// Screening with real processes: an API that accepts creates, workers that screen, and providers that are slow, unavailable or
// wrong. Creates are not affected, no subject passes unscreened, and every subject is screened once when the provider is back.
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { validBody, validPerson } from '../harness/bodies.ts';
import { checkChain } from '../harness/checks/wholeness.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import type { ScreeningServer } from '../harness/servers/screening-server.ts';
import { startWatchman } from '../harness/servers/watchman-server.ts';
import { startYente } from '../harness/servers/yente-server.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const LISTED = { firstName: 'Sanctia', lastName: 'Listed' };
const LEASE_MS = 3 * 60_000;

interface Provider {
  name: 'watchman' | 'yente';
  /** A 200 response that is not a valid result. */
  wrong: 'no-lists' | 'query-failed';
  start(): Promise<ScreeningServer<string>>;
}

const listed = { 'Sanctia Listed': 0.97 };
const PROVIDERS: Provider[] = [
  { name: 'watchman', wrong: 'no-lists', start: () => startWatchman(listed) as Promise<ScreeningServer<string>> },
  { name: 'yente', wrong: 'query-failed', start: () => startYente(listed) as Promise<ScreeningServer<string>> },
];

let issuer: RunningIssuer;
let database: TestDatabase;
let api: RunningApi;
let partner: TestPartner;
let server: ScreeningServer<string>;
let workers: RunningWorker[] = [];

beforeAll(async () => {
  issuer = await runIssuer();
});
beforeEach(async () => {
  database = await cloneDatabase();
  partner = await database.addPartner();
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url });
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  workers = [];
  await api.kill();
  await server.close();
  await database.close();
});
afterAll(() => issuer.close());

async function startWorker({ name }: Provider, aheadMs = 0): Promise<RunningWorker> {
  const worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:1',
    entry: 'tests/harness/worker-entry.ts',
    environment: {
      WORKER_ROLES: 'screening',
      SCREENING_PROVIDER: name,
      SCREENING_URL: server.url,
      ...(name === 'yente' ? { SCREENING_DATASET: 'sanctions' } : {}),
      AHEAD_MS: String(aheadMs),
    },
  });
  workers.push(worker);
  return worker;
}

async function call(method: string, path: string, body?: unknown) {
  // A new token each time: on a busy machine a test takes longer than a token is valid.
  const token = await issuer.issuer.token(partner);
  const answer = await fetch(`${api.url}/api/partner/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

interface Made {
  customerId: string;
  ms: number;
}

/** Every fourth business has a person on the sanctions list. */
async function create(index: number): Promise<Made> {
  const people = [
    validPerson({ percentageShare: 1 }),
    validPerson({ percentageShare: 1, ...(index % 4 === 0 ? LISTED : {}) }),
  ];
  for (;;) {
    const started = performance.now();
    const { status, text } = await call('POST', '/business-profiles', validBody({ businessPersonList: people }));
    const ms = performance.now() - started;
    // The database is busy with other tests, so retry.
    if (status === 503) continue;
    expect(status).toBe(200);
    return { customerId: JSON.parse(text).value.customerId, ms };
  }
}

/** Creates businesses with a few concurrent callers. */
async function createMany(count: number, callers = 4): Promise<Made[]> {
  const made: Made[] = [];
  let next = 0;
  async function caller(): Promise<void> {
    while (next < count) made.push(await create(next++));
  }
  await Promise.all(Array.from({ length: callers }, caller));
  return made;
}

const medianMs = (made: Made[]) =>
  made.map(({ ms }) => ms).sort((one, other) => one - other)[Math.floor(made.length / 2)] ?? 0;

async function count(text: string): Promise<number> {
  return (await database.owner.query(text)).rows[0].count;
}

const countRows = () => count('select count(*)::int as count from screenings');
const countDue = () => count('select count(*)::int as count from reviews where screening_due_at is not null');
const countTried = () => count('select count(*)::int as count from reviews where screening_tries > 0');
/** Waits for less than the duration of a lease, so that abandoned leases would show. */
const untilNobodyWaits = () => until(async () => (await countDue()) === 0, 'everyone is screened', LEASE_MS - 30_000);

/** Each business and person has exactly one row, which is a hit only for people on the list. */
async function expectEachOnce(): Promise<void> {
  const { rows } = await database.owner.query(
    `select s.ubo_id, s.customer_id, coalesce(p.last_name, '') = 'Listed' as listed, array_agg(x.outcome) as outcomes
     from (select customer_id, null::uuid as ubo_id from customers union all select customer_id, ubo_id from people) s
     left join people p on p.customer_id = s.customer_id and p.ubo_id = s.ubo_id
     left join screenings x on x.customer_id = s.customer_id and x.ubo_id is not distinct from s.ubo_id
     group by 1, 2, 3`,
  );
  expect(rows.length).toBeGreaterThan(0);
  const wrong = rows.filter(({ listed: on, outcomes }) => String(outcomes) !== (on ? 'Hit' : 'Clear'));
  expect(wrong).toEqual([]);
  expect(await countRows()).toBe(rows.length);
}

describe.each(PROVIDERS)('while $name', (provider) => {
  const { wrong } = provider;
  beforeEach(async () => {
    server = await provider.start();
  });

  test.each([
    ['does not answer', 'silent'],
    ['is down', 'down'],
    ['answers with an error', 'error-status'],
    ['answers with an invalid result', wrong],
  ])(
    '%s, creates are not delayed and no subject passes; when it recovers, every subject is screened once',
    async (_how, fault) => {
      await startWorker(provider);
      await createMany(8);
      const well = await createMany(40);
      await untilNobodyWaits();
      const before = await countRows();
      if (fault === 'down') await server.goDown();
      else server.fault = fault;
      const ill = await createMany(40);
      await until(async () => (await countTried()) > 0, 'a try has failed');
      // Businesses created since have no rows and are still due.
      expect(await countRows()).toBe(before);
      expect(await countDue()).toBe(40);
      server.fault = undefined;
      await server.comeUp();
      await untilNobodyWaits();
      await expectEachOnce();
      // Measured before and after, so that other load affects both alike.
      well.push(...(await createMany(40)));
      // Waiting for the provider would take up to ten seconds; one second is allowed for a busy machine.
      expect(medianMs(ill)).toBeLessThan(Math.max(4 * medianMs(well), 1_000));
      await untilNobodyWaits();
      await expectEachOnce();
    },
  );
});

describe('a worker', () => {
  const [provider] = PROVIDERS as [Provider, ...Provider[]];
  beforeEach(async () => {
    server = await provider.start();
  });

  test('that is killed while screening leaves no subject without a row or with two', async () => {
    const made = await createMany(40);
    server.delayMs = 40;
    for (let kill = 0; kill < 3; kill++) {
      const already = await countRows();
      const worker = await startWorker(provider, kill * LEASE_MS);
      await until(async () => (await countRows()) > already + 9, 'some are screened');
      await worker.kill();
    }
    expect(await countDue()).toBeGreaterThan(0);
    await startWorker(provider, 3 * LEASE_MS + 1_000);
    await untilNobodyWaits();
    await expectEachOnce();
    for (const { customerId } of made.slice(0, 10)) {
      expect(await checkChain(database.owner, customerId)).toBeGreaterThanOrEqual(2);
    }
  });

  test('that is stopped releases the packages it is screening without counting a failed attempt', async () => {
    server.fault = 'silent';
    const worker = await startWorker(provider);
    await createMany(4);
    await until(
      async () => (await count('select count(*)::int as count from reviews where screening_due_at > now()')) > 0,
      'asked',
    );
    expect(await worker.stop()).toBe(0);
    expect(
      await count(`select count(*)::int as count from reviews where screening_due_at <= now() and screening_tries = 0`),
    ).toBe(4);
  });

  test('screens only the person that a PATCH adds', async () => {
    await startWorker(provider);
    const { customerId } = await create(1);
    await untilNobodyWaits();
    server.asked.length = 0;
    const path = `/business-profiles/${customerId}`;
    const added = validPerson({ firstName: 'Chi', lastName: 'Obi', percentageShare: 1 });
    expect((await call('PATCH', path, { businessPersonList: [added] })).status).toBe(200);
    await until(async () => (await countRows()) === 4, 'the added one is screened');
    expect(server.asked).toEqual(['Chi Obi']);
  });

  test('does not reveal a hit in reads, events, log lines, metrics or jobs', async () => {
    const worker = await startWorker(provider);
    const { customerId } = await create(0);
    const path = `/business-profiles/${customerId}`;
    const paths = [path, `${path}/verification-status`, '/business-profiles', '/changes'];
    await until(async () => (await countRows()) === 3, 'all are screened');
    await untilNobodyWaits();
    await expectEachOnce();
    const reads = await Promise.all(paths.map((one) => call('GET', one)));
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { rows: events } = await database.owner.query('select body from events');
    expect(JSON.stringify([reads, events])).not.toMatch(/screening|us_ofac|"hits?"|"review\./i);
    const { rows: jobs } = await database.owner.query('select data from pgboss.job');
    const readLog = () => readFileSync(`.test/artefacts/logs/worker-${worker.process.pid}.log`, 'utf8');
    // Logged and counted after the commit.
    await until(async () => readLog().includes('package screened'), 'the log tells of it');
    const metrics = await (await fetch(worker.metricsUrl)).text();
    expect(metrics).toMatch(/onboarding_screening_subjects_total\{[^}]*outcome="Hit"[^}]*\} 1/);
    expect(metrics).toMatch(/onboarding_screening_due\{service="worker",environment="development"\} 0/);
    const log = readLog();
    expect(log).toContain('package screened');
    expect([log, metrics, JSON.stringify(jobs)].join()).not.toMatch(/sanctia|listed|okafor|us_ofac|Lagos Trading/i);
    const tied = log.split('\n').filter((line) => line.includes(customerId));
    expect(tied.join()).not.toMatch(/hit/i);
  });
});
