// The rotations of docs/keys.md under load: partners get tokens, create, read and upload, people sign in, and our staff read,
// while each secret is replaced and its processes are restarted one by one. No request fails.
import { setTimeout as delay } from 'node:timers/promises';
import { generateSync } from 'otplib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sceneBrowser } from '../attacks/sign-in-scene.ts';
import { addAccount } from '../harness/account-rows.ts';
import { openAccounts } from '../harness/accounts.ts';
import { createApplication } from '../harness/application.ts';
import { validBody } from '../harness/bodies.ts';
import { runCtl } from '../harness/command-process.ts';
import type { TestDatabase } from '../harness/database.ts';
import { pdfOf } from '../harness/files.ts';
import { EVENTS_SECRET, storageEnvironment } from '../harness/no-storage.ts';
import { patient, until } from '../harness/patience.ts';
import { type RunningProcess, runApi, runIdentity } from '../harness/process.ts';
import { addMachine, getToken, type Machine } from '../harness/scenes/asking.ts';
import { upload } from '../harness/scenes/uploads.ts';
import { type Balancer, startBalancer } from '../harness/servers/balancer.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { startScanner, startStorage, type TestScanner, type TestStorage } from '../harness/servers/storage.ts';
import { openSessionFor } from '../harness/session.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const SITE = 'http://127.0.0.1:1';
const PROFILES = '/api/partner/v1/business-profiles';
const EVENTS = '/api/storage/v1/events';
const PAUSE_MS = 25;
/** Of each kind of request, after each step. */
const ENOUGH = 5;

type Service = 'api' | 'identity' | 'worker';
const settings: Record<Service, Record<string, string>> = { api: {}, identity: {}, worker: {} };
const running: Partial<Record<Service, RunningProcess | RunningWorker>> = {};
let postgres: OwnPostgres;
let database: TestDatabase;
let storage: TestStorage;
let scanner: TestScanner;
let balancers: { api: Balancer; identity: Balancer };
let machine: Machine;
let load: Load;

const issuer = () => `http://localhost:${balancers.identity.port}`;
const intake = (secret: string) => `${balancers.api.url}${EVENTS}?token=${secret}`;

beforeAll(async () => {
  balancers = { api: await startBalancer(), identity: await startBalancer() };
  [postgres, storage, scanner] = await Promise.all([
    startOwnPostgres('.test/rotation-postgres'),
    startStorage(intake(EVENTS_SECRET)),
    startScanner(),
  ]);
  database = await postgres.open();
  const sites = { PORTAL_URL: SITE, CONSOLE_URL: SITE };
  const secrets = {
    PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
    CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
  };
  const files = { ...storageEnvironment(storage.options), CLAMD_HOST: scanner.host, CLAMD_PORT: String(scanner.port) };
  settings.identity = {
    ...sites,
    ...secrets,
    DATABASE_URL: database.identityUrl,
    ISSUER: issuer(),
    TRUSTED_PROXIES: '1',
    TOKENS_PER_MINUTE_PER_CLIENT: '1000000',
    TOKENS_PER_MINUTE_PER_ADDRESS: '1000000',
  };
  settings.api = {
    ...sites,
    ...secrets,
    ...files,
    DATABASE_URL: database.appUrl,
    STAFF_DATABASE_URL: database.staffUrl,
    OPERATIONS_DATABASE_URL: database.operationsUrl,
    STORAGE_EVENTS_SECRET: EVENTS_SECRET,
    TRUSTED_PROXIES: '1',
  };
  settings.worker = { ...files, DATABASE_URL: database.workerUrl, WORKER_ROLES: 'documents,reviews' };
  await restart('identity', 'worker', 'api');
  machine = await addMachine(database);
  load = await startLoad();
});
afterAll(async () => {
  await load?.stop().catch(() => {});
  for (const one of Object.values(running)) await one.kill();
  await database?.close();
  await Promise.all([storage?.close(), scanner?.close(), postgres?.remove()]);
  await Promise.all(Object.values(balancers ?? {}).map((one) => one.close()));
});
beforeEach(() => load.untilEnough());
afterEach(() => {
  const failed = failures();
  forgetFailures();
  expect(failed).toEqual([]);
});

function start(service: Service): Promise<RunningProcess | RunningWorker> {
  const environment = settings[service];
  const databaseUrl = environment.DATABASE_URL ?? '';
  if (service === 'api') return runApi({ databaseUrl, issuerUrl: issuer(), environment });
  if (service === 'identity') return runIdentity({ databaseUrl, environment });
  return runWorker({ database: { workerUrl: databaseUrl }, smtpUrl: 'smtp://127.0.0.1:1', environment });
}

/** One after the other, as a deployment does: the new process is ready before the old one stops. */
async function restart(...services: Service[]): Promise<void> {
  for (const service of services) {
    const [before, next] = [running[service], await start(service)];
    running[service] = next;
    if (service !== 'worker') await balancers[service].lead(next.url);
    await before?.stop();
  }
}

