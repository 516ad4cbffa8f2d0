// A rehearsal of a restore: processes with REHEARSAL=true work on a copy whose settings name the real storage, mail server,
// receivers and screening provider. Nothing reaches any of them, and the same rows are processed once it is the real service.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { ANCHOR_QUEUE } from '@onboarding/domain/anchors';
import { FLAGS_QUEUE } from '@onboarding/domain/flags';
import { createJobs } from '@onboarding/platform/jobs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addAccount } from '../harness/account-rows.ts';
import { validBody } from '../harness/bodies.ts';
import { runCtl } from '../harness/command-process.ts';
import { openTestDb } from '../harness/connecting.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { pdfOf } from '../harness/files.ts';
import { storageEnvironment } from '../harness/no-storage.ts';
import { until } from '../harness/patience.ts';
import { type RunningIssuer, type RunningProcess, runApi, runIdentity, runIssuer } from '../harness/process.ts';
import { upload } from '../harness/scenes/uploads.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { answerWith, type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import type { ScreeningServer } from '../harness/servers/screening-server.ts';
import { startScanner, startStorage, type TestScanner, type TestStorage } from '../harness/servers/storage.ts';
import { startWatchman } from '../harness/servers/watchman-server.ts';
import { openSessionFor } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';
import { WEBHOOKS } from '../harness/webhooks.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const PROFILES = '/api/partner/v1/business-profiles';
/** Jobs of the only role that remains, one after the other: each takes a poll, in which the other roles would have worked. */
const ROUNDS = 6;

const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
const STATEMENTS = join(folder, 'statements');
const STREAM = join(folder, 'stream');
let database: TestDatabase;
let partner: TestPartner;
let issuer: RunningIssuer;
let storage: TestStorage;
let scanner: TestScanner;
let receiver: Receiver;
let mailbox: Mailbox;
let provider: ScreeningServer<string>;
let bucket: S3Client;
let running: (RunningProcess | RunningWorker)[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  partner = await database.addPartner();
  [issuer, storage, scanner, receiver, mailbox] = await Promise.all([
    runIssuer(),
    startStorage(),
    startScanner(),
    startReceiver({ answer: answerWith(503) }),
    startMailbox(),
  ]);
  provider = (await startWatchman({})) as ScreeningServer<string>;
  const { endpoint = '', accessKey, secretKey } = storage.options;
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  bucket = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.kill()));
  running = [];
});
afterAll(async () => {
  bucket.destroy();
  await Promise.all([mailbox, receiver, scanner, storage, provider, issuer].map((one) => one.close()));
  await database.close();
  rmSync(folder, { recursive: true });
});

async function started<P extends RunningProcess | RunningWorker>(starting: Promise<P>): Promise<P> {
  const one = await starting;
  running.push(one);
  return one;
}

const outside = () => ({
  ...storageEnvironment(storage.options),
  CLAMD_HOST: scanner.host,
  CLAMD_PORT: String(scanner.port),
  WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting,
  NODE_EXTRA_CA_CERTS: receiver.caFile,
});

const startApi = (more: Record<string, string> = {}) =>
  started(
    runApi({
      databaseUrl: database.appUrl,
      issuerUrl: issuer.url,
      environment: {
        ...outside(),
        PORTAL_URL: ORIGINS.partner,
        PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
        ...more,
      },
    }),
  );

const startWorker = (more: Record<string, string> = {}) =>
  started(
    runWorker({
      database,
      smtpUrl: mailbox.url,
      environment: {
        ...outside(),
        SCREENING_PROVIDER: 'watchman',
        SCREENING_URL: provider.url,
        AUDIT_ANCHORS: `file:${STATEMENTS}`,
        AUDIT_STREAM: `file:${STREAM}`,
        JOBS_POLL_SECONDS: '0.5',
        ...more,
      },
    }),
  );

