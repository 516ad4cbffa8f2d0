// A mail from the transaction that queues it to the mailbox, with a real worker process and a real SMTP server.
import { sendMail } from '@onboarding/domain/mails';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

let database: TestDatabase;
let api: TestApi;
let mailbox: Mailbox;
let worker: RunningWorker;

beforeAll(async () => {
  database = await cloneDatabase();
  // Seconds instead of minutes between retries.
  await database.owner.query(`update pgboss.queue set retry_delay = 1, retry_delay_max = 1 where name = 'mail.send'`);
  api = await startTestApi(database);
  mailbox = await startMailbox();
  worker = await runWorker({ database, smtpUrl: mailbox.url });
});
afterAll(async () => {
  await worker.kill();
  await mailbox.close();
  await api.close();
  await database.close();
});

const send = (subject: string) =>
  api.context.db.transaction((tx) =>
    sendMail(
      tx,
      api.context,
      { to: 'ada@people.example', subject, text: `Hello Ada,\nthis is ${subject}.` },
      undefined,
    ),
  );
const times = (subject: string) => mailbox.mails().filter((mail) => mail.subject === subject).length;
const unfinished = async () => {
  const { rows } = await database.owner.query(
    `select count(*)::int as count from pgboss.job where name = 'mail.send' and state <> 'completed'`,
  );
  return rows[0].count;
};

test('a mail arrives, and its job reveals neither recipient nor text', async () => {
  await send('The first');
  const { rows } = await database.owner.query(`select data::text as text from pgboss.job where name = 'mail.send'`);
  expect(rows).toHaveLength(1);
  // Each pattern has a character that neither an id nor base64 contains.
  expect(rows[0].text).not.toMatch(/ada@|\.example|The first/i);
  const mail = await mailbox.waitFor(({ subject }) => subject === 'The first');
  expect(mail).toMatchObject({
    to: ['ada@people.example'],
    from: 'no-reply@service.example',
    text: 'Hello Ada,\nthis is The first.',
  });
  // Wait until the worker has recorded the delivery; otherwise the outage in the next test would cause a second mail.
  await until(async () => (await unfinished()) === 0, 'the job is done');
});

test('mails wait while the mail server is down, and arrive once when it is back', async () => {
  await mailbox.interrupt();
  await send('During the outage');
  await until(async () => {
    const metrics = await (await fetch(worker.metricsUrl)).text();
    return /onboarding_jobs_total\{queue="mail.send",outcome="failed",service="worker",environment="development"\} ([2-9]|\d\d+)/.test(
      metrics,
    );
  }, 'the mail failed twice');
  await mailbox.resume();
  await mailbox.waitFor(({ subject }) => subject === 'During the outage');
  await until(async () => (await unfinished()) === 0, 'the job is done');
  expect(times('During the outage')).toBe(1);
});

test('a stopped worker exits with 0, and the next one sends the mails queued meanwhile, none twice', async () => {
  expect(await worker.stop()).toBe(0);
  await send('Meanwhile');
  expect(times('Meanwhile')).toBe(0);
  worker = await runWorker({ database, smtpUrl: mailbox.url });
  await mailbox.waitFor(({ subject }) => subject === 'Meanwhile');
  await until(async () => (await unfinished()) === 0, 'the job is done');
  expect(mailbox.mails().map(({ subject }) => subject)).toEqual(['The first', 'During the outage', 'Meanwhile']);
});

test('a worker that is killed loses no mail', async () => {
  const subjects = Array.from({ length: 40 }, (_, n) => `Mail ${n}`);
  for (const subject of subjects) await send(subject);
  await mailbox.waitFor(({ subject }) => subject.startsWith('Mail'));
  await worker.kill();
  // Moves the heartbeat back, so that the killed worker's jobs are reassigned immediately. Jobs of live workers never are.
  await database.owner.query(
    `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = 'mail.send' and state = 'active'`,
  );
  worker = await runWorker({ database, smtpUrl: mailbox.url });
  await until(async () => subjects.every((subject) => times(subject) > 0), 'all mails arrive');
  await until(async () => (await unfinished()) === 0, 'all jobs are done');
  // Delivery is at least once: mails accepted by the server but not yet recorded, at most four at a time, are sent again.
  expect(mailbox.mails().length).toBeLessThanOrEqual(3 + subjects.length + 4);
});
