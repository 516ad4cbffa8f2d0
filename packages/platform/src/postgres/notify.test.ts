import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { until } from '../../../../tests/harness/process.ts';
import { createLogger } from '../logger/index.ts';
import { type Listener, openListener } from './listen.ts';
import { createNotifier, type Notifier } from './notify.ts';

let database: TestDatabase;
let listener: Listener | undefined;
let notifier: Notifier | undefined;
let warnings: string[] = [];
const logger = createLogger({ service: 'test', level: 'warn' }, { write: (line) => void warnings.push(line) });

beforeAll(async () => {
  database = await cloneDatabase();
});
afterEach(async () => {
  await notifier?.close();
  await listener?.close();
  warnings = [];
});
afterAll(() => database.close());

function listen(channel: string, onNotified: () => void): void {
  listener = openListener({ url: database.workerUrl, channel, logger, onNotified });
}
function open(channel: string, url = database.appUrl): Notifier {
  notifier = createNotifier({ url, channel, logger });
  return notifier;
}

test('a listener hears what a notifier of another role says, the first at once and many as few', async () => {
  const heard = new pg.Client({ connectionString: database.ownerUrl });
  await heard.connect();
  let count = 0;
  heard.on('notification', () => count++);
  await heard.query('listen many');
  const { notify } = open('many');
  const started = performance.now();
  for (let call = 0; call < 1_000; call++) {
    notify();
    if (call % 100 === 0) await once(process, 'nothing', { signal: AbortSignal.timeout(2) }).catch(() => {});
  }
  await until(async () => count >= 2, 'the first and a later one are heard');
  await heard.query('select 1');
  expect(count).toBeLessThanOrEqual(2 + (performance.now() - started) / 5);
  await heard.end();
});

test('a listener whose connection breaks opens another, and looks once for what it has missed', async () => {
  let heard = 0;
  listen('broken', () => heard++);
  await until(async () => heard === 1, 'it listens');
  const { notify } = open('broken');
  notify();
  await until(async () => heard === 2, 'it hears');
  const admin = new pg.Client({ connectionString: database.superuserUrl });
  await admin.connect();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name in ('onboarding-listen', 'onboarding-notify')`,
  );
  await admin.end();
  await until(async () => heard === 3, 'it listens again');
  await until(async () => {
    notify();
    return heard >= 4;
  }, 'it hears again');
  expect(heard).toBeGreaterThanOrEqual(4);
});

test('a notifier without a database neither fails nor waits, and tells the log only', async () => {
  const url = new URL(database.appUrl);
  url.port = '1';
  const { notify } = open('nowhere', url.toString());
  expect(notify()).toBeUndefined();
  await until(async () => warnings.length > 0, 'the log is told');
  expect(warnings[0]).toContain('a notification could not be sent');
});
