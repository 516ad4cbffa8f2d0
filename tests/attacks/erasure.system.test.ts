// Searches for the data of an erased customer everywhere: in a full dump, every version of every object, logs, metrics, mails
// and responses. Uses real processes, storage, scanner and receiver, and the operator's own command.
import {
  businessProfileListSchema,
  businessProfileRecordSchema,
  type PackageRecord,
  packageSchema,
  type VerificationStatusRecord,
  verificationStatusSchema,
} from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { BLANKS, FATES } from '../contract/database/erasable-columns.ts';
import { checkChain } from '../harness/checks/wholeness.ts';
import { runCtl } from '../harness/command-process.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { pdfOf } from '../harness/files.ts';
import { EVENTS_SECRET, storageEnvironment } from '../harness/no-storage.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { answerWith, type Receiver, startReceiver } from '../harness/servers/receiver.ts';
import { startScanner, startStorage, type TestScanner, type TestStorage } from '../harness/servers/storage.ts';
import { type SignedIn, signIn } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';
import { WEBHOOKS } from '../harness/webhooks.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';
import { dumpOf, logsOf, Markers, objectsOf } from './erasure-scene.ts';

let database: TestDatabase;
let partner: TestPartner;
let issuer: RunningIssuer;
let storage: TestStorage;
let scanner: TestScanner;
let receiver: Receiver;
let mailbox: Mailbox;
let api: RunningApi;
let worker: RunningWorker;
let analyst: SignedIn;

const markers = new Markers();
/** Of another customer, which is not erased. */
const others = new Markers();
const created = markers.business();
let customerId: string;
let before: { dump: string; objects: string[]; snapshots: number };

beforeAll(async () => {
  database = await cloneDatabase();
  partner = await database.addPartner();
  const port = await freePort();
  const eventsTo = `http://127.0.0.1:${port}/api/storage/v1/events?token=${EVENTS_SECRET}`;
  [issuer, storage, scanner, receiver, mailbox] = await Promise.all([
    runIssuer(),
    startStorage(eventsTo),
    startScanner(),
    startReceiver(),
    startMailbox(),
  ]);
  const environment = {
    ...storageEnvironment(storage.options),
    WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting,
    NODE_EXTRA_CA_CERTS: receiver.caFile,
  };
  const sites = {
    PORTAL_URL: ORIGINS.partner,
    PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
    CONSOLE_URL: ORIGINS.staff,
    CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
  };
  [api, worker] = await Promise.all([
    runApi({
      databaseUrl: database.appUrl,
      issuerUrl: issuer.url,
      port,
      environment: {
        ...environment,
        ...sites,
        STORAGE_EVENTS_SECRET: EVENTS_SECRET,
        STAFF_DATABASE_URL: database.staffUrl,
      },
    }),
    runWorker({ database, smtpUrl: mailbox.url, environment: { ...environment, CLAMD_PORT: String(scanner.port) } }),
  ]);
  analyst = await signIn(database, { realm: 'staff' });
  await live();
  before = {
    dump: await dumpOf(database),
    objects: await objectsOf(storage),
    snapshots: await count('package_snapshots'),
  };
});
afterAll(async () => {
  await Promise.all([worker?.stop(), api?.stop()]);
  await Promise.all([receiver?.close(), scanner?.close(), storage?.close(), issuer?.close(), mailbox?.close()]);
  await database?.close();
});

interface Answered<T> {
  status: number;
  value: T;
  code: string;
  text: string;
}

