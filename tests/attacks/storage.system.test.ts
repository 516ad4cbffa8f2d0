// What a partner can attempt with its own upload link, and what is in storage afterwards: real processes, a real Ceph, a real
// scanner. The storage sends no notifications, so uploads are only found by polling.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import {
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketLifecycleCommand,
  DeleteObjectCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutBucketPolicyCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  S3ServiceException,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import {
  CreateTopicCommand,
  DeleteTopicCommand,
  GetTopicAttributesCommand,
  ListTopicsCommand,
  SNSClient,
  SNSServiceException,
} from '@aws-sdk/client-sns';
import { RECONCILE_QUEUE } from '@onboarding/domain/uploads';
import { createJobs } from '@onboarding/platform/jobs';
import type { Db } from '@onboarding/platform/postgres';
import { openObjectStore } from '@onboarding/platform/s3';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { validBody } from '../harness/bodies.ts';
import { openTestDb } from '../harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { pdfOf } from '../harness/files.ts';
import { storageEnvironment } from '../harness/no-storage.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { findProgram } from '../harness/programs.ts';
import { rowOf, upload } from '../harness/scenes/uploads.ts';
import { SEALING, startScanner, startStorage, type TestScanner, type TestStorage } from '../harness/servers/storage.ts';
import { AUDIENCE } from '../harness/tokens.ts';
import { TEST_KEY_RING } from '../harness/values.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const PDF = 'application/pdf';
const MINUTE_MS = 60_000;
/** How long a busy machine may take for what is usually instant. */
const BUSY_MS = 240_000;
let database: TestDatabase;
let issuer: RunningIssuer;
let storage: TestStorage;
let scanner: TestScanner;
let db: Db;
let api: RunningApi | undefined;
/** With the credentials of the service. */
let s3: S3Client;
let workers: RunningWorker[] = [];
let victim: Linked;

beforeAll(async () => {
  [database, issuer, storage, scanner] = await Promise.all([
    cloneDatabase(),
    runIssuer(),
    startStorage(),
    startScanner(),
  ]);
  const environment = storageEnvironment(storage.options);
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url, environment });
  const { endpoint = '', region, accessKey: accessKeyId, secretKey: secretAccessKey } = storage.options;
  s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  db = openTestDb(database.appUrl, { poolSize: 2 });
  victim = await linked();
  await upload(victim, pdfOf('of another partner'));
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  workers = [];
});
afterAll(async () => {
  await api?.kill();
  await db.close();
  s3.destroy();
  await Promise.all([storage.close(), scanner.close(), issuer.close()]);
  await database.close();
});

interface Linked {
  documentId: string;
  uploadUrl: string;
  contentType: string;
  key: string;
  /** Another link of the same customer and category. */
  next(): Promise<Linked>;
}

/** A link of a separate partner. */
async function linked(): Promise<Linked> {
  const token = await issuer.issuer.token(await database.addPartner());
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${api?.url}/api/partner/v1/business-profiles${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { value: Record<string, string> }).value;
  };
  const { customerId = '' } = await post('', validBody());
  const next = async (): Promise<Linked> => {
    const wanted = { documentCategory: 'TaxCertificate', contentType: PDF };
    const { documentId = '', uploadUrl = '' } = await post(`/${customerId}/documents/upload-link`, wanted);
    const { object_key: key } = await rowOf(database, { documentId });
    return { documentId, uploadUrl, contentType: PDF, key, next };
  };
  return next();
}