interface Load {
  /** Waits until some more requests of each kind have been answered. */
  untilEnough(): Promise<void>;
  stop(): Promise<void>;
}

/** Each kind is repeated without an end; what fails is recorded by the balancers. */
async function startLoad(): Promise<Load> {
  const identity = { url: balancers.identity.url, issuer: issuer() } as Parameters<typeof getToken>[0];
  let token = await getToken(identity, machine);
  const done: Record<string, number> = {};
  async function call(method: string, path: string, body?: unknown) {
    const answer = await fetch(`${balancers.api.url}${PROFILES}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return ((await answer.json()) as { value: Record<string, string> }).value;
  }
  const { customerId } = await call('POST', '', validBody());
  const staffOf = async (role: string) =>
    openSessionFor(database, await addAccount(database, { realm: 'staff', role }), 'staff', new Date());
  const [analyst, operator] = [await staffOf('analyst'), await staffOf('operator')];
  const readAs = async (path: string, { cookie }: typeof analyst) => {
    await (await fetch(`${balancers.api.url}${path}`, { headers: cookie })).text();
  };
  const users = openAccounts(database, issuer());
  const person = await users.join(machine.partner.partnerId);
  await users.close();
  // Later than the code with which the person enrolled: each works once.
  const code = () => generateSync({ secret: person.secret, epoch: Math.floor(Date.now() / 1000) + 30 });
  const browser = sceneBrowser({ api: balancers.api.url, issuer: issuer(), address: '198.51.100.1', code });
  expect(await browser.signIn(person)).toContain('session');
  const kinds: Record<string, () => Promise<unknown>> = {
    tokens: async () => {
      token = await getToken(identity, machine);
    },
    creates: () => call('POST', '', validBody()),
    reads: () => call('GET', `/${customerId}`),
    uploads: async () => {
      const asked = { documentCategory: 'TaxCertificate', contentType: 'application/pdf' };
      const { uploadUrl = '' } = await call('POST', `/${customerId}/documents/upload-link`, asked);
      await upload({ uploadUrl, contentType: asked.contentType }, pdfOf('load', 1_000));
      await delay(10 * PAUSE_MS);
    },
    // The provider knows the person, so the code is exchanged without a page.
    'sign-ins': async () => expect(browser.asked(await browser.begin())).toBe('session'),
    packages: () => readAs('/api/compliance/v1/queue', analyst),
    jobs: () => readAs('/api/operations/v1/jobs/health', operator),
  };
  let stopped = false;
  const work = Promise.all(
    Object.entries(kinds).map(async ([kind, once]) => {
      for (; !stopped; await delay(PAUSE_MS)) {
        await once();
        done[kind] = (done[kind] ?? 0) + 1;
      }
    }),
  );
  let broken: unknown;
  work.catch((error: unknown) => {
    broken = error;
  });
  return {
    async untilEnough() {
      const before = { ...done };
      const isEnough = (kind: string) => (done[kind] ?? 0) - (before[kind] ?? 0) >= ENOUGH;
      await until(
        async () => {
          expect(failures()).toEqual([]);
          if (broken !== undefined) throw broken;
          return Object.keys(kinds).every(isEnough);
        },
        'the load continues',
        patient(120_000),
      );
    },
    async stop() {
      stopped = true;
      await work;
    },
  };
}

const failures = () => [...balancers.api.failures, ...balancers.identity.failures];

/** After requests that fail on purpose. */
function forgetFailures(): void {
  for (const { failures: known } of Object.values(balancers)) known.length = 0;
}

const withLogin = (url: string, login: string, password: string) =>
  Object.assign(new URL(url), { username: login, password }).href;

const operate = (words: string[], environment: Record<string, string> = {}) =>
  runCtl(words, { SUPERUSER_DATABASE_URL: database.superuserUrl, ...environment });

/** Steps 1 to 3 of docs/keys.md for one role. */
async function moveTo(login: string, from: string, places: [Service, string][]): Promise<void> {
  const password = `rotated-${crypto.randomUUID()}`;
  expect(await operate(['database', 'open-login', login], { LOGIN_PASSWORD: password })).toMatchObject({ code: 0 });
  await load.untilEnough();
  expect(await operate(['database', 'close-login', from])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is in use by \d+ connections/),
  });
  for (const [service, setting] of places) {
    const before = settings[service][setting] ?? '';
    settings[service] = { ...settings[service], [setting]: withLogin(before, login, password) };
  }
  await restart(...new Set(places.map(([service]) => service)));
  await load.untilEnough();
  await until(async () => (await operate(['database', 'close-login', from])).code === 0, `${from} is closed`);
}

const canConnect = (url: string) => {
  const client = new pg.Client({ connectionString: url });
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
};

test.each<[string, [Service, string][], () => string]>([
  ['onboarding_app', [['api', 'DATABASE_URL']], () => database.appUrl],
  ['onboarding_staff', [['api', 'STAFF_DATABASE_URL']], () => database.staffUrl],
  ['onboarding_operations', [['api', 'OPERATIONS_DATABASE_URL']], () => database.operationsUrl],
  ['onboarding_identity', [['identity', 'DATABASE_URL']], () => database.identityUrl],
  ['onboarding_worker', [['worker', 'DATABASE_URL']], () => database.workerUrl],
])('the password of %s is replaced', async (role, places, original) => {
  expect(await canConnect(original())).toBe(true);
  await moveTo(`${role}_2`, role, places);
  expect(await canConnect(original()), 'the old password is worthless').toBe(false);
  await load.untilEnough();
  const { rows } = await database.owner.query('select usename from pg_stat_activity where usename = $1', [`${role}_2`]);
  expect(rows.length, 'its processes use the other login').toBeGreaterThan(0);
  if (role !== 'onboarding_app') return;
  // The next rotation goes back.
  await moveTo(role, `${role}_2`, places);
  expect(await canConnect(original())).toBe(false);
});

test.each([
  ['partner', 'PORTAL_CLIENT_SECRET', 'partner-portal'],
  ['staff', 'CONSOLE_CLIENT_SECRET', 'staff-console'],
] as const)('the secret of the %s client is replaced', async (realm, name, client) => {
  const [old = '', renewed] = [settings.api[name], crypto.randomUUID() + crypto.randomUUID()];
  /** Whether identity knows the client by this secret: it then complains about the code. */
  const isKnown = async (secret: string) => {
    const application = createApplication(issuer(), { realm, client, url: SITE, secret });
    const error = await application.claimsOf(`${SITE}/?code=none`).catch(String);
    forgetFailures();
    return /invalid_grant/.test(String(error));
  };
  expect([await isKnown(old), await isKnown(renewed)]).toEqual([true, false]);
  settings.identity = { ...settings.identity, [name]: renewed, [`${name}_PREVIOUS`]: old };
  await restart('identity');
  await load.untilEnough();
  expect([await isKnown(old), await isKnown(renewed)]).toEqual([true, true]);
  settings.api = { ...settings.api, [name]: renewed };
  await restart('api');
  await load.untilEnough();
  const { [`${name}_PREVIOUS`]: _, ...rest } = settings.identity;
  settings.identity = rest;
  await restart('identity');
  await load.untilEnough();
  expect([await isKnown(old), await isKnown(renewed)]).toEqual([false, true]);
});

test('the secret of storage events is replaced', async () => {
  const renewed = crypto.randomUUID() + crypto.randomUUID();
  const untilTold = async () => {
    const before = balancers.api.answered(EVENTS);
    await load.untilEnough();
    await until(async () => balancers.api.answered(EVENTS) >= before + ENOUGH, 'the storage sends events');
  };
  await untilTold();
  settings.api = { ...settings.api, STORAGE_EVENTS_SECRET: renewed, STORAGE_EVENTS_SECRET_PREVIOUS: EVENTS_SECRET };
  await restart('api');
  await untilTold();
  const prepared = await operate(['storage', 'prepare', '--direct'], {
    ...storageEnvironment(storage.options),
    STORAGE_LINK_USER: 'arn:aws:iam:::user/onboarding-links',
    STORAGE_SERVICE_USERS: 'arn:aws:iam:::user/onboarding',
    STORAGE_EVENTS_URL: intake(renewed),
    STORAGE_TOPICS_ENDPOINT: storage.topicsUrl ?? '',
  });
  expect(prepared).toMatchObject({ code: 0 });
  await untilTold();
  const { STORAGE_EVENTS_SECRET_PREVIOUS: _, ...rest } = settings.api;
  settings.api = rest;
  await restart('api');
  await untilTold();
  const { status } = await fetch(intake(EVENTS_SECRET), { method: 'POST', body: '{}' });
  expect(status, 'the old secret is worthless').toBe(401);
  forgetFailures();
});

test.each([
  ['S3_ACCESS_KEY', 'S3_SECRET_KEY', ['--uid=onboarding']],
  ['S3_LINK_ACCESS_KEY', 'S3_LINK_SECRET_KEY', ['--uid=onboarding-links', '--subuser=onboarding-links:uploads']],
])('the storage key %s is replaced', async (access, secret, user) => {
  const old = settings.api[access] ?? '';
  const [key, value] = [`rotated${Date.now()}`, crypto.randomUUID()];
  const place = [...user, '--key-type=s3'];
  await storage.administer('key', 'create', ...place, `--access-key=${key}`, `--secret-key=${value}`);
  await load.untilEnough();
  const services = (['worker', 'api'] as const).filter((service) => settings[service][access] === old);
  for (const service of services) settings[service] = { ...settings[service], [access]: key, [secret]: value };
  await restart(...services);
  await load.untilEnough();
  await storage.administer('key', 'rm', ...place, `--access-key=${old}`);
  await load.untilEnough();
});

test('no job failed meanwhile', async () => {
  await load.stop();
  expect(failures()).toEqual([]);
  const { rows } = await database.owner.query(`select name from pgboss.job where name = 'dead-letters'`);
  expect(rows).toEqual([]);
});
