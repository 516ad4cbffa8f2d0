import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOCUMENT_CATEGORIES, DOCUMENT_CONTENT_TYPES, DOCUMENT_LIMITS, DOCUMENT_REFUSALS } from '@onboarding/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { EICAR } from '../../scripts/servers/clamd-server.ts';
import { validBody } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { storageEnvironment } from '../harness/no-storage.ts';
import { readBlocks, runBlocks } from '../harness/page-blocks.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { startScanner, startStorage, type TestScanner, type TestStorage } from '../harness/servers/storage.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const SECRET = 'what the storage shows, in this test alone';
let database: TestDatabase;
let issuer: RunningIssuer;
let storage: TestStorage;
let scanner: TestScanner;
let api: RunningApi;
let worker: RunningWorker;
let folder: string;
let partner: TestPartner;
let token: string;
let customerId: string;

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  const port = await freePort();
  storage = await startStorage(`http://127.0.0.1:${port}/api/storage/v1/events?token=${encodeURIComponent(SECRET)}`);
  scanner = await startScanner();
  const environment = { ...storageEnvironment(storage.options), STORAGE_EVENTS_SECRET: SECRET };
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url, port, environment });
  worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:9',
    environment: { ...environment, CLAMD_PORT: String(scanner.port) },
  });
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  partner = await database.addPartner();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await worker.stop();
  await api.stop();
  await scanner.close();
  await storage.close();
  await issuer.close();
  await database.close();
});
beforeEach(async () => {
  // A token expires after five minutes.
  token = await issuer.issuer.token(partner);
  const created = await fetch(`${api.url}/api/partner/v1/business-profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(validBody()),
  });
  ({ customerId } = ((await created.json()) as { value: { customerId: string } }).value);
});

const page = await readFile('docs/documents.md', 'utf8');
const blocks = () => readBlocks(page, { API: api.url, TOKEN: token, CUSTOMER: customerId });
const shell = (...parts: (string | undefined)[]) => runBlocks(folder, parts);

const pdf = (content: string) => Buffer.from(`%PDF-1.7\n${content}\n%%EOF\n`);
const bring = (bytes: Buffer) => writeFile(join(folder, 'certificate.pdf'), bytes);
const confirmations = async () =>
  (
    await database.owner.query(
      `select body from events where customer_id = $1 and event_type = 'business.document.confirmed' order by sequence`,
      [customerId],
    )
  ).rows.map(({ body }) => JSON.parse(body).data);

test('the commands of the page upload, confirm and submit a document, also for a person', async () => {
  const [settings, ask, send, wait, read, submit, ofPerson, ...rest] = blocks();
  expect(rest).toEqual([]);
  const bytes = pdf('A certificate');
  await bring(bytes);

  expect((await shell(settings, ask, send, wait)).trim()).toBe('Confirmed');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [event, ...others] = await confirmations();
  expect(others).toEqual([]);
  expect(event).toMatchObject({ documentCategory: 'CertificateOfIncorporation', sizeBytes: bytes.length, sha256 });
  const record = JSON.parse(await shell(settings, read));
  expect(record.value.documents).toMatchObject([{ documentId: event.documentId, status: 'Confirmed', sha256 }]);
  const submitted = JSON.parse(await shell(settings, `DOCUMENT=${event.documentId}`, submit));
  expect(submitted.value.documents).toEqual([{ documentId: event.documentId, status: 'Confirmed' }]);

  expect((await shell(settings, ofPerson, wait)).trim()).toBe('Confirmed');
  const { uboId } = record.value.businessPersonList[0];
  expect((await confirmations())[1]).toMatchObject({ documentCategory: 'IdentityFront', uboId });
});

test.each<[string, Buffer, string, string]>([
  ['empty', Buffer.alloc(0), 'Rejected', 'Empty'],
  ['too large', Buffer.alloc(DOCUMENT_LIMITS.maxSizeBytes + 1, 'x'), 'Rejected', 'TooLarge'],
  ['HTML declared as PDF', Buffer.from('<html></html>'), 'Rejected', 'ContentMismatch'],
  ['infected', pdf(EICAR), 'Quarantined', 'Infected'],
])('a file that is %s gets the status and refusal that the page lists', async (_, bytes, status, refusal) => {
  const [settings, ask, send, wait, read] = blocks();
  await bring(bytes);
  expect((await shell(settings, ask, send, wait)).trim()).toBe(status);
  expect(JSON.parse(await shell(settings, read)).value.documents).toMatchObject([{ status, refusal }]);
  expect(page).toMatch(new RegExp(`^\\| \`${status}\` +\\| \`${refusal}\``, 'm'));
  expect(await confirmations()).toEqual([]);
});

test('the storage rejects another content type with SignatureDoesNotMatch', async () => {
  const [settings, ask, send] = blocks();
  await bring(pdf('A certificate'));
  const wrong = send?.replace('application/pdf', 'image/png');
  await expect(shell(settings, ask, wrong)).rejects.toMatchObject({
    stdout: expect.stringContaining('<Code>SignatureDoesNotMatch</Code>'),
  });
});

test('the storage rejects a token with InvalidArgument', async () => {
  const [settings, ask, send] = blocks();
  await bring(pdf('A certificate'));
  const withToken = send?.replace('-T ', '-H "Authorization: Bearer $TOKEN" -T ');
  await expect(shell(settings, ask, withToken)).rejects.toMatchObject({
    stdout: expect.stringContaining('<Code>InvalidArgument</Code>'),
  });
  expect(page).toMatch(/^\| `InvalidArgument` \(400\)/m);
});

test('submitting before the upload is refused with Document.NotUploaded', async () => {
  const [settings, ask, , , , submit] = blocks();
  await expect(shell(settings, ask, submit)).rejects.toMatchObject({
    stdout: expect.stringContaining('"code":"Document.NotUploaded"'),
  });
  expect(await confirmations()).toEqual([]);
});

test('the page lists every category, content type and refusal', () => {
  for (const word of [...DOCUMENT_CATEGORIES, ...DOCUMENT_CONTENT_TYPES, ...DOCUMENT_REFUSALS]) {
    expect(page).toContain(word);
  }
  expect(page).toContain(DOCUMENT_LIMITS.maxSizeBytes.toLocaleString('en'));
  expect(page).toContain(`${DOCUMENT_LIMITS.linkSeconds / 60} minutes`);
});