async function call(api: RunningProcess, method: string, path: string, body?: unknown) {
  const token = await issuer.issuer.token(partner);
  const answer = await fetch(`${api.url}${PROFILES}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { value, error } = (await answer.json()) as { value: Record<string, string>; error?: { code: string } };
  return { status: answer.status, value, code: error?.code, headers: answer.headers };
}

const LINK = { documentCategory: 'TaxCertificate', contentType: 'application/pdf' };

async function linkFor(api: RunningProcess, customerId: string) {
  const { value } = await call(api, 'POST', `/${customerId}/documents/upload-link`, LINK);
  return { uploadUrl: value.uploadUrl ?? '', documentId: value.documentId ?? '', contentType: LINK.contentType };
}

/** What the real service has to do: everything that a copy of its database still has to do. */
async function leaveWork() {
  const api = await startApi();
  const account = await addAccount(database, { partnerId: partner.partnerId });
  const { headers, cookie } = await openSessionFor(database, account, 'partner', new Date());
  const registered = await fetch(`${api.url}${WEBHOOKS}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url() }),
  });
  expect(registered.status).toBe(200);
  const { customerId = '' } = (await call(api, 'POST', '', validBody())).value;
  // A delivery that has failed once and is due again.
  const worker = await startWorker({ WORKER_ROLES: 'webhooks' });
  const tried = async () => (await deliveries()).some(({ attempt_count: attempts }) => attempts === 1);
  await until(tried, 'a delivery has failed');
  expect(await worker.stop()).toBe(0);
  // A confirmed document to whose link another file was uploaded, which must be removed; and a document whose file has arrived.
  const file = await linkFor(api, customerId);
  await upload(file, pdfOf('confirmed', 1_000));
  const listed = { businessDocumentIdList: [file.documentId] };
  expect((await call(api, 'PATCH', `/${customerId}`, listed)).status).toBe(200);
  await upload(file, pdfOf('uploaded over it', 1_000));
  const { customerId: other = '' } = (await call(api, 'POST', '', validBody())).value;
  await upload(await linkFor(api, other), pdfOf('arrived', 1_000));
  const environment = { OPERATIONS_DATABASE_URL: database.operationsUrl, ISSUER: 'https://id.example' };
  const invited = ['--partner', partner.partnerId, '--role', 'admin', '--name', 'Ada', '--email', 'ada@acme.example'];
  expect(await runCtl(['people', 'invite', ...invited], environment)).toMatchObject({ code: 0 });
  await api.stop();
  await database.owner.query('update documents set next_check_at = now()');
  await database.owner.query(`update webhook_deliveries set next_attempt_at = now() where status = 'Pending'`);
  await database.owner.query('update webhook_lanes set due_at = now(), leased_until = null');
  return { customerId: other, cookie };
}

async function deliveries() {
  const { rows } = await database.owner.query(
    `select delivery_id, status, attempt_count, next_attempt_at, last_status_code from webhook_deliveries order by 1`,
  );
  return rows as { status: string; attempt_count: number }[];
}

/** Every row that would change if the processes reached anything outside. */
async function workLeft() {
  const of = async (sql: string) => (await database.owner.query(sql)).rows;
  return {
    deliveries: await deliveries(),
    lanes: await of('select partner_id, status, consecutive_failures, due_at, lease_id from webhook_lanes'),
    outbox: await of('select event_id from event_outbox order by 1'),
    documents: await of('select document_id, status, next_check_at, kept_key from documents order by 1'),
    mails: await of(`select id, state from pgboss.job where name = 'mail.send'`),
    screenings: await of('select count(*)::int from screenings'),
  };
}

async function objects() {
  const names = [storage.options.bucket, storage.options.keptBucket, storage.options.quarantineBucket];
  const found = await Promise.all(names.map((Bucket) => bucket.send(new ListObjectVersionsCommand({ Bucket }))));
  return found.map(({ Versions = [], DeleteMarkers = [] }) =>
    [...Versions, ...DeleteMarkers].map((one) => one.VersionId),
  );
}

/** Everything that has reached the outside. */
const reached = async () => ({
  requests: receiver.requests.length,
  connections: receiver.connections(),
  mails: mailbox.mails().length,
  asked: provider.asked.length,
  files: [STATEMENTS, STREAM].filter((path) => existsSync(path)),
  objects: await objects(),
});