/** The storage's status for the link with something added. */
async function tried(
  { uploadUrl }: Linked,
  headers: Record<string, string>,
  { query = '', method = 'PUT', body = pdfOf('attack').toString('latin1') } = {},
) {
  const answer = await fetch(uploadUrl + query, {
    method,
    headers: { 'content-type': PDF, ...headers },
    ...(method === 'GET' ? {} : { body: new Uint8Array(Buffer.from(body, 'latin1')) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const bucket = 'documents';
const anonymously = async (key: string, from = bucket) =>
  (await fetch(`${storage.options.endpoint}/${from}/${key}`)).status;

async function versionsOf(key: string): Promise<(string | undefined)[]> {
  const { Versions = [], DeleteMarkers = [] } = await s3.send(
    new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key }),
  );
  return [...Versions, ...DeleteMarkers].map(({ VersionId }) => VersionId);
}

async function startWorker({ aheadMinutes = 0, restAt }: { aheadMinutes?: number; restAt?: string } = {}) {
  const worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:1',
    entry: 'tests/harness/worker-entry.ts',
    environment: {
      ...storageEnvironment(storage.options),
      WORKER_ROLES: 'documents',
      CLAMD_HOST: scanner.host,
      CLAMD_PORT: String(scanner.port),
      AHEAD_MS: String(aheadMinutes * MINUTE_MS),
      ...(restAt === undefined ? {} : { REST_AT: restAt }),
    },
  });
  workers.push(worker);
  return worker;
}

/** Starts the round that otherwise runs every minute. */
const beginRound = () => db.transaction((tx) => createJobs().send(tx, RECONCILE_QUEUE, {}));
const dueNow = (documents: readonly Linked[]) =>
  database.owner.query('update documents set next_check_at = now() where document_id = any($1)', [
    documents.map(({ documentId }) => documentId),
  ]);
const statusOf = async (document: Linked) => (await rowOf(database, document)).status;
const untilEach = (documents: readonly Linked[], status: string) =>
  until(
    async () => {
      for (const document of documents) if ((await statusOf(document)) !== status) return false;
      return true;
    },
    `each is ${status}`,
    BUSY_MS,
  );

/** A document of a separate partner, confirmed by a worker that has stopped since. */
async function confirmedVictim(): Promise<Linked> {
  const document = await linked();
  await upload(document, pdfOf('of another partner'));
  await dueNow([document]);
  const worker = await startWorker();
  await beginRound();
  await untilEach([document], 'Confirmed');
  await worker.kill();
  return document;
}

const EVERYONE = 'uri="http://acs.amazonaws.com/groups/global/AllUsers"';

describe("a partner's upload link", () => {
  test("cannot copy another partner's document or make it public", async () => {
    const own = await linked();
    const copy = { 'x-amz-copy-source': `/${bucket}/${victim.key}` };
    const seen = {
      copied: await tried(own, copy),
      copiedForAll: await tried(own, { ...copy, 'x-amz-acl': 'public-read' }),
      read: await anonymously(own.key),
    };
    expect(seen).toEqual({ copied: 403, copiedForAll: 403, read: 403 });
    expect(await versionsOf(own.key)).toEqual([]);
  });

  test("cannot read another partner's document by copying a range, whether it is confirmed or waiting", async () => {
    const waiting = await linked();
    await upload(waiting, pdfOf('of another partner'));
    const confirmed = await confirmedVictim();
    const { kept_key: kept } = await rowOf(database, confirmed);
    const own = await linked();
    await upload(own, pdfOf('own'));
    const sources = [
      ...[waiting, confirmed, own].flatMap(({ key }) => [`/${bucket}/${key}`, `${bucket}/${key}`]),
      `/${bucket}/${waiting.key}?versionId=${(await versionsOf(waiting.key))[0]}`,
      `/${bucket}/${encodeURIComponent(waiting.key)}`,
      `:${bucket}/${waiting.key}`,
      ...(kept === undefined ? [] : [`/${storage.options.keptBucket}/${kept}`]),
    ];
    const ranges = ['bytes=0-1', 'bytes=0-100', 'bytes=3-3', ''];
    const got: string[] = [];
    for (const source of sources) {
      for (const range of ranges) {
        const link = await linked();
        const copy = { 'x-amz-copy-source': source, 'x-amz-copy-source-range': range };
        // The gateway treats it as a copy only without a body.
        const status = await tried(link, copy, { body: '' });
        const versions = await versionsOf(link.key);
        if (status < 400 || versions.length > 0) got.push(`${source} ${range}: ${status}, ${versions.length} written`);
      }
    }
    expect(got).toEqual([]);
  });

  test('is refused with any header that would make storage share, encrypt or lock the object', async () => {
    const own = await linked();
    const headers: Record<string, string>[] = [
      { 'x-amz-acl': 'public-read' },
      { 'x-amz-acl': 'private' },
      { 'x-amz-grant-read': EVERYONE },
      { 'x-amz-grant-write': EVERYONE },
      { 'x-amz-grant-read-acp': EVERYONE },
      { 'x-amz-grant-write-acp': EVERYONE },
      { 'x-amz-grant-full-control': EVERYONE },
      { 'x-amz-server-side-encryption': 'AES256' },
      { 'x-amz-server-side-encryption': 'aws:kms', 'x-amz-server-side-encryption-aws-kms-key-id': 'k' },
      { 'x-amz-object-lock-mode': 'GOVERNANCE', 'x-amz-object-lock-retain-until-date': '2040-01-01T00:00:00Z' },
      { 'x-amz-object-lock-legal-hold': 'ON' },
      { 'x-amz-storage-class': 'GLACIER' },
    ];
    const taken: string[] = [];
    for (const added of headers) {
      const status = await tried(own, added);
      if (status !== 403 && status !== 400) taken.push(`${JSON.stringify(added)}: ${status}`);
    }
    expect(taken).toEqual([]);
    expect(await versionsOf(own.key)).toEqual([]);
    expect(await tried(own, {})).toBe(200);
  });

  test('is refused with anything added to its URL, and for any other method', async () => {
    const own = await linked();
    const added = ['acl', 'tagging', 'uploads', 'partNumber=1&uploadId=x', 'versionId=null', 'retention', 'legal-hold'];
    const statuses = await Promise.all([
      ...added.map((query) => tried(own, {}, { query: `&${query}` })),
      ...['POST', 'DELETE', 'GET'].map((method) => tried(own, {}, { method })),
      tried(own, {}, { query: '&uploads', method: 'POST' }),
      tried(own, { 'x-amz-copy-source': `/${bucket}/${victim.key}` }, { query: '&partNumber=1&uploadId=x', body: '' }),
      tried(own, {}, { query: '&append&position=0' }),
    ]);
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(await versionsOf(own.key)).toEqual([]);
  });

  test('cannot read confirmed documents, even if its key owns and may read all uploads', async () => {
    const { kept_key: kept } = await rowOf(database, await confirmedVictim());
    const owner = { accessKey: 'ownerlinks', secretKey: 'ownerlinks-secret-ownerlinks' };
    const keys = ['--access-key', owner.accessKey, '--secret-key', owner.secretKey];
    await storage.administer('key', 'create', '--uid=onboarding-links', '--key-type=s3', ...keys);
    const store = openObjectStore({ ...storage.options, links: owner });
    const waiting = await linked();
    await database.owner.query('update documents set next_check_at = null where document_id = $1', [
      waiting.documentId,
    ]);
    await upload(waiting, pdfOf('of another partner'));
    const copied = async (source: string) => {
      const key = `incoming/${crypto.randomUUID()}`;
      const uploadUrl = await store.uploadLink({ key, contentType: PDF, at: new Date(), validSeconds: 60 });
      const copy = { 'x-amz-copy-source': source, 'x-amz-copy-source-range': 'bytes=0-9' };
      return tried({ ...victim, uploadUrl }, copy, { body: '' });
    };
    // The first shows why such a key is refused at startup; the second, that it cannot read confirmed documents even so.
    expect(await copied(`/${bucket}/${waiting.key}`)).toBe(200);
    expect(await copied(`/${storage.options.keptBucket}/${kept}`)).toBe(403);
    store.close();
    await storage.administer('key', 'rm', '--uid=onboarding-links', '--key-type=s3', '--access-key', owner.accessKey);
  });

  test('is signed by a key that can only upload', async () => {
    const { searchParams } = new URL(victim.uploadUrl);
    const [signer] = searchParams.get('X-Amz-Credential')?.split('/') ?? [];
    expect(signer).not.toBe(storage.options.accessKey);
    const { endpoint = '', region, links, keptBucket, quarantineBucket } = storage.options;
    const credentials = { accessKeyId: links?.accessKey ?? '', secretAccessKey: links?.secretKey ?? '' };
    const thief = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
    const own = { Bucket: bucket, Key: `${victim.key}-own` };
    await thief.send(new PutObjectCommand({ ...own, Body: 'own' }));
    const { kept_key: kept } = await rowOf(database, await confirmedVictim());
    const at = { Bucket: bucket, Key: victim.key };
    const keptAt = { Bucket: keptBucket, Key: kept };
    const beside = { Bucket: bucket, Key: 'beside.pdf', Body: 'x' };
    const part = { ...own, UploadId: 'any', PartNumber: 1, CopySourceRange: 'bytes=0-1' };
    const sources = [own, at, keptAt].map(({ Bucket, Key }) => `${Bucket}/${Key}`);
    const done = await whatIsDone({
      ...Object.fromEntries(
        [own, at, keptAt].map((one) => [`read ${one.Key}`, () => thief.send(new GetObjectCommand(one))]),
      ),
      head: () => thief.send(new HeadObjectCommand(own)),
      acl: () => thief.send(new GetObjectAclCommand(own)),
      delete: () => thief.send(new DeleteObjectCommand(at)),
      deleteKept: () => thief.send(new DeleteObjectCommand(keptAt)),
      share: () => thief.send(new PutObjectAclCommand({ ...at, ACL: 'public-read' })),
      shareOwn: () => thief.send(new PutObjectAclCommand({ ...own, ACL: 'public-read' })),
      tag: () => thief.send(new PutObjectTaggingCommand({ ...own, Tagging: { TagSet: [] } })),
      list: () => thief.send(new ListObjectVersionsCommand({ Bucket: bucket })),
      listKept: () => thief.send(new ListObjectVersionsCommand({ Bucket: keptBucket })),
      listBuckets: () => thief.send(new ListBucketsCommand({})),
      beside: () => thief.send(new PutObjectCommand(beside)),
      besideKept: () => thief.send(new PutObjectCommand({ ...keptAt, Body: 'x' })),
      besideQuarantined: () => thief.send(new PutObjectCommand({ ...beside, Bucket: quarantineBucket })),
      bucket: () => thief.send(new CreateBucketCommand({ Bucket: 'own-bucket' })),
      policy: () => thief.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy: '{}' })),
      lifecycle: () => thief.send(new DeleteBucketLifecycleCommand({ Bucket: bucket })),
      parts: () => thief.send(new CreateMultipartUploadCommand(own)),
      listParts: () => thief.send(new ListMultipartUploadsCommand({ Bucket: bucket })),
      ...Object.fromEntries(
        sources.flatMap((CopySource) => [
          [
            `copy ${CopySource}`,
            () => thief.send(new CopyObjectCommand({ ...own, Key: `${own.Key}-copy`, CopySource })),
          ],
          [`part of ${CopySource}`, () => thief.send(new UploadPartCopyCommand({ ...part, CopySource }))],
        ]),
      ),
    });
    thief.destroy();
    expect(done).toEqual([]);
  });

  test('is signed by a key that can neither read nor create topics, whose URLs contain the secret for events', async () => {
    const { endpoint = '', region, links } = storage.options;
    const credentials = { accessKeyId: links?.accessKey ?? '', secretAccessKey: links?.secretKey ?? '' };
    const TopicArn = 'arn:aws:sns:default::onboarding-documents';
    const thief = new SNSClient({ endpoint, region, credentials, maxAttempts: 1 });
    const done = await whatIsDone({
      list: () => thief.send(new ListTopicsCommand({})),
      read: () => thief.send(new GetTopicAttributesCommand({ TopicArn })),
      create: () => thief.send(new CreateTopicCommand({ Name: 'of-a-thief' })),
      delete: () => thief.send(new DeleteTopicCommand({ TopicArn })),
    });
    thief.destroy();
    expect(done).toEqual([]);
  });

  test('stores nothing if it carries additions that the gateway cannot refuse, and delays no other upload', async () => {
    const additions: Record<string, string>[] = [
      { 'x-amz-tagging': 'a=b' },
      { 'x-amz-website-redirect-location': 'https://elsewhere.example/' },
      { 'x-amz-meta-extra': '1' },
      { 'content-encoding': 'gzip' },
      SEALING,
    ];
    const odd: Linked[] = [];
    for (const added of additions) {
      const own = await linked();
      expect(await tried(own, added)).toBe(200);
      odd.push(own);
    }
    const honest = await linked();
    await upload(honest, pdfOf('honest'));
    await dueNow([...odd, honest]);
    await startWorker();
    await beginRound();
    await untilEach([honest], 'Confirmed');
    await untilEach(odd, 'Rejected');
    const refusals: unknown[] = [];
    for (const one of odd) refusals.push((await rowOf(database, one)).refusal);
    expect(new Set(refusals)).toEqual(new Set(['ContentMismatch']));
    const left = async () => (await Promise.all(odd.map(({ key }) => versionsOf(key)))).flat().length;
    await until(async () => (await left()) === 0, 'all of it is gone', BUSY_MS);
  });
});

