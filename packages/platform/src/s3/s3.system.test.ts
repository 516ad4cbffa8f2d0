// Uses a real S3 server, because fakes accept requests that a real one refuses.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import {
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketPolicyCommand,
  PutPublicAccessBlockCommand,
} from '@aws-sdk/client-s3';
import { STORAGE_ERRORS } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CEPH_USERS } from '../../../../scripts/servers/ceph-server.ts';
import { NO_STORAGE } from '../../../../tests/harness/no-storage.ts';
import { PATIENCE_MS, until } from '../../../../tests/harness/patience.ts';
import { SEALING, startStorage, type TestStorage } from '../../../../tests/harness/servers/storage.ts';
import { createLogger } from '../logger/index.ts';
import { Registry } from '../metrics/index.ts';
import {
  checkProtection,
  type ObjectStore,
  type OpenedVersion,
  openObjectStore,
  prepareStorage,
  requireProtection,
  StorageOpen,
  type StorageOptions,
  StorageUnavailable,
  storageMetrics,
} from './index.ts';
import { clientOf } from './store.ts';

const PDF = 'application/pdf';
const LINK_SECRET = NO_STORAGE.links.secretKey;
let storage: TestStorage;
let store: ObjectStore;
const registry = new Registry();
beforeAll(async () => {
  storage = await startStorage('http://127.0.0.1:9/');
  store = openObjectStore(storage.options, storageMetrics(registry));
});
afterAll(async () => {
  store.close();
  await storage.close();
});

const link = (key: string, at = new Date()) => store.uploadLink({ key, contentType: PDF, at, validSeconds: 1800 });
const put = (url: string, body: string, headers: Record<string, string> = { 'content-type': PDF }) =>
  fetch(url, { method: 'PUT', body: Buffer.from(body), headers });
/** The content as text; undefined if the version does not exist. */
const textIn = async (opened: OpenedVersion | undefined) => (opened === undefined ? undefined : text(opened.bytes));

