// A business passes through verification, with real processes: an API, a worker that screens, checks documents and sends
// webhooks, a storage, a scanner and a receiver, with PgBouncer in front of PostgreSQL. The tests depend on each other and run
// in order.
import type { PackageRecord, VerificationStatusRecord } from '@onboarding/contract';
import { verifyWebhook, type WebhookEvent } from '@onboarding/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { newReference, validBody, validPerson } from '../harness/bodies.ts';
import { untilTransactionsEnd } from '../harness/checks/transactions-ended.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { pdfOf } from '../harness/files.ts';
import { EVENTS_SECRET, storageEnvironment } from '../harness/no-storage.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { type Pooler, startPooler } from '../harness/servers/pgbouncer.ts';
import { type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import { startScanner, startStorage, type TestScanner, type TestStorage } from '../harness/servers/storage.ts';
import { type SignedIn, signIn } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';
import { WEBHOOKS } from '../harness/webhooks.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const CERTIFICATE = pdfOf('Certificate of incorporation');
const NOTE = 'The register names a second director, says the clerk.';
let database: TestDatabase;
let pooler: Pooler;
let partner: TestPartner;
let issuer: RunningIssuer;
let storage: TestStorage;
let scanner: TestScanner;
let receiver: Receiver;
let api: RunningApi;
let worker: RunningWorker;
let ada: SignedIn;
let ben: SignedIn;
let secret: string;
let customerId: string;
let addedUboId: string;
let documentId: string;
let decisionId: string;
const reference = newReference();

beforeAll(async () => {
  database = await cloneDatabase();
  pooler = await startPooler([database.appUrl, database.staffUrl, database.workerUrl], 4);
  partner = await database.addPartner();
  issuer = await runIssuer();
  const port = await freePort();
  const eventsTo = `http://127.0.0.1:${port}/api/storage/v1/events?token=${encodeURIComponent(EVENTS_SECRET)}`;
  [storage, scanner, receiver] = await Promise.all([startStorage(eventsTo), startScanner(), startReceiver()]);
  const environment = {
    ...storageEnvironment(storage.options),
    WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting,
    NODE_EXTRA_CA_CERTS: receiver.caFile,
  };
  api = await runApi({
    databaseUrl: pooler.through(database.appUrl),
    issuerUrl: issuer.url,
    port,
    environment: {
      ...environment,
      STORAGE_EVENTS_SECRET: EVENTS_SECRET,
      PORTAL_URL: ORIGINS.partner,
      PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
      CONSOLE_URL: ORIGINS.staff,
      CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
      STAFF_DATABASE_URL: pooler.through(database.staffUrl),
    },
  });
  worker = await runWorker({
    database: { workerUrl: pooler.through(database.workerUrl) },
    smtpUrl: 'smtp://127.0.0.1:9',
    environment: {
      ...environment,
      DATABASE_DIRECT_URL: database.workerUrl,
      CLAMD_PORT: String(scanner.port),
      WORKER_ROLES: 'reviews,screening,webhooks,documents',
      SCREENING_PROVIDER: 'builtin',
    },
  });
  ada = await signIn(database, { realm: 'staff' });
  ben = await signIn(database, { realm: 'staff' });
});
afterAll(async () => {
  await worker?.stop();
  await api?.stop();
  await receiver?.close();
  await scanner?.close();
  await storage?.close();
  await issuer?.close();
  await pooler?.close();
  await database?.close();
});

interface Answered<T> {
  status: number;
  value: T;
  code: string;
  text: string;
}

async function ask<T>(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Answered<T>> {
  const answer = await fetch(`${api.url}/api${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const { value, error } = JSON.parse(text) as { value: T; error?: { code: string } | null };
  return { status: answer.status, value, code: error?.code ?? '', text };
}

const asPartner = async <T>(method: string, path: string, body?: unknown) =>
  ask<T>(method, `/partner/v1${path}`, { authorization: `Bearer ${await issuer.issuer.token(partner)}` }, body);
const as = <T>(person: SignedIn, method: string, path: string, body?: unknown) =>
  ask<T>(method, `/compliance/v1${path}`, person.headers, body);
async function openDocument({ headers }: SignedIn, id: string): Promise<Buffer> {
  const answer = await fetch(`${api.url}/api/compliance/v1/packages/${customerId}/documents/${id}/file`, { headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
const outcome = ({ status, code }: Answered<unknown>) => `${status} ${code}`.trim();
const statusNow = async () =>
  (await asPartner<VerificationStatusRecord>('GET', `/business-profiles/${customerId}/verification-status`)).value;

const packageNow = async (person: SignedIn) =>
  (await as<PackageRecord>(person, 'GET', `/packages/${customerId}`)).value;

/** Retries while the only package is locked by the screening, as the API documentation asks callers to. */
async function claimNext(analyst: typeof ada) {
  for (;;) {
    const claimed = await as<{ customerId: string }>(analyst, 'POST', '/queue/claim-next', {});
    if (outcome(claimed) !== '409 Review.QueueBusy') return claimed;
  }
}

test('a partner creates a business, and the worker screens it and checks it for flags', async () => {
  const admin = await signIn(database, { partnerId: partner.partnerId });
  const url = `${api.url}${WEBHOOKS}`;
  const registered = await fetch(url, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url() }),
  });
  ({ webhookSecret: secret } = ((await registered.json()) as { value: { webhookSecret: string } }).value);
  const created = await asPartner<{ customerId: string }>(
    'POST',
    '/business-profiles',
    validBody({ partnerCustomerId: reference }),
  );
  expect(outcome(created)).toBe('200');
  ({ customerId } = created.value);
  await until(async () => {
    const { screeningPending, flagsPending } = await packageNow(ada);
    return !screeningPending && !flagsPending;
  }, 'it is screened and flagged');
  expect((await packageNow(ada)).screenings.map((one) => one.outcome)).toEqual(['Clear', 'Clear']);
});

test('the first analyst claims it, after which the partner cannot change it', {
  tags: ['S-12', 'S-185', 'S-189', 'S-230'],
}, async () => {
  const claimed = await claimNext(ada);
  expect([outcome(claimed), claimed.value.customerId]).toEqual(['200', customerId]);
  expect(outcome(await as(ben, 'POST', `/packages/${customerId}/claim`))).toBe('409 Review.StateConflict');
  const refused = await asPartner('PATCH', `/business-profiles/${customerId}`, { description: 'Another one.' });
  expect(outcome(refused)).toBe('409 Customer.UnderReview');
  expect(await statusNow()).toMatchObject({ verificationStatus: 'StartedNotCompleted', canUpdate: false });
});

test('the analyst writes a note for colleagues and requests changes for two reasons', async () => {
  expect(outcome(await as(ada, 'POST', `/packages/${customerId}/notes`, { text: NOTE }))).toBe('200');
  const reasons = [
    { code: 'Ownership.Incomplete', message: 'The second director is missing.' },
    { code: 'Document.Missing', pointer: '/registrationNumber' },
  ];
  const decided = await as<{ state: string }>(ada, 'POST', `/packages/${customerId}/decisions`, {
    seenVersion: (await packageNow(ada)).evidenceVersion,
    outcome: 'RequestChanges',
    reasons,
  });
  expect([outcome(decided), decided.value.state]).toEqual(['200', 'Confirmed']);
});

test('the partner sees the reasons and the next action, but no internal data', { tags: ['S-6'] }, async () => {
  const answer = await asPartner<VerificationStatusRecord>(
    'GET',
    `/business-profiles/${customerId}/verification-status`,
  );
  expect(answer.value).toMatchObject({
    verificationStatus: 'ChangesRequested',
    attempt: 1,
    canUpdate: true,
    nextAction: 'AddPeople',
    reasons: [
      {
        code: 'Ownership.Incomplete',
        message: 'The second director is missing.',
        retryable: true,
        remediation: { action: 'AddPeople', fields: ['businessPersonList'] },
      },
      {
        code: 'Document.Missing',
        message: 'The certificate of incorporation is missing.',
        pointer: '/registrationNumber',
        retryable: true,
        remediation: { action: 'UploadDocuments', documentCategories: ['CertificateOfIncorporation'] },
      },
    ],
  });
  expect(answer.text).not.toContain(NOTE);
  expect(answer.text).not.toContain(ada.accountId);
  const trail = await asPartner('GET', `/business-profiles/${customerId}/audit`);
  expect(outcome(trail)).toBe('200');
  expect(trail.text).toContain('ChangesRequested');
  for (const hidden of [NOTE, ada.accountId, 'review.', 'creening']) expect(trail.text).not.toContain(hidden);
});

test('the partner uploads the document and adds the person, which resubmits the business', {
  tags: ['S-5', 'S-190'],
}, async () => {
  const link = await asPartner<{ documentId: string; uploadUrl: string; headers: Record<string, string> }>(
    'POST',
    `/business-profiles/${customerId}/documents/upload-link`,
    { documentCategory: 'CertificateOfIncorporation', contentType: 'application/pdf' },
  );
  ({ documentId } = link.value);
  const stored = await fetch(link.value.uploadUrl, {
    method: 'PUT',
    headers: link.value.headers,
    body: new Uint8Array(CERTIFICATE),
  });
  expect(stored.status).toBe(200);
  await until(async () => {
    const { documents } = await statusNow();
    return documents.some((one) => one.documentId === documentId && one.status === 'Confirmed');
  }, 'the document is confirmed');
  const patched = await asPartner<{ verificationStatus: string; ubos: { uboId: string; added: boolean }[] }>(
    'PATCH',
    `/business-profiles/${customerId}`,
    { businessPersonList: [validPerson({ ownershipType: ['DIRECTOR'] })], businessDocumentIdList: [documentId] },
  );
  expect([outcome(patched), patched.value.verificationStatus]).toEqual(['200', 'PendingVerification']);
  addedUboId = patched.value.ubos.find(({ added }) => added)?.uboId ?? 'nobody';
  expect(await statusNow()).toMatchObject({ attempt: 2, reasons: [], nextAction: 'None' });
});

test('the second analyst claims it, sees the screened new person and the new document, and proposes approval', async () => {
  const claimed = await claimNext(ben);
  expect([outcome(claimed), claimed.value.customerId]).toEqual(['200', customerId]);
  await until(async () => {
    const { screeningPending, flagsPending } = await packageNow(ben);
    return !screeningPending && !flagsPending;
  }, 'the new person is screened and flagged');
  const seen = await packageNow(ben);
  expect(seen.verification).toMatchObject({ status: 'StartedNotCompleted', attempt: 2 });
  expect(seen.screenings.filter((one) => one.uboId === addedUboId)).toMatchObject([{ outcome: 'Clear' }]);
  expect(seen.notes).toMatchObject([{ text: NOTE }]);
  expect((await openDocument(ben, documentId)).equals(CERTIFICATE)).toBe(true);
  const proposed = await as<{ decisionId: string; state: string }>(ben, 'POST', `/packages/${customerId}/decisions`, {
    seenVersion: seen.evidenceVersion,
    outcome: 'Approve',
  });
  expect([outcome(proposed), proposed.value.state]).toEqual(['200', 'Proposed']);
  ({ decisionId } = proposed.value);
  expect((await statusNow()).verificationStatus, 'the partner notices nothing yet').toBe('StartedNotCompleted');
});

test('the proposer cannot confirm; the other analyst does, and the partner sees Approved', {
  tags: ['S-6'],
}, async () => {
  const confirm = `/packages/${customerId}/decisions/${decisionId}/confirm`;
  const seen = { seenVersion: (await packageNow(ada)).evidenceVersion };
  expect(outcome(await as(ben, 'POST', confirm, seen))).toBe('403 Review.FourEyes');
  // Her review of the first attempt does not count here: she must open the documents of this one.
  expect(outcome(await as(ada, 'POST', confirm, seen))).toBe('409 Review.DocumentUnopened');
  for (const { documentId: id, status } of (await packageNow(ada)).documents) {
    if (status === 'Confirmed') await openDocument(ada, id);
  }
  expect(outcome(await as(ada, 'POST', confirm, seen))).toBe('200');
  expect(outcome(await as(ada, 'POST', confirm, seen))).toBe('409 Review.DecisionSettled');
  const status = await statusNow();
  expect(status).toMatchObject({ verificationStatus: 'Approved', attempt: 2, reasons: [], canUpdate: true });
  expect(status.people.map((one) => one.verificationStatus)).toEqual(['Approved', 'Approved']);
});

test('the partner received a signed event for each step, numbered without gaps, and the change feed has the same events', async () => {
  const { sequence: last } = await statusNow();
  const events = () => {
    const own = receiver.requests.map(
      (request): WebhookEvent => verifyWebhook({ body: request.body, headers: request.headers, secrets: secret }),
    );
    return own.filter(({ correlation }) => correlation.customerId === customerId);
  };
  await until(async () => new Set(events().map(({ eventId }) => eventId)).size >= last, 'all events arrive');
  const inOrder = [...new Map(events().map((event) => [event.sequence ?? 0, event])).entries()].sort(
    ([a], [b]) => a - b,
  );
  expect(inOrder.map(([sequence]) => sequence)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  const steps = inOrder.filter(([, { eventType }]) => eventType === 'business.verification.updated');
  expect(steps.map(([, { data }]) => data)).toMatchObject([
    { previousStatus: 'PendingVerification', verificationStatus: 'StartedNotCompleted', reasons: [] },
    {
      previousStatus: 'StartedNotCompleted',
      verificationStatus: 'ChangesRequested',
      reasons: ['Ownership.Incomplete', 'Document.Missing'],
    },
    { previousStatus: 'ChangesRequested', verificationStatus: 'PendingVerification', reasons: [] },
    { previousStatus: 'PendingVerification', verificationStatus: 'StartedNotCompleted', reasons: [] },
    { previousStatus: 'StartedNotCompleted', verificationStatus: 'Approved', reasons: [] },
  ]);
  await untilTransactionsEnd(database.owner);
  const feed = await asPartner<{ items: WebhookEvent[] }>('GET', '/changes?limit=200');
  expect(feed.value.items.map(({ eventId }) => eventId)).toEqual(inOrder.map(([, { eventId }]) => eventId));
  const bodies = receiver.requests.map(({ body }) => body.toString()).join('\n');
  for (const hidden of [NOTE, ada.accountId, ben.accountId]) expect(bodies).not.toContain(hidden);
});

test('outside a sandbox, a partner cannot simulate the outcome of a review', async () => {
  const path = `/sandbox/business-profiles/${customerId}/simulate`;
  expect(outcome(await asPartner('POST', path, { outcome: 'Reject' }))).toBe('404 Route.NotFound');
  expect((await statusNow()).verificationStatus).toBe('Approved');
});
