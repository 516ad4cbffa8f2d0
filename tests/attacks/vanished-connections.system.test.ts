// Connections to the database vanish silently, as with firewalls and dying hosts: no answer, no refusal. Each service has its
// own proxy to the database for all its connections.
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { sendMail } from '@onboarding/domain/mails';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { validBody } from '../harness/bodies.ts';
import { makeAssertion, tokenForm } from '../harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { addEndpoint, recordEvents } from '../harness/dispatching.ts';
import { until } from '../harness/patience.ts';
import { type RunningIssuer, type RunningProcess, runApi, runIdentity, runIssuer } from '../harness/process.ts';
import { addMachine, type Machine } from '../harness/scenes/asking.ts';
import { NO_LIMITS } from '../harness/scenes/identity-process.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import { startTcpProxy, type TcpProxy } from '../harness/servers/tcp-proxy.ts';
import { type SignedIn, signIn } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const BACK_WITHIN_SECONDS = 30;
/** For how long a dispatcher leases a lane. */
const LEASE_SECONDS = 60;
/** As many as each pool holds, so that all its connections are open when they vanish. */
const POOL = 4;

let database: TestDatabase;
let direct: TestApi;
let issuer: RunningIssuer;
let mailbox: Mailbox;
let receiver: Receiver;
let lines: { api: TcpProxy; identity: TcpProxy; worker: TcpProxy };
let api: RunningProcess;
let identity: RunningProcess;
let worker: RunningWorker;
let machine: Machine;
let analyst: SignedIn;
let hooked: string;
/** Work that must not be lost. */
const owed = { creates: [] as string[], mails: [] as string[], events: [] as string[] };

beforeAll(async () => {
  database = await cloneDatabase();
  const port = Number(new URL(database.appUrl).port);
  const [one, two, three] = await Promise.all([startTcpProxy(port), startTcpProxy(port), startTcpProxy(port)]);
  lines = { api: one, identity: two, worker: three };
  [direct, issuer, mailbox, receiver] = await Promise.all([
    startTestApi(database),
    runIssuer(),
    startMailbox(),
    startReceiver(),
  ]);
  const DATABASE_POOL_SIZE = String(POOL);
  // One by one: on a busy machine, each takes a while.
  api = await runApi({
    databaseUrl: lines.api.through(database.appUrl),
    issuerUrl: issuer.url,
    environment: {
      DATABASE_POOL_SIZE,
      STAFF_DATABASE_URL: lines.api.through(database.staffUrl),
      CONSOLE_URL: ORIGINS.staff,
      CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
    },
  });
  identity = await runIdentity({
    databaseUrl: lines.identity.through(database.identityUrl),
    // Retries must not hit the limit per minute.
    environment: { DATABASE_POOL_SIZE, ...NO_LIMITS },
  });
  worker = await runWorker({
    database: { workerUrl: lines.worker.through(database.workerUrl) },
    smtpUrl: mailbox.url,
    environment: {
      DATABASE_POOL_SIZE,
      WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting,
      NODE_EXTRA_CA_CERTS: receiver.caFile,
      JOBS_STALLED_AFTER_SECONDS: '5',
    },
  });
  machine = await addMachine(database);
  analyst = await signIn(database, { realm: 'staff' });
  ({ partnerId: hooked } = await addEndpoint(database, receiver.url()));
});
afterAll(async () => {
  await Promise.all([api, identity, worker].map((running) => running?.kill()));
  await direct.close();
  await Promise.all([issuer.close(), mailbox.close(), receiver.close(), ...Object.values(lines).map((l) => l.close())]);
  await database.close();
});

/** One attempt at each service's work, in ways that use different connections. Throws if it failed. */
const work = {
  async api(key: string = crypto.randomUUID()) {
    const answer = await fetch(`${api.url}/api/partner/v1/business-profiles`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await issuer.issuer.token(machine.partner)}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(validBody({ partnerCustomerId: key })),
    });
    expect(answer.status).toBe(200);
    return key;
  },
  async staff() {
    const answer = await fetch(`${api.url}/api/compliance/v1/queue`, { headers: analyst.cookie });
    expect(answer.status).toBe(200);
  },
  async identity() {
    const assertion = await makeAssertion(
      `http://localhost:${new URL(identity.url).port}`,
      machine.partner,
      machine.certificate,
    );
    const answer = await fetch(`${identity.url}/oauth2/token`, { method: 'POST', body: tokenForm(assertion) });
    expect(answer.status).toBe(200);
  },
};

/** Retries until it succeeds once; returns the seconds since the start. */
async function secondsUntil(started: number, done: () => Promise<boolean>, what: string): Promise<number> {
  await until(() => done().catch(() => false), what);
  return Math.round((performance.now() - started) / 100) / 10;
}
const succeeds = (attempt: () => Promise<unknown>) => () => attempt().then(() => true);

