// All processes and the operators' command through PgBouncer in transaction mode, each with its own role and two connections,
// from the first partner to its first webhook. tests/journeys/verification.system.test.ts continues to the decision.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from '@onboarding/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { validBody } from '../harness/bodies.ts';
import { makeAssertion, makeCertificate, type TestCertificate, tokenForm } from '../harness/clients.ts';
import { runCtl } from '../harness/command-process.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { tally } from '../harness/load.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningProcess, runApi, runIdentity } from '../harness/process.ts';
import { ask } from '../harness/scenes/asking.ts';
import { NO_LIMITS } from '../harness/scenes/identity-process.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { type Pooler, startPooler } from '../harness/servers/pgbouncer.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import { signIn } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';
import { registerReceiver } from './production-guide/ada.ts';

/** Per role; fewer than a process would open. */
const SERVER_CONNECTIONS = 2;
const TOKENS = 60;
const ADA = 'ada@partner.example';
const SECRETS = {
  PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
  CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
};

let database: TestDatabase;
let pooler: Pooler;
let mailbox: Mailbox;
let receiver: Receiver;
let identity: RunningProcess;
let issuer: string;
let api: RunningApi;
let worker: RunningWorker;
let folder: string;
let partner: { partnerId: string; clientId: string };
let certificate: TestCertificate;
let secret: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pooled-'));
  database = await cloneDatabase();
  const { appUrl, staffUrl, operationsUrl, identityUrl, workerUrl } = database;
  pooler = await startPooler([appUrl, staffUrl, operationsUrl, identityUrl, workerUrl], SERVER_CONNECTIONS);
  [mailbox, receiver] = await Promise.all([startMailbox(), startReceiver()]);
  const port = await freePort();
  const sites = { PORTAL_URL: `http://127.0.0.1:${port}`, CONSOLE_URL: ORIGINS.staff, ...SECRETS };
  identity = await runIdentity({
    databaseUrl: pooler.through(identityUrl),
    environment: { ...sites, ...NO_LIMITS },
  });
  issuer = identity.url.replace('127.0.0.1', 'localhost');
  const receivers = { WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting, NODE_EXTRA_CA_CERTS: receiver.caFile };
  api = await runApi({
    databaseUrl: pooler.through(appUrl),
    issuerUrl: issuer,
    port,
    environment: {
      ...sites,
      ...receivers,
      STAFF_DATABASE_URL: pooler.through(staffUrl),
      OPERATIONS_DATABASE_URL: pooler.through(operationsUrl),
    },
  });
  worker = await runWorker({
    database: { workerUrl: pooler.through(workerUrl) },
    smtpUrl: mailbox.url,
    environment: { ...receivers, DATABASE_DIRECT_URL: workerUrl },
  });
});
afterAll(async () => {
  await worker?.stop();
  await api?.stop();
  await identity?.stop();
  await receiver?.close();
  await mailbox?.close();
  await pooler?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command as the operations role through the pooler; owner-only steps connect to the server directly. */
async function operate(...words: string[]): Promise<string> {
  const environment = {
    OPERATIONS_DATABASE_URL: pooler.through(database.operationsUrl),
    MIGRATION_DATABASE_URL: database.ownerUrl,
    ISSUER: issuer,
  };
  const outcome = await runCtl(words, environment);
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  return outcome.stdout;
}

test('an operator creates and approves a partner with the command and sees it in the console', async () => {
  partner = JSON.parse(await operate('partners', 'create', 'Acme Marketplace', '--json'));
  await operate('partners', 'approve', partner.partnerId, '--reason', 'contract 4711');
  const operator = await signIn(database, { realm: 'staff', role: 'operator' });
  const seen = await fetch(`${api.url}/api/operations/v1/partners`, { headers: operator.cookie });
  expect([seen.status, await seen.text()]).toEqual([200, expect.stringContaining(partner.clientId)]);
});

test('a worker mails the invitation, and the invited person enrols, signs in and registers a receiver', async () => {
  const person = ['--role', 'admin', '--email', ADA, '--name', 'Ada Okafor'];
  await operate('people', 'invite', '--partner', partner.partnerId, ...person);
  const { text } = await mailbox.waitFor(({ to }) => to.includes(ADA));
  secret = await registerReceiver({ email: ADA, text }, api.url, receiver.url());
});

test('serves 60 concurrent token requests over two database connections', async () => {
  certificate = await makeCertificate();
  const file = join(folder, 'certificate.pem');
  await writeFile(file, certificate.pem);
  await operate('certificates', 'add', partner.partnerId, file, '--name', 'first machine');
  let most = 0;
  const answers: string[] = [];
  const watch = until(async () => {
    const { rows } = await database.owner.query<{ open: number }>(
      `select count(*)::int as open from pg_stat_activity where datname = current_database() and usename = 'onboarding_identity'`,
    );
    most = Math.max(most, rows[0]?.open ?? 0);
    return answers.length === TOKENS;
  }, 'all tokens are answered');
  const forms = await Promise.all(Array.from({ length: TOKENS }, () => assertion()));
  await Promise.all(forms.map(async (form) => answers.push(String((await ask(identity, form)).status))));
  await watch;
  expect(tally(answers)).toEqual({ 200: TOKENS });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(SERVER_CONNECTIONS);
});

const assertion = async () => tokenForm(await makeAssertion(issuer, partner, certificate));

test('the partner creates a business with a token and receives its events', async () => {
  const { token } = await ask(identity, await assertion());
  const created = await fetch(`${api.url}/api/partner/v1/business-profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(validBody()),
  });
  expect([created.status, await created.text()]).toEqual([200, expect.stringContaining('customerId')]);
  await until(async () => receiver.requests.length >= 2, 'the events arrive');
  const events = receiver.requests.map(({ body, headers }) => verifyWebhook({ body, headers, secrets: secret }));
  expect(events.map(({ eventType }) => eventType)).toContain('business.profile.created');
});
