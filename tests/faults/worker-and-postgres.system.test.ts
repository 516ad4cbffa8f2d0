// A worker while its database goes down and comes back.
import { sendMail } from '@onboarding/domain/mails';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../harness/api.ts';
import { until } from '../harness/patience.ts';
import { type Launch, launchBundle } from '../harness/process.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

let postgres: OwnPostgres;
let mailbox: Mailbox;
let worker: RunningWorker;

beforeAll(async () => {
  postgres = await startOwnPostgres('.test/worker-postgres');
  mailbox = await startMailbox();
});
afterAll(async () => {
  await worker.kill();
  await mailbox.close();
  await postgres.remove();
});

async function send(subject: string): Promise<void> {
  const database = await postgres.open();
  const api = await startTestApi(database);
  await api.context.db.transaction((tx) =>
    sendMail(tx, api.context, { to: 'ada@people.example', subject, text: 'Hello' }, undefined),
  );
  await api.close();
  await database.close();
}
const readiness = () =>
  fetch(`${worker.url}/health/ready`).then(
    (answer) => answer.status,
    () => 0,
  );

test('a worker survives a database outage, reports not ready, and recovers automatically', async () => {
  const database = await postgres.open();
  worker = await runWorker({ database, smtpUrl: mailbox.url });
  await database.close();
  await send('Before');
  await mailbox.waitFor(({ subject }) => subject === 'Before');

  await postgres.server.stop();
  await until(async () => (await readiness()) === 503, 'the worker is not ready');
  expect((await fetch(`${worker.url}/health/live`)).status).toBe(200);
  await postgres.restart();
  await until(async () => (await readiness()) === 200, 'the worker is ready again');

  await send('After');
  await mailbox.waitFor(({ subject }) => subject === 'After');
  expect(worker.process.exitCode).toBeNull();
});

test('a worker that starts before its database waits for it', async () => {
  await worker.stop();
  const database = await postgres.open();
  await database.close();
  await postgres.server.stop();
  const refused = Promise.withResolvers<void>();
  let starts = 0;
  const launch: Launch = async (...args) => {
    starts++;
    const child = await launchBundle(...args);
    child.stdout?.on('data', (text) => {
      if (String(text).includes('job queue unavailable; retrying')) refused.resolve();
    });
    return child;
  };
  const starting = runWorker({ database, smtpUrl: mailbox.url, launch });
  await Promise.race([refused.promise, starting]);
  await postgres.restart();
  worker = await starting;
  expect(starts, 'the process that found no database is the one that works').toBe(1);
  await send('Late');
  expect(await mailbox.waitFor(({ subject }) => subject === 'Late')).toBeDefined();
});