async function textOf(key: string, versionId: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of (await store.read(key, versionId)) ?? []) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('without keys', () => {
  /** Answers like the credential service of a container, with the keys of the storage's user. */
  async function startCredentialService() {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked++;
      const { accessKey: AccessKeyId, secretKey: SecretAccessKey } = storage.options;
      // Expires so soon that it is renewed before each use.
      const Expiration = new Date(Date.now() + 60_000).toISOString();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ AccessKeyId, SecretAccessKey, Token: '', Expiration }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `http://127.0.0.1:${port}/`);
    return {
      asked: () => asked,
      async close() {
        vi.unstubAllEnvs();
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  }

  test("the machine's own credentials are used and renewed, and upload links keep their own key", async () => {
    const credentials = await startCredentialService();
    const { accessKey: _, secretKey: __, ...options } = storage.options;
    const byRole = openObjectStore(options);
    try {
      await checkProtection(options, AbortSignal.timeout(PATIENCE_MS));
      const key = 'documents/a/by-role.pdf';
      const upload = await byRole.uploadLink({ key, contentType: PDF, at: new Date(), validSeconds: 1800 });
      expect(new URL(upload).searchParams.get('X-Amz-Credential')).toMatch(/^testlinks\//);
      expect((await put(upload, 'hello')).status).toBe(200);
      const before = credentials.asked();
      const { versionId = '' } = (await byRole.find(key)) ?? {};
      const opened = await byRole.openVersion(key, versionId);
      expect(await textIn(opened)).toBe('hello');
      await byRole.remove(key);
      expect(await byRole.find(key)).toBeUndefined();
      expect(credentials.asked()).toBeGreaterThan(before + 1);
    } finally {
      byRole.close();
      await credentials.close();
    }
  });
});

describe('an upload link', () => {
  test.each([
    ['Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln', 400, 'InvalidArgument'],
    ['Basic YTpi', 400, 'InvalidArgument'],
    [
      'AWS4-HMAC-SHA256 Credential=x/20261119/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=x',
      403,
      'AccessDenied',
    ],
  ])('is refused with the header Authorization: %s', async (authorization, status, code) => {
    const headers = { 'content-type': PDF, authorization };
    const answer = await put(await link('documents/a/foreign.pdf'), 'hello', headers);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(`<Code>${code}</Code>`)]);
    expect(Object.keys(STORAGE_ERRORS)).toContain(code);
  });

  test('signs host and content type, and has no checksum', async () => {
    const { searchParams } = new URL(await link('documents/a/signed.pdf'));
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
    expect(searchParams.get('X-Amz-Expires')).toBe('1800');
    expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });

  test('accepts a file of its type', { tags: ['S-237'] }, async () => {
    expect((await put(await link('documents/a/good.pdf'), 'hello')).status).toBe(200);
    const found = await store.find('documents/a/good.pdf');
    expect(found).toMatchObject({ sizeBytes: 5 });
    expect(Math.abs(Date.now() - (found?.lastModified.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test.each([
    ['with another type', async () => put(await link('documents/a/bad.pdf'), 'x', { 'content-type': 'image/png' })],
    ['with no type', async () => put(await link('documents/a/bad.pdf'), 'x', {})],
    ['with another key', async () => put((await link('documents/a/good.pdf')).replace('good', 'bad'), 'x')],
    [
      'with a later expiry',
      async () => put((await link('documents/a/bad.pdf')).replace('Expires=1800', 'Expires=9999'), 'x'),
    ],
    ['after 31 minutes', async () => put(await link('documents/a/bad.pdf', new Date(Date.now() - 31 * 60_000)), 'x')],
  ])('is refused by the storage %s', { tags: ['S-236', 'S-237', 'S-239', 'S-357'] }, async (_, upload) => {
    expect((await upload()).status).toBe(403);
    expect(await store.find('documents/a/bad.pdf')).toBeUndefined();
  });
});

describe('versions', () => {
  test('a later upload does not change the pinned version', async () => {
    const url = await link('documents/a/pinned.pdf');
    await put(url, 'first');
    const pinned = await store.find('documents/a/pinned.pdf');
    await put(url, 'second');
    const versionId = pinned?.versionId ?? '';
    expect(await textOf('documents/a/pinned.pdf', versionId)).toBe('first');
    const opened = await store.openVersion('documents/a/pinned.pdf', versionId);
    expect([opened?.sizeBytes, await textIn(opened)]).toEqual([5, 'first']);
  });

  test('open returns the same facts as find, and the same bytes despite an upload in the meantime', async () => {
    const url = await link('documents/a/opened.pdf');
    await put(url, 'first');
    const found = await store.find('documents/a/opened.pdf');
    const opened = await store.open('documents/a/opened.pdf');
    await put(url, 'second');
    const parts: Uint8Array[] = [];
    for await (const part of opened?.bytes ?? []) parts.push(part);
    expect(opened).toMatchObject({ ...found });
    expect(Buffer.concat(parts).toString()).toBe('first');
    opened?.close();
    expect(await store.open('documents/a/never.pdf')).toBeUndefined();
  });

  test.each<[string, string, Record<string, string>]>([
    ['an ordinary file', 'x'.repeat(1_000_000), {}],
    ['an empty file', '', {}],
    ['a file with tags', 'x', { 'x-amz-tagging': 'a=b' }],
    ['a file with a redirect', 'x', { 'x-amz-website-redirect-location': 'https://elsewhere.example/' }],
    ['a file with metadata', 'x', { 'x-amz-meta-extra': '1' }],
    ['a file with an encoding', 'x', { 'content-encoding': 'gzip' }],
    ['a file that its uploader has encrypted', 'x', SEALING],
  ])('%s has the same facts with and without its bytes', async (name, content, added) => {
    const key = `documents/a/${name.replaceAll(' ', '-')}.pdf`;
    const uploaded = await put(await link(key), content, { 'content-type': PDF, ...added });
    expect(uploaded.status).toBe(200);
    const { bytes, close, ...facts } = (await store.open(key)) ?? {};
    close?.();
    expect(facts).toMatchObject({
      sizeBytes: content.length,
      additions: Array(Object.keys(added).length > 0 ? 1 : 0).fill(expect.any(String)),
    });
    expect(await store.open(key, { withBytes: false })).toEqual({
      ...facts,
      bytes: undefined,
      close: expect.any(Function),
    });
  });

  test('close returns the connection of an unread object', async () => {
    await put(await link('documents/a/unread.pdf'), 'x'.repeat(1_000_000));
    // More than the number of connections.
    for (let times = 0; times < 100; times++) (await store.open('documents/a/unread.pdf'))?.close();
    expect(await store.find('documents/a/unread.pdf')).toMatchObject({ sizeBytes: 1_000_000 });
  });

  test('a range of a version returns exactly that range and the total size', async () => {
    await put(await link('documents/a/parts.pdf'), '0123456789');
    const { versionId = '' } = (await store.find('documents/a/parts.pdf')) ?? {};
    const partOf = async (start: number, end: number) => {
      const opened = await store.openVersion('documents/a/parts.pdf', versionId, { part: { start, end } });
      return [opened?.sizeBytes, await textIn(opened)];
    };
    expect(await partOf(0, 0)).toEqual([10, '0']);
    expect(await partOf(3, 6)).toEqual([10, '3456']);
    expect(await partOf(0, 9)).toEqual([10, '0123456789']);
    expect(await store.openVersion('documents/a/never.pdf', versionId)).toBeUndefined();
    await expect(
      store.openVersion('documents/a/parts.pdf', versionId, { signal: AbortSignal.abort() }),
    ).rejects.toThrow(StorageUnavailable);
  });

  test('remove deletes all versions of an object, but not an object with the same key prefix', async () => {
    const url = await link('documents/a/gone');
    await put(url, 'one');
    await put(url, 'two');
    await put(await link('documents/a/gone-not'), 'stays');
    const { versionId = '' } = (await store.find('documents/a/gone')) ?? {};
    await store.remove('documents/a/gone');
    await store.remove('documents/a/gone');
    expect(await store.read('documents/a/gone', versionId)).toBeUndefined();
    expect(await store.find('documents/a/gone')).toBeUndefined();
    expect(await store.find('documents/a/gone-not')).toBeDefined();
  });

  test("keep copies exactly the named version to our own account, without the uploader's headers", async () => {
    const key = 'incoming/a/kept.pdf';
    const url = await link(key);
    const added = { 'content-type': PDF, 'cache-control': 'public', 'x-amz-meta-extra': '1' };
    await put(url, 'first', added);
    const first = await store.find(key);
    await put(url, 'second');
    const { versionId = '', etag = '' } = first ?? {};
    const to = { key: 'documents/a/1/kept.pdf', contentType: PDF };
    const kept = await store.keep({ key, versionId, etag }, to);
    expect(kept).toMatchObject({ etag, sizeBytes: 5 });
    const keptId = kept?.versionId ?? '';
    const s3 = clientOf(storage.options, storage.options.endpoint);
    const shown = await s3.send(new GetObjectCommand({ Bucket: 'kept', Key: to.key, VersionId: keptId }));
    expect([await shown.Body?.transformToString(), shown.Metadata, shown.ContentType]).toEqual(['first', {}, PDF]);
    const listed = await Promise.all([
      s3.send(new ListObjectVersionsCommand({ Bucket: 'documents', Prefix: key })),
      s3.send(new ListObjectVersionsCommand({ Bucket: 'kept', Prefix: to.key })),
    ]);
    const owners = listed.map(({ Versions = [] }) => Versions[0]?.Owner?.ID);
    s3.destroy();
    expect(owners).toEqual(['onboarding-links', 'onboarding']);
    await store.removeVersion(key, versionId);
    await store.removeVersion(key, versionId);
    expect(await store.keep({ key, versionId, etag }, { ...to, key: 'documents/a/2/kept.pdf' })).toBeUndefined();
    expect(await textOf(key, (await store.find(key))?.versionId ?? '')).toBe('second');
    expect(await store.kept.keepOnly(to.key, keptId, 'documents/a/')).toEqual({ removed: 0, more: false });
    expect(await store.kept.removeBelow('documents/a/')).toBe(1);
  });

  test('quarantine moves an object out of reach of its links and is idempotent', async () => {
    const url = await link('documents/a/virus.pdf');
    await put(url, 'bad');
    const found = await store.find('documents/a/virus.pdf');
    await store.quarantine('documents/a/virus.pdf', found?.versionId ?? '');
    await store.quarantine('documents/a/virus.pdf', found?.versionId ?? '');
    expect(await store.find('documents/a/virus.pdf')).toBeUndefined();
    const other = openObjectStore({ ...storage.options, bucket: storage.options.quarantineBucket });
    const opened = await other.openVersion('documents/a/virus.pdf', 'null');
    expect(await textIn(opened)).toBe('bad');
    other.close();
  });
});

describe('the access policy of the storage', () => {
  const check = (changes: Partial<StorageOptions> = {}) =>
    checkProtection({ ...storage.options, ...changes }, AbortSignal.timeout(PATIENCE_MS));
  const client = () => clientOf(storage.options, storage.options.endpoint);

  test('is complete after storage prepare', async () => {
    await expect(check()).resolves.toBeUndefined();
  });

  test.each([
    ['a missing bucket', { bucket: 'nowhere' }, /nowhere can be opened.*onboardingctl storage prepare/],
    [
      'a bucket without a policy',
      { bucket: 'quarantine' },
      /policy of the bucket quarantine lacks OnboardingRefuseCopy/,
    ],
    ['a link key that may read', { links: NO_STORAGE }, /S3_LINK_ACCESS_KEY may read objects in documents/],
    ['an unknown link key', { links: { accessKey: 'x', secretKey: 'x' } }, /does not know S3_LINK_ACC/],
    ['no bucket for kept documents', { keptBucket: 'nowhere' }, /nowhere can be opened.*onboardingctl storage prepare/],
    [
      'a key without permission to read the policy',
      { accessKey: 'testlinks', secretKey: LINK_SECRET },
      /give it s3:GetBucketPublicAcc/,
    ],
  ])('fails the check with an explanation: %s', async (_, changes, words) => {
    await expect(check(changes)).rejects.toThrow(StorageOpen);
    await expect(check(changes)).rejects.toThrow(words);
  });

  const KEY = { accessKey: 'ownerlinks', secretKey: 'ownerlinks-secret-ownerlinks' };
  test('fails the check if the link key may read uploads, which no bucket policy prevents', async () => {
    const keys = ['--access-key', KEY.accessKey, '--secret-key', KEY.secretKey];
    // As operators created it for earlier releases: the user itself instead of a subuser that can only write.
    await storage.administer('key', 'create', '--uid=onboarding-links', '--key-type=s3', ...keys);
    await expect(check({ links: KEY })).rejects.toThrow(
      /S3_LINK_ACCESS_KEY may copy objects of documents by a link, with a range: .*a subuser that can only write/,
    );
  });

  test('fails the check if the link key may use topics', async () => {
    await expect(check({ endpoint: storage.topicsUrl })).rejects.toThrow(
      /S3_LINK_ACCESS_KEY may create topics: .*rgw_enable_apis = s3/,
    );
    await storage.administer('user', 'modify', '--uid=onboarding-links', '--op-mask=*');
    await expect(check({ endpoint: storage.topicsUrl })).rejects.toThrow(/S3_LINK_ACCESS_KEY may list topics/);
    await storage.administer('user', 'modify', '--uid=onboarding-links', '--op-mask=write');
    await expect(check()).resolves.toBeUndefined();
  });

  test('fails the check if the link key may upload in parts or write to the kept bucket', async () => {
    const s3 = client();
    const may = (Bucket: string) => ({
      Effect: 'Allow',
      Principal: { AWS: [CEPH_USERS.links] },
      Action: 's3:PutObject',
      Resource: `arn:aws:s3:::${Bucket}/*`,
    });
    for (const [Bucket, words] of [
      ['documents', /S3_LINK_ACCESS_KEY may (write beside incoming\/|upload in parts)/],
      ['kept', /S3_LINK_ACCESS_KEY may (read objects|list objects|write to) .*kept/],
    ] as const) {
      const { Policy = '{}' } = await s3.send(new GetBucketPolicyCommand({ Bucket }));
      const { Statement } = JSON.parse(Policy);
      const others = Statement.filter(({ Sid = '' }) => !/LinksUpload|LinksDoNothing$/.test(Sid));
      const weak = JSON.stringify({ Version: '2012-10-17', Statement: [...others, may(Bucket)] });
      await unblocked(s3, Bucket, () => s3.send(new PutBucketPolicyCommand({ Bucket, Policy: weak })));
      await expect(check()).rejects.toThrow(words);
      await unblocked(s3, Bucket, () => s3.send(new PutBucketPolicyCommand({ Bucket, Policy })));
    }
    s3.destroy();
    await expect(check()).resolves.toBeUndefined();
  });

  /** Ceph considers a policy with an Allow statement public. */
  async function unblocked(s3: ReturnType<typeof client>, Bucket: string, work: () => Promise<unknown>): Promise<void> {
    const block = (BlockPublicPolicy: boolean) =>
      s3.send(
        new PutPublicAccessBlockCommand({
          Bucket,
          PublicAccessBlockConfiguration: { IgnorePublicAcls: true, BlockPublicPolicy, RestrictPublicBuckets: true },
        }),
      );
    await block(false);
    await work();
    await block(true);
  }

  test('leaves no objects behind when it is checked', async () => {
    const s3 = client();
    const seen = async () => {
      const listed = ['documents', 'kept'].map((Bucket) => s3.send(new ListObjectVersionsCommand({ Bucket })));
      return (await Promise.all(listed)).flatMap(({ Versions = [], DeleteMarkers = [] }) =>
        [...Versions, ...DeleteMarkers].map(({ VersionId }) => VersionId),
      );
    };
    const before = await seen();
    await check();
    expect(await seen()).toEqual(before);
    s3.destroy();
  });

  test("is restored by storage prepare, which keeps and reports the operator's own statements", async () => {
    const s3 = client();
    const own = {
      Sid: 'Own',
      Effect: 'Deny',
      Principal: '*',
      Action: 's3:PutObject',
      Resource: 'arn:aws:s3:::documents/own/*',
    };
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [own] });
    await s3.send(new PutBucketPolicyCommand({ Bucket: 'documents', Policy }));
    await expect(check()).rejects.toThrow(StorageOpen);
    const done = await prepareStorage({ ...storage.options, users: CEPH_USERS });
    expect(done).toContain('policy of documents: set; statements of your own, kept: 1');
    const { Policy: after = '' } = await s3.send(new GetBucketPolicyCommand({ Bucket: 'documents' }));
    expect(JSON.parse(after).Statement).toContainEqual(own);
    s3.destroy();
    await expect(check()).resolves.toBeUndefined();
  });

  test('does not block the start while the storage is unavailable, but does once it answers', async () => {
    const lines: string[] = [];
    const logger = createLogger({ service: 'test', level: 'info' }, { write: (line) => lines.push(line) });
    const watch = await requireProtection(NO_STORAGE, { logger, onOpen: () => {} });
    watch.stop();
    expect(lines.join()).toContain('storage unavailable');
    await expect(
      requireProtection({ ...storage.options, bucket: 'nowhere' }, { logger, onOpen: () => {} }),
    ).rejects.toThrow(StorageOpen);
  });
});

describe('the CORS rule for the console from earlier releases', () => {
  const ruleOf = (ID: string) => ({ ID, AllowedOrigins: [`https://${ID}.example.com`], AllowedMethods: ['GET'] });
  const prepare = () => prepareStorage({ ...storage.options, users: CEPH_USERS });

  /** The rules left in the kept bucket. */
  async function prepared(...ids: string[]): Promise<{ left: (string | undefined)[]; done: string[] }> {
    const s3 = clientOf(storage.options, storage.options.endpoint);
    const CORSConfiguration = { CORSRules: ids.map(ruleOf) };
    await s3.send(new PutBucketCorsCommand({ Bucket: 'kept', CORSConfiguration }));
    const done = (await prepare()).filter((line) => line.includes('console'));
    const left = await s3.send(new GetBucketCorsCommand({ Bucket: 'kept' })).catch(() => undefined);
    s3.destroy();
    return { left: left?.CORSRules?.map(({ ID }) => ID) ?? [], done };
  }

  test("is removed by storage prepare, which keeps the operator's own rules", async () => {
    expect(await prepared('OnboardingConsole')).toEqual({
      left: [],
      done: ['access of the console to kept: withdrawn'],
    });
    expect(await prepared('Own', 'OnboardingConsole')).toEqual({
      left: ['Own'],
      done: ['access of the console to kept: withdrawn; rules of your own, kept: 1'],
    });
    expect(await prepared('Own')).toEqual({ left: ['Own'], done: [] });
  });
});

describe('preparing the storage again', () => {
  test("sets the expiry of uploads only, and keeps the operator's own rules", async () => {
    const s3 = clientOf(storage.options, storage.options.endpoint);
    const own = { ID: 'Own', Status: 'Enabled' as const, Filter: { Prefix: 'own/' }, Expiration: { Days: 9 } };
    const LifecycleConfiguration = { Rules: [own] };
    await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket: 'documents', LifecycleConfiguration }));
    const done = await prepareStorage({ ...storage.options, users: CEPH_USERS });
    expect(done).toContain('uploads under incoming/ in documents: expire after 2 days; rules of your own, kept: 1');
    const { Rules = [] } = await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket: 'documents' }));
    const seen = Rules.map(({ ID, Filter, Expiration }) => [ID, Filter?.Prefix, Expiration?.Days]);
    expect(seen.toSorted()).toEqual([
      ['OnboardingUploadsExpire', 'incoming/', 2],
      ['OnboardingUploadsMarks', 'incoming/', undefined],
      ['Own', 'own/', 9],
    ]);
    await expect(s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket: 'kept' }))).rejects.toThrow();
    s3.destroy();
  });

  test('reports what is already there', async () => {
    const { topicsUrl: topicsEndpoint } = storage;
    const plan = { ...storage.options, users: CEPH_USERS, topicsEndpoint, eventsTo: 'http://127.0.0.1:9/' };
    const done = await prepareStorage(plan);
    expect(done.filter((line) => line.includes('already'))).toHaveLength(5);
  });

  test('with another address sends each event there once, with the full URL', async () => {
    const heard: { url: string | undefined; keys: string[] }[] = [];
    const intake = createServer(async (request, response) => {
      const { Records } = JSON.parse((await buffer(request)).toString());
      heard.push({
        url: request.url,
        keys: Records.map((one: { s3: { object: { key: string } } }) => one.s3.object.key),
      });
      response.end();
    }).listen(0, '127.0.0.1');
    await once(intake, 'listening');
    const address = intake.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    try {
      for (const token of ['first', 'second']) {
        await prepareStorage({
          ...storage.options,
          users: CEPH_USERS,
          topicsEndpoint: storage.topicsUrl,
          eventsTo: `http://127.0.0.1:${port}/in?token=${token}&more=1`,
          eventsKept: false,
        });
      }
      await put(await link('documents/a/told-1.pdf'), 'x');
      await put(await link('documents/a/told-2.pdf'), 'x');
      const keys = () => heard.flatMap((one) => one.keys);
      await until(
        async () => keys().includes('documents/a/told-1.pdf') && keys().includes('documents/a/told-2.pdf'),
        'both are notified',
      );
      expect(keys().toSorted()).toEqual(['documents/a/told-1.pdf', 'documents/a/told-2.pdf']);
      expect(new Set(heard.map(({ url }) => url))).toEqual(new Set(['/in?token=second&more=1']));
    } finally {
      intake.closeAllConnections();
      intake.close();
    }
  });
});

