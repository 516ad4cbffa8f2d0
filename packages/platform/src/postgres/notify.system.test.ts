import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { until } from '../../../../tests/harness/patience.ts';
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

/** Counts reconnects with a channel that is never notified: on a busy machine it may consider its connection lost. */
function listen(channel: string): { looked: number; heard: number } {
  const counts = { looked: 0, heard: 0 };
  const channels = { [channel]: () => counts.heard++, [`${channel}_by_nobody`]: () => counts.looked++ };
  listener = openListener({ url: database.workerUrl, channels, logger });
  return counts;
}
function open(channel: string, url = database.appUrl): Notifier {
  notifier = createNotifier({ url, channel, logger });
  return notifier;
}

test('a listener of another role gets the first notification at once, and only a few of a burst', async () => {
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

test('a listener reconnects after a lost connection and checks once for missed notifications', async () => {
  const counts = listen('broken');
  // After a connect it calls the handlers of all channels, so only the difference was notified.
  const said = () => counts.heard - counts.looked;
  await until(async () => counts.looked >= 1, 'it listens');
  const { notify } = open('broken');
  notify();
  await until(async () => said() >= 1, 'it hears');
  const before = { looked: counts.looked, said: said() };
  const admin = new pg.Client({ connectionString: database.superuserUrl });
  await admin.connect();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name in ('onboarding-listen', 'onboarding-notify')`,
  );
  await admin.end();
  await until(async () => counts.looked > before.looked, 'it listens again');
  await until(async () => {
    notify();
    return said() > before.said;
  }, 'it hears again');
  const otherLosses = warnings.filter((line) => line.includes('cannot listen')).length;
  expect(counts.looked).toBeLessThanOrEqual(2 + otherLosses);
});

test('a notifier without a database neither throws nor waits, and only logs a warning', async () => {
  const url = new URL(database.appUrl);
  url.port = '1';
  const { notify } = open('nowhere', url.toString());
  expect(notify()).toBeUndefined();
  await until(async () => warnings.length > 0, 'the log has a warning');
  expect(warnings[0]).toContain('notification could not be sent');
});
