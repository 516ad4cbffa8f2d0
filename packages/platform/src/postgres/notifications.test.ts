import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { until } from '../../../../tests/harness/patience.ts';
import { createLogger } from '../logger/index.ts';
import { createNotifier, openListener } from './index.ts';

let database: TestDatabase;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  database = await cloneDatabase();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(() => database.close());

const lines: string[] = [];
const logger = createLogger(
  { service: 'worker', level: 'info' },
  { write: (line) => void lines.push(JSON.parse(line).msg) },
);
/** A listener on two channels, after its first connection. */
async function listen() {
  const heard = { one: 0, Other: 0 };
  const payloads: string[] = [];
  const count = (name: keyof typeof heard) => (payload: string) => {
    heard[name]++;
    payloads.push(payload);
  };
  const listener = openListener({
    url: database.appUrl,
    channels: { one: count('one'), Other: count('Other') },
    logger,
  });
  open.push(listener);
  await until(async () => heard.one === 1 && heard.Other === 1, 'it has connected');
  return { heard, payloads, listener };
}
function notifier(channel: string, everyMs?: number) {
  const made = createNotifier({ url: database.appUrl, channel, logger, ...(everyMs === undefined ? {} : { everyMs }) });
  open.push(made);
  return made;
}
const connections = async (name: string) =>
  (
    await database.owner.query('select pid from pg_stat_activity where datname = $1 and application_name = $2', [
      database.name,
      name,
    ])
  ).rows.map(({ pid }) => pid);

test('a notification reaches the handler of its channel only', async () => {
  const { heard } = await listen();
  notifier('Other').notify();
  await until(async () => heard.Other === 2, 'it is heard');
  notifier('one').notify();
  await until(async () => heard.one === 2, 'it is heard');
  expect(heard).toEqual({ one: 2, Other: 2 });
});

test('many notifications at once are sent as the first and at most one more, over one connection', async () => {
  const { heard } = await listen();
  const many = notifier('one');
  for (let count = 0; count < 50; count++) many.notify();
  await until(async () => heard.one >= 3, 'the first and a later one are heard');
  expect(await connections('onboarding-notify')).toHaveLength(1);
  await many.close();
  expect(heard.one).toBe(3);
  many.notify();
  await notifier('Other').close();
  expect(await connections('onboarding-notify')).toEqual([]);
});

test('the names of notifications at about the same time are sent together, each once', async () => {
  const { heard, payloads } = await listen();
  // The first is sent at once.
  const many = notifier('one', 200);
  for (const names of [['a'], ['b'], ['c', 'b'], [], ['a']]) many.notify(names);
  await until(async () => heard.one === 3, 'all are heard');
  expect(payloads).toEqual(['', '', 'a', 'b,c,a']);
});

test.each(['onboarding-listen', 'onboarding-notify'])(
  'after the connection %s is lost, notifications arrive again',
  async (name) => {
    const { heard } = await listen();
    const sender = notifier('one');
    sender.notify();
    await until(async () => heard.one === 2, 'it is heard');
    const [pid] = await connections(name);
    const own = new pg.Client({ connectionString: database.appUrl });
    await own.connect();
    await own.query('select pg_terminate_backend($1)', [pid]);
    await own.end();
    await until(async () => !(await connections(name)).includes(pid), 'the connection is gone');
    await until(async () => {
      sender.notify();
      return heard.one > 3;
    }, 'it is heard again');
    expect(heard.one).toBeGreaterThan(3);
  },
);

test('a closed listener leaves no connection and hears nothing', async () => {
  const { heard, listener } = await listen();
  await listener.close();
  expect(await connections('onboarding-listen')).toEqual([]);
  expect(heard).toEqual({ one: 1, Other: 1 });
});

test('a notifier without a server neither fails nor waits, and logs that listeners will poll', async () => {
  const away = createNotifier({ url: 'postgres://x@127.0.0.1:9/x', channel: 'one', logger });
  away.notify();
  await away.close();
  expect(lines).toContain('notification could not be sent; listeners will poll');
});