async function ask<T>(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const answer = await fetch(`${api.url}/api${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const { value, error } = JSON.parse(text) as { value: T; error?: { code: string } | null };
  return { status: answer.status, value, code: error?.code ?? '', text } satisfies Answered<T>;
}

/** Each write has its own idempotency key, so that its response is stored. */
const asPartner = async <T>(method: string, path: string, body?: unknown, key = `${method} ${path} by a partner`) =>
  ask<T>(
    method,
    `/partner/v1/business-profiles${path}`,
    {
      authorization: `Bearer ${await issuer.issuer.token(partner)}`,
      ...(method === 'GET' ? {} : { 'idempotency-key': key }),
    },
    body,
  );
const asAnalyst = <T>(method: string, path: string, body?: unknown) =>
  ask<T>(method, `/compliance/v1${path}`, analyst.headers, body);

async function done<T>(asked: Promise<Answered<T>>): Promise<T> {
  const { status, value, text } = await asked;
  expect(status, text).toBe(200);
  return value;
}

const run = (words: string[]) =>
  runCtl(words, {
    MIGRATION_DATABASE_URL: database.ownerUrl,
    ...storageEnvironment(storage.options),
  });

/** Fills everything that can hold data of a customer. */
async function live(): Promise<void> {
  const admin = await signIn(database, { partnerId: partner.partnerId });
  // A receiver that echoes which customer an event is about.
  const told = markers.text('receiver');
  receiver.answer((request, response) => {
    const isAboutIt = request.body.includes(created.partnerCustomerId);
    response.end(JSON.stringify({ stored: isAboutIt ? told : 'someone else' }));
  });
  await fetch(`${api.url}${WEBHOOKS}`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url() }),
  });
  ({ customerId } = await done(asPartner<{ customerId: string }>('POST', '', created, 'the create')));
  await done(asPartner('POST', '', others.business()));
  await Promise.all([change(), hand(pdfOf(markers.text('document')))]);
  await review();
  await until(async () => (await undelivered()) === 0 && (await attempts()) > 5, 'everything was sent to the receiver');
}

async function change(): Promise<void> {
  const path = `/${customerId}`;
  // On a sanctions list of the tests' provider.
  const listed = markers.person('added', { birth: 1923, expiry: 2079 }, { firstName: 'Sanctia', lastName: 'Listed' });
  const tradingName = markers.text('newTradingName');
  await done(asPartner('PATCH', path, { tradingName, businessPersonList: [listed] }));
  const { email, companyName: _, businessPersonList: _people, partnerCustomerId: _reference, ...rest } = created;
  const name = `${markers.text('newCompanyName')} Ltd`;
  await done(asPartner('PUT', path, { ...rest, customerId, businessEmail: email, name, tradingName }));
}

async function hand(file: Buffer): Promise<void> {
  const wanted = { documentCategory: 'CertificateOfIncorporation', contentType: 'application/pdf' };
  const link = await done(
    asPartner<{ uploadUrl: string; headers: Record<string, string> }>(
      'POST',
      `/${customerId}/documents/upload-link`,
      wanted,
    ),
  );
  const put = () => fetch(link.uploadUrl, { method: 'PUT', headers: link.headers, body: new Uint8Array(file) });
  expect((await put()).status).toBe(200);
  const statusNow = () => done(asPartner<VerificationStatusRecord>('GET', `/${customerId}/verification-status`));
  await until(async () => (await statusNow()).documents[0]?.status === 'Confirmed', 'the document is confirmed');
}

async function review(): Promise<void> {
  const path = `/packages/${customerId}`;
  await until(async () => {
    const { screeningPending, flagsPending, flags } = await done(asAnalyst<PackageRecord>('GET', path));
    return !screeningPending && !flagsPending && flags.some(({ code }) => code === 'ScreeningHit');
  }, 'it is screened, with a hit');
  await until(async () => (await asAnalyst('POST', `${path}/claim`)).status === 200, 'the package is claimed');
  await judge(path);
  await done(asAnalyst('POST', `${path}/notes`, { text: `They say ${markers.text('note')}.` }));
  const reason = { code: 'Document.Missing', message: `We miss ${markers.text('reason')}.`, pointer: '/email' };
  const { evidenceVersion: seenVersion } = await done(asAnalyst<PackageRecord>('GET', path));
  await done(asAnalyst('POST', `${path}/decisions`, { seenVersion, outcome: 'RequestChanges', reasons: [reason] }));
}

/** Records a finding with a note, and compares an identity number. */
async function judge(path: string): Promise<void> {
  const { screenings, business } = await done(asAnalyst<PackageRecord>('GET', path));
  const { screeningId, hits } = screenings.find(({ outcome }) => outcome === 'Hit') ?? {};
  const [{ entityId, listName } = { entityId: '', listName: '' }] = hits ?? [];
  const note = `It is not ${markers.text('finding')}.`;
  const finding = `${path}/screenings/${screeningId}/hits/${entityId}/finding`;
  await done(asAnalyst('POST', finding, { listName, finding: 'NotTheSame', note }));
  const identityId = business.businessPersonList[0]?.identities[0]?.identityId;
  const value = markers.values.get('owner.identityValue');
  const compared = asAnalyst<{ matches: boolean }>('POST', `${path}/identities/${identityId}/compare`, { value });
  expect((await done(compared)).matches).toBe(true);
}

const count = async (sql: string) => (await database.owner.query(`select count(*)::int as n from ${sql}`)).rows[0].n;
const attempts = () => count('webhook_attempts where response_excerpt is not null');
const undelivered = async () =>
  (await count('event_outbox')) + (await count(`webhook_deliveries where status = 'Pending'`));

/** Not in plain text in a dump: encrypted, in the storage, or replaced by the partner itself. */
const HIDDEN = ['note', 'finding', 'document', 'companyName', 'tradingName', 'added.firstName', 'added.lastName'];

test('before the erasure, the search finds every value of the customer in tables, stored responses and documents', async () => {
  const found = markers.foundIn(before.dump);
  const plain = [...markers.values.keys()].filter((field) => !HIDDEN.includes(field));
  expect(plain.filter((field) => !found.includes(field))).toEqual([]);
  expect(plain.length).toBeGreaterThan(35);
  expect(markers.foundIn(before.objects.join('\n'))).toEqual(['document']);
  expect(await count(`idempotency_keys where customer_id = '${customerId}'`), 'create, PATCH, PUT, link').toBe(4);
});

describe('after the erasure', () => {
  let dump: string;
  beforeAll(async () => {
    receiver.answer(answerWith(200, {}, 'ok'));
    const words = ['customers', 'erase', partner.partnerId, customerId, '--reason', 'request 4711', '--yes'];
    const { stdout } = await run(words);
    expect(stdout).toMatch(/^Erased; /);
    await until(async () => (await undelivered()) === 0, 'the erasure was told to the receiver');
    dump = await dumpOf(database);
  });

  test('a full dump contains no value of the customer, in any encoding', () => {
    expect(markers.foundIn(dump)).toEqual([]);
  });

  test('no object, log, metric, mail or webhook contains one either', async () => {
    expect(markers.foundIn((await objectsOf(storage)).join('\n'))).toEqual([]);
    const logs = logsOf([api.process.pid, worker.process.pid]);
    expect(logs).toContain(customerId);
    expect(markers.foundIn(logs)).toEqual([]);
    const metrics = await Promise.all([api, worker].map(async (one) => (await fetch(one.metricsUrl)).text()));
    expect(markers.foundIn(metrics.join('\n'))).toEqual([]);
    expect(markers.foundIn(JSON.stringify(mailbox.mails()))).toEqual([]);
    expect(markers.foundIn(receiver.requests.map(({ body }) => body.toString()).join('\n'))).toEqual([]);
  });

  test('every column documented as blanked is blank, and every row documented as deleted is deleted', async () => {
    const left: string[] = [];
    for (const [table, columns] of Object.entries(FATES)) {
      const { rows } = await database.owner.query(`select * from ${table} where customer_id = $1`, [customerId]);
      for (const [column, fate] of Object.entries(columns)) {
        if (fate.startsWith('Kept')) continue;
        const { rows: texts } = await database.owner.query(
          `select distinct ${column}::text as text from ${table} where customer_id = $1 and ${column} is not null`,
          [customerId],
        );
        const told = texts.map(({ text }) => text).filter((text) => !BLANKS.includes(text));
        // The key of an e-mail address is the person's id, because it must be unique.
        const uboIds = rows.map((row) => row.ubo_id);
        if (fate === 'Gone' ? rows.length > 0 : told.some((text) => !uboIds.includes(text)))
          left.push(`${table}.${column}`);
      }
    }
    expect(left).toEqual([]);
  });

  test('the snapshot of the decision is deleted as well', async () => {
    expect(before.snapshots).toBe(1);
    expect(await count('package_snapshots')).toBe(0);
  });

  test('another customer loses no data', () => {
    const found = others.foundIn(dump);
    const plain = [...others.values.keys()].filter((field) => !field.endsWith('identityValue'));
    expect(plain.filter((field) => !found.includes(field))).toEqual([]);
  });

  test('the audit trail is intact and records the erasure', async () => {
    expect((await run(['audit', 'verify', partner.partnerId, customerId])).stdout).toMatch(/^Intact: /);
    expect(await checkChain(database.owner, customerId)).toBeGreaterThan(5);
    const { text } = await asPartner('GET', `/${customerId}/audit`);
    expect(text).toContain('business.profile.erased');
  });

  test('every read still answers 200 and shows only that the customer was erased', async () => {
    const record = await asPartner('GET', `/${customerId}`);
    expect(businessProfileRecordSchema.parse(record.value)).toMatchObject({ companyName: 'Erased', canUpdate: false });
    expect(businessProfileRecordSchema.parse(record.value).erasedAt).not.toBeNull();
    const list = await asPartner('GET', '');
    expect(businessProfileListSchema.parse(list.value).items).toHaveLength(2);
    const status = await asPartner('GET', `/${customerId}/verification-status`);
    expect(verificationStatusSchema.parse(status.value).verificationStatus).toBe('ChangesRequested');
    const read = await asAnalyst('GET', `/packages/${customerId}`);
    expect(packageSchema.parse(read.value)).toMatchObject({ flags: [], notes: [{ text: null }] });
    const answers = [
      ...[record, list, status, read],
      await asPartner('GET', `/by-reference/${created.partnerCustomerId}`),
      await asPartner('GET', `/${customerId}/audit`),
      await asAnalyst('GET', `/packages/${customerId}/audit`),
      await asAnalyst('GET', `/packages/${customerId}/changes`),
      await asAnalyst('GET', '/queue'),
    ];
    expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200));
    expect(markers.foundIn(answers.map((one) => one.text).join('\n'))).toEqual([]);
  });

  test('rejects changes with 409, and a repeated create names only the customer that holds the reference', async () => {
    const changed = await asPartner('PATCH', `/${customerId}`, { tradingName: 'New' }, 'afterwards');
    expect([changed.status, changed.code]).toEqual([409, 'Customer.Closed']);
    const again = await asPartner('POST', '', created, 'the create');
    expect([again.status, again.code]).toEqual([409, 'Customer.PartnerCustomerIdConflict']);
    expect(again.text).toContain(customerId);
    expect(markers.foundIn(again.text)).toEqual([]);
  });
});