async function mail(): Promise<string> {
  const subject = crypto.randomUUID();
  await direct.context.db.transaction((tx) =>
    sendMail(tx, direct.context, { to: 'ada@people.example', subject, text: 'x' }, undefined),
  );
  owed.mails.push(subject);
  return subject;
}
async function event(): Promise<string> {
  const [made] = await recordEvents(database, [hooked]);
  if (made === undefined) throw new Error('No event was recorded');
  owed.events.push(made.eventId);
  return made.eventId;
}
const mailed = (subject: string) => mailbox.mails().some((one) => one.subject === subject);
const received = (eventId: string) => receiver.requests.some(({ body }) => body.includes(eventId));
/** Whether the customer is flagged and screened. */
async function isReviewed(key: string): Promise<boolean> {
  const { rows } = await database.owner.query(
    `select r.flags_due_at is null and r.screening_due_at is null as done
     from reviews r join customers c using (partner_id, customer_id) where c.partner_customer_id = $1`,
    [key],
  );
  return rows[0]?.done === true;
}

/** Puts all services to work, so that all their connections are open. */
async function warmUp(): Promise<void> {
  // Retries: on a busy machine, a service may not have recovered from the previous attack yet.
  const insist = (attempt: () => Promise<unknown>) => secondsUntil(0, succeeds(attempt), 'all is at work');
  const many = Array.from({ length: POOL * 2 }, () => crypto.randomUUID());
  owed.creates.push(...many);
  await Promise.all(many.map((key) => insist(() => work.api(key))));
  await Promise.all(many.map(() => Promise.all([insist(work.identity), insist(work.staff)])));
  const [subject, eventId] = await Promise.all([mail(), event()]);
  await until(async () => mailed(subject) && received(eventId), 'all is at work');
}

/** How long each kind of work takes, in seconds. */
async function untilDone(): Promise<Record<string, number>> {
  const started = performance.now();
  const key = crypto.randomUUID();
  owed.creates.push(key);
  const [subject, eventId] = await Promise.all([mail(), event()]);
  const [create, staff, tokens, mails, webhooks] = await Promise.all([
    secondsUntil(
      started,
      succeeds(() => work.api(key)),
      'a create',
    ),
    secondsUntil(started, succeeds(work.staff), "the analysts' queue"),
    secondsUntil(started, succeeds(work.identity), 'a token'),
    secondsUntil(started, async () => mailed(subject), 'a mail'),
    secondsUntil(started, async () => received(eventId), 'a webhook'),
  ]);
  const reviewed = await secondsUntil(started, () => isReviewed(key), 'flags and screening of the create');
  return { create, staff, tokens, mails, webhooks, reviewed };
}

/** Whole lines of its log: a chunk may end in the middle of one. */
function onLine({ process }: Pick<RunningProcess, 'process'>, hear: (line: string) => void): void {
  if (process.stdout !== null) createInterface({ input: process.stdout }).on('line', hear);
}

const processes = () => [api, identity, worker].map((running) => running.process);
const readiness = async () =>
  Promise.all([api, identity, worker].map(async ({ url }) => (await fetch(`${url}/health/ready`)).status));

async function expectNothingLost(): Promise<void> {
  await until(async () => owed.mails.every(mailed) && owed.events.every(received), 'all mails and webhooks');
  const { rows } = await database.owner.query(
    'select count(*)::int as made from customers where partner_customer_id = any($1)',
    [owed.creates],
  );
  expect(rows[0].made).toBe(owed.creates.length);
  const dead = await database.owner.query(`select count(*)::int as jobs from pgboss.job where name = 'dead-letters'`);
  expect(dead.rows[0].jobs).toBe(0);
  expect(processes().map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null, null]);
}

describe('every connection of API, identity and worker', () => {
  const all = (spoil: (line: TcpProxy) => void) => {
    for (const line of Object.values(lines)) spoil(line);
  };
  const attacks: Record<string, () => void> = {
    'falls silent': () => all((line) => line.blackHole()),
    'is half closed': () => all((line) => line.halfClose()),
    'is reset': () => all((line) => line.reset()),
    'is slow': () => all((line) => line.delay(150)),
  };

  test.each(Object.keys(attacks))(
    '%s: all services recover within 30 s, without losing work or restarting',
    async (attack) => {
      await warmUp();
      // Some work is in progress when it happens.
      for (let index = 0; index < 10; index++) await Promise.all([mail(), event()]);
      const before = await untilDone();
      attacks[attack]?.();
      const seconds = await untilDone();
      console.log(
        `${attack}; seconds until work continues: ${JSON.stringify(seconds)}; before: ${JSON.stringify(before)}`,
      );
      // On a busy machine, the work itself takes a while and is retried: only the time that the attack adds counts.
      for (const [kind, each] of Object.entries(seconds))
        expect(each - 3 * (before[kind] ?? 0), kind).toBeLessThan(BACK_WITHIN_SECONDS);
      const started = performance.now();
      await expectNothingLost();
      console.log(`${attack}; nothing lost, ${Math.round(performance.now() - started)} ms later`);
      all((line) => line.mend());
      await until(async () => (await readiness()).every((status) => status === 200), 'all are ready');
    },
  );
});