/** Attempts that the storage did not refuse, with their status. */
async function whatIsDone(tries: Record<string, () => Promise<unknown>>): Promise<string[]> {
  const done: string[] = [];
  for (const [name, attempt] of Object.entries(tries)) {
    const status = await attempt().then(() => 200, statusCodeOf);
    // A server without the API in question answers 405.
    if (status !== 403 && status !== 405) done.push(`${name}: ${status}`);
  }
  return done;
}

function statusCodeOf(error: unknown): number | string {
  return error instanceof S3ServiceException || error instanceof SNSServiceException
    ? (error.$metadata.httpStatusCode ?? error.name)
    : String(error);
}

describe('a storage', () => {
  test('does not show objects that were made public by mistake, and refuses a policy that would', async () => {
    const { keptBucket, quarantineBucket } = storage.options;
    const Key = 'documents/shared-by-mistake.pdf';
    for (const Bucket of [bucket, keptBucket, quarantineBucket]) {
      await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
      await s3.send(new PutObjectAclCommand({ Bucket, Key, ACL: 'public-read' }));
    }
    for (const from of [bucket, keptBucket, quarantineBucket]) expect(await anonymously(Key, from)).toBe(403);
    const open = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` };
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [open] });
    const set = s3.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
    expect(await set.then(() => 200, statusCodeOf)).toBe(403);
  });

  test.each(['api', 'worker'])(
    'without its access policy is refused by the %s, which names the command to run',
    async (app) => {
      await s3.send(new CreateBucketCommand({ Bucket: 'unprepared' }));
      const options = {
        ...storage.options,
        bucket: 'unprepared',
        keptBucket: 'unprepared',
        quarantineBucket: 'unprepared',
      };
      const child = spawn(process.execPath, [await findProgram(`apps/${app}/src/main.ts`)], {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          PATH: process.env.PATH,
          ENVIRONMENT: 'development',
          PORT: '0',
          METRICS_PORT: '0',
          KEY_RING: JSON.stringify(TEST_KEY_RING),
          DATABASE_URL: app === 'api' ? database.appUrl : database.workerUrl,
          TOKEN_ISSUER: issuer.url,
          TOKEN_AUDIENCE: AUDIENCE,
          TOKEN_JWKS_URL: `${issuer.url}/oauth2/jwks`,
          ...(app === 'worker' ? { PORTAL_URL: 'https://portal.example', WORKER_ROLES: 'documents' } : {}),
          CLAMD_HOST: scanner.host,
          CLAMD_PORT: String(scanner.port),
          ...storageEnvironment(options),
        },
        // Killed if it starts in spite of that.
        timeout: BUSY_MS,
        killSignal: 'SIGKILL',
      });
      const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect(code).toBe(1);
      expect(said).toMatch(/The bucket unprepared .*onboardingctl storage prepare/);
    },
  );
});

describe('an upload by a link that was already used', () => {
  /** Five more versions, and a delete marker. */
  async function overwrite(document: Linked): Promise<void> {
    for (let count = 0; count < 5; count++) await upload(document, pdfOf(`over it ${count}`));
    await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: document.key }));
  }

  const documents: Linked[] = [];
  beforeAll(async () => {
    for (let count = 0; count < 2; count++) {
      const document = await linked();
      await upload(document, pdfOf('what counts'));
      documents.push(document);
    }
    await dueNow(documents);
    const worker = await startWorker();
    await beginRound();
    await untilEach(documents, 'Confirmed');
    const left = async () => (await Promise.all(documents.map(({ key }) => versionsOf(key)))).flat().length;
    await until(async () => (await left()) === 0, 'what was uploaded is gone', BUSY_MS);
    await worker.kill();
  });

  /** A confirmed document with newer uploads over it. */
  async function overwritten(): Promise<Linked> {
    const document = documents.pop();
    if (document === undefined) throw new Error('Each is for one test');
    await overwrite(document);
    expect(await versionsOf(document.key)).toHaveLength(6);
    return document;
  }

  async function expectKept(document: Linked): Promise<void> {
    const { kept_key: Key, version_id: VersionId } = await rowOf(database, document);
    const { keptBucket: Bucket } = storage.options;
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
    expect(await Body?.transformToString()).toBe(pdfOf('what counts').toString());
    const Prefix = document.key.replace('incoming/', 'documents/').replace(/[^/]+$/, '');
    const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix }));
    expect(Versions.map((one) => one.VersionId)).toEqual([VersionId]);
  }

  test('is deleted after the link expires, and only the confirmed copy remains', async () => {
    const document = await overwritten();
    const refused = await linked();
    const unused = await linked();
    const replaced = await linked();
    await replaced.next();
    await upload(refused, Buffer.from('<html>'));
    await dueNow([refused]);
    const worker = await startWorker({ aheadMinutes: 46 });
    await beginRound();
    await untilEach([refused], 'Rejected');
    await untilEach([unused], 'Expired');
    await until(async () => (await versionsOf(document.key)).length === 0, 'none is left', BUSY_MS);
    await expectKept(document);

    // Uploads that began in time and took hours.
    const done = [refused, unused, replaced];
    for (const one of [document, ...done]) await upload(one, pdfOf('slow'));
    worker.process.send({ aheadMs: (24 * 60 + 1) * MINUTE_MS });
    await beginRound();
    await until(
      async () => (await Promise.all([document, ...done].map(({ key }) => versionsOf(key)))).flat().length === 0,
      'nothing else is left',
      BUSY_MS,
    );
    await expectKept(document);
    await until(
      async () => (await rowOf(database, document)).next_check_at === null,
      'nothing is left to look for',
      BUSY_MS,
    );
  });

  test('is deleted even if the worker that deletes it is killed', async () => {
    const document = await overwritten();
    await dueNow([document]);
    const killed = await startWorker({ aheadMinutes: 46, restAt: 'document-tidied' });
    const rested = once(killed.process, 'message');
    await beginRound();
    expect((await rested)[0]).toEqual({ restedAt: 'document-tidied' });
    await killed.kill();
    await overwrite(document);
    await database.owner.query(`update pgboss.job set started_on = now() - interval '1 hour' where state = 'active'`);
    await startWorker({ aheadMinutes: 48 });
    await beginRound();
    await until(async () => (await versionsOf(document.key)).length === 0, 'none is left', BUSY_MS);
    await expectKept(document);
  });
});