/** Runs one job of the role that a rehearsal keeps. */
async function runJob(): Promise<void> {
  const db = openTestDb(database.workerUrl, { poolSize: 1 });
  await db.transaction((tx) => createJobs().send(tx, FLAGS_QUEUE, {}));
  await db.close();
  await until(async () => {
    const open = `select count(*)::int as open from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`;
    return (await database.owner.query(open, [FLAGS_QUEUE])).rows[0].open === 0;
  }, 'the job is done');
}

const readLog = (name: string) => readFileSync(`.test/artefacts/logs/${name}.log`, 'utf8');

test('a copy with REHEARSAL reaches nobody and leaves due work unchanged; without it, the same rows are processed', async () => {
  const { customerId, cookie } = await leaveWork();
  const [left, before] = [await workLeft(), await reached()];
  expect(left).toMatchObject({ mails: [{ state: 'created' }], lanes: [{ status: 'Active' }] });
  expect(left.deliveries.some(({ status }) => status === 'Pending')).toBe(true);
  expect(left.outbox).not.toEqual([]);

  const worker = await startWorker({ REHEARSAL: 'true' });
  for (let round = 0; round < ROUNDS; round++) await runJob();
  expect(await workLeft()).toEqual(left);
  expect(readLog(`worker-${worker.process.pid}`)).toMatch(/"level":"warn".*"msg":"rehearsal"/);
  expect((await fetch(`${worker.url}/health/ready`)).headers.get('x-rehearsal')).toBe('true');

  const api = await startApi({ REHEARSAL: 'true' });
  const session = await fetch(`${api.url}/api/session/partner`, { headers: cookie });
  expect(await session.json()).toMatchObject({ value: { environment: 'rehearsal' } });
  const refused = await call(api, 'POST', `/${customerId}/documents/upload-link`, LINK);
  expect(refused).toMatchObject({ status: 503, code: 'Service.Unavailable' });
  expect(refused.headers.get('x-rehearsal')).toBe('true');
  const { rows: arrived } = await database.owner.query(`select document_id from documents where status = 'LinkIssued'`);
  const listed = { businessDocumentIdList: [arrived[0].document_id] };
  // Accepted, but left to a worker that would copy it.
  const patched = await call(api, 'PATCH', `/${customerId}`, listed);
  expect(patched).toMatchObject({ status: 200, value: { documents: [{ status: 'Uploaded' }] } });
  const identity = await started(
    runIdentity({ databaseUrl: database.identityUrl, environment: { REHEARSAL: 'true' } }),
  );
  expect((await fetch(`${identity.url}/oauth2/jwks`)).headers.get('x-rehearsal')).toBe('true');

  const environment = { MIGRATION_DATABASE_URL: database.ownerUrl, ...storageEnvironment(storage.options) };
  const rehearse = (...words: string[]) => runCtl(words, { ...environment, REHEARSAL: 'true' });
  for (const words of [
    ['audit', 'anchor'],
    ['documents', 'move'],
    ['storage', 'prepare'],
  ])
    expect(await rehearse(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('rehearsal') });

  expect(await reached()).toEqual(before);
  expect(await deliveries()).toEqual(left.deliveries);
  await Promise.all(running.map((one) => one.stop()));

  receiver.answer(answerWith(200));
  await startWorker();
  const db = openTestDb(database.workerUrl, { poolSize: 1 });
  await db.transaction((tx) => createJobs().send(tx, ANCHOR_QUEUE, {}));
  await db.close();
  await until(async () => (await deliveries()).every(({ status }) => status === 'Delivered'), 'all are delivered');
  await mailbox.waitFor(({ to }) => to.includes('ada@acme.example'));
  await until(async () => provider.asked.length > before.asked, 'the businesses are screened');
  await until(async () => [STATEMENTS, STREAM].every((path) => existsSync(path)), 'statements and logs leave');
  await until(async () => {
    const { rows } = await database.owner.query('select status from documents');
    return rows.every(({ status }) => status === 'Confirmed') && (await objects())[0]?.length === 0;
  }, 'files are confirmed and moved');
});