describe('connections of the job queue', () => {
  test('when all fall silent, the worker is not ready, logs the reason once, and omits metrics that it cannot read', async () => {
    const notReady: Record<string, unknown>[] = [];
    onLine(worker, (line) => {
      if (line.includes('"not ready"')) notReady.push(JSON.parse(line));
    });
    const metrics = async () => (await fetch(worker.metricsUrl)).text();
    const lastPoll = async () =>
      Number(
        /onboarding_queue_last_poll_timestamp_seconds\{queue="mail.send",role="mail".*\} (\S+)/.exec(
          await metrics(),
        )?.[1],
      );
    await until(async () => (await metrics()).includes('onboarding_jobs_waiting{'), 'waiting jobs are counted');
    expect(Date.now() / 1000 - (await lastPoll())).toBeLessThan(30);

    const silencedAt = Date.now() / 1000;
    lines.worker.blackHoleAll((opening) => opening.includes('onboarding-jobs'));
    const ready = () => fetch(`${worker.url}/health/ready`);
    // Before, a busy machine may make it not ready for another reason.
    await expect.poll(async () => (await ready()).json()).toEqual({ status: 'work is not polled' });
    expect((await ready()).status).toBe(503);
    await until(
      async () => !(await metrics()).includes('onboarding_jobs_waiting{'),
      'waiting jobs are no longer shown',
    );
    expect(await lastPoll()).toBeLessThan(silencedAt + 5);
    await delay(1_500);
    await ready();
    const said = notReady.filter(({ code }) => code === 'NotPolled');
    expect(new Set(said.map(({ about }) => String(about))).size).toBe(said.length);
    expect(said.length).toBeGreaterThan(0);

    lines.worker.mend();
    await until(async () => (await ready()).status === 200, 'the worker is ready');
    const subject = await mail();
    await until(async () => mailed(subject), 'mails are sent again');
  });
});

describe('a process that freezes during its readiness probe', () => {
  test('does not affect the readiness of others, and logs the reason', async () => {
    const other = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url });
    try {
      const said: string[] = [];
      onLine(api, (line) => said.push(line));
      const frozen = lines.api.blackHoleAt('commit\0', (opening) => opening.includes('onboarding-api\0'));
      await until(async () => {
        await fetch(`${api.url}/health/ready`);
        return Promise.race([frozen.then(() => true), delay(0, false)]);
      }, 'it is frozen between its write and its commit');
      const answers: number[] = [];
      for (const end = performance.now() + 3_500; performance.now() < end; await delay(250))
        answers.push((await fetch(`${other.url}/health/ready`)).status);
      expect(new Set(answers)).toEqual(new Set([200]));
      await until(async () => (await fetch(`${api.url}/health/ready`)).status === 200, 'it is ready again');
      const reasons = () => said.filter((line) => line.includes('"not ready"')).map((line) => JSON.parse(line));
      await until(async () => reasons().length > 0, 'the reason is in its log');
      expect(reasons()[0]).toMatchObject({ level: 'warn', status: 'database unavailable', code: 'Late' });
      const { rows } = await database.owner.query(
        `select count(*)::int as count from process_probes where service = 'api'`,
      );
      expect(rows[0].count).toBe(2);
    } finally {
      await other.kill();
    }
  });
});

test('a dispatcher whose lease response is lost releases the lease: the webhook is sent before the lease expires', async () => {
  const unheard = lines.worker.loseAnswer(`"partnerId":"${hooked}"`, 'commit\0');
  const started = performance.now();
  const eventId = await event();
  await unheard;
  expect(received(eventId)).toBe(false);
  const seconds = await secondsUntil(started, async () => received(eventId), 'the webhook');
  console.log(`a lease without an answer; seconds until the webhook: ${seconds}`);
  expect(seconds).toBeLessThan(LEASE_SECONDS - 5);
});

test('every service stops in time while the database is silent', async () => {
  await warmUp();
  await Promise.all([mail(), event()]);
  for (const line of Object.values(lines)) line.blackHoleAll();
  const started = performance.now();
  const codes = await Promise.all([api, identity, worker].map((running) => running.stop()));
  console.log(`stopped within ${Math.round(performance.now() - started)} ms with ${codes}`);
  expect(codes).toEqual([0, 0, 0]);
});