test('counts every request by operation and outcome; signing a link does not count', async () => {
  registry.resetMetrics();
  await put(await link('documents/a/counted.pdf'), 'hello');
  await store.find('documents/a/counted.pdf');
  await store.find('documents/a/nobody.pdf');
  const text = await registry.metrics();
  const counts = text.split('\n').filter((line) => line.startsWith('onboarding_storage_request_seconds_count'));
  expect(counts).toEqual([
    'onboarding_storage_request_seconds_count{operation="HeadObject",outcome="ok"} 1',
    'onboarding_storage_request_seconds_count{operation="HeadObject",outcome="missing"} 1',
  ]);
});

test('throws StorageUnavailable when the storage is unreachable or refuses, unlike for a missing object', async () => {
  const counted = new Registry();
  const metrics = storageMetrics(counted);
  const outsider = openObjectStore({ ...storage.options, secretKey: 'another-secret-another-secret' }, metrics);
  const away = openObjectStore(NO_STORAGE, metrics);
  for (const other of [outsider, away])
    await expect(other.find('documents/a/x.pdf')).rejects.toThrow(StorageUnavailable);
  outsider.close();
  away.close();
  const text = await counted.metrics();
  expect(text).toContain('onboarding_storage_request_seconds_count{operation="HeadObject",outcome="refused"} 1');
  expect(text).toContain('onboarding_storage_request_seconds_count{operation="HeadObject",outcome="failed"} 1');
});
