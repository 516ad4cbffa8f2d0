// PgBouncer in transaction mode with the settings of docs/pooler.md: tests what shared connections could break.
// tests/journeys/verification.system.test.ts takes a business through the whole process.
import { createLogger } from '@onboarding/platform/logger';
import {
  createNotifier,
  DatabaseUnavailable,
  type Db,
  openListener,
  statement,
  TRANSACTION_LIMITS,
} from '@onboarding/platform/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { openCaller, planCreates, share, tally } from '../harness/load.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { type Pooler, startPooler } from '../harness/servers/pgbouncer.ts';

/** Per role; the API below opens eight times as many to the pooler. */
const SERVER_CONNECTIONS = 5;
const CREATES = 300;
const TRY_AGAIN = new Set(['Service.Unavailable', 'Service.OutcomeUnknown', 'Idempotency.InProgress']);
const SETTINGS = statement<{ seqscan: string; seconds: string }>(
  'test_pooled_settings',
  `select current_setting('enable_seqscan') as seqscan, current_setting('statement_timeout') as seconds`,
);
const SLEEP = statement<never, { seconds: number }>('test_pooled_sleep', 'select pg_sleep(:seconds)');

let database: TestDatabase;
let pooler: Pooler;
let issuer: RunningIssuer;
let api: RunningApi;
const opened: { close(): Promise<void> }[] = [];
const warnings: string[] = [];
const logger = createLogger({ service: 'test', level: 'warn' }, { write: (line) => void warnings.push(line) });

beforeAll(async () => {
  database = await cloneDatabase();
  pooler = await startPooler([database.appUrl, database.workerUrl], SERVER_CONNECTIONS);
  issuer = await runIssuer();
  api = await runApi({
    databaseUrl: pooler.through(database.appUrl),
    issuerUrl: issuer.url,
    environment: { DATABASE_POOL_SIZE: String(8 * SERVER_CONNECTIONS) },
  });
});
afterAll(async () => {
  for (const one of opened) await one.close();
  await api?.stop();
  await issuer?.close();
  await pooler?.close();
  await database?.close();
});

function open(url: string, serverSettings?: Record<string, string>): Db {
  const db = openTestDb(pooler.through(url), {
    limitsOfRole: true,
    ...(serverSettings === undefined ? {} : { serverSettings }),
  });
  opened.push(db);
  return db;
}

const settingsOf = async (db: Db) => (await db.transaction((tx) => tx.rows(SETTINGS, {})))[0];

test('300 creates by 40 concurrent callers succeed over five connections', async () => {
  const token = await issuer.issuer.token(await database.addPartner());
  const callers = Array.from({ length: 8 * SERVER_CONNECTIONS }, () => openCaller(api.url, token));
  const outcomes: string[] = [];
  let most = 0;
  const watch = until(async () => {
    const { rows } = await database.owner.query<{ open: number }>(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and usename = 'onboarding_app'`,
    );
    most = Math.max(most, rows[0]?.open ?? 0);
    return outcomes.length === CREATES;
  }, 'all creates are answered');
  await share(callers, planCreates(CREATES), async (caller, planned) => {
    let answer = await caller.create(planned, true);
    // A busy machine may take too long to open all connections at once; callers then retry.
    while (TRY_AGAIN.has(answer.code ?? '')) answer = await caller.create(planned, true);
    outcomes.push(`${answer.status} ${answer.code ?? ''}`.trim());
  });
  await watch;
  for (const caller of callers) await caller.close();
  expect(tally(outcomes)).toEqual({ 200: CREATES });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(SERVER_CONNECTIONS);
  expect((await database.countRows()).customers).toBe(CREATES);
});

test("a transaction's settings do not leak to the next one on the same connection", async () => {
  const plain = await settingsOf(open(database.workerUrl));
  const set = open(database.workerUrl, { enable_seqscan: 'off', statement_timeout: '1s' });
  expect(await settingsOf(set)).toEqual({ seqscan: 'off', seconds: '1s' });
  for (let turn = 0; turn < 2 * SERVER_CONNECTIONS; turn++)
    expect(await settingsOf(open(database.workerUrl))).toEqual(plain);
});

test('the limits of a role apply through the pooler: the server cancels a slow statement', async () => {
  expect(await settingsOf(open(database.appUrl))).toMatchObject({ seconds: TRANSACTION_LIMITS.statement_timeout });
  const slow = open(database.appUrl).transaction((tx) => tx.rows(SLEEP, { seconds: 30 }));
  await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });
  await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable);
});

test('a notification through the pooler reaches a direct listener, and listening through the pooler logs a warning', async () => {
  let [looked, heard] = [0, 0];
  const listen = (url: string) => {
    // On connecting, a listener calls both handlers once; any further call is a notification.
    const channels = { pooled: () => heard++, pooled_by_nobody: () => looked++ };
    opened.push(openListener({ url, channels, logger }));
  };
  listen(database.workerUrl);
  await until(async () => looked >= 1, 'it listens');
  expect(warnings.join()).not.toContain('DATABASE_DIRECT_URL');
  const notifier = createNotifier({ url: pooler.through(database.appUrl), channel: 'pooled', logger });
  opened.push(notifier);
  notifier.notify();
  await until(async () => heard > looked, 'it hears');
  listen(pooler.through(database.workerUrl));
  await until(async () => warnings.join().includes('DATABASE_DIRECT_URL'), 'the log has a warning');
});
