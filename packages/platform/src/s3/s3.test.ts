// Against a real S3 server, because those written for tests accept what a real one refuses.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { GetBucketPolicyCommand, PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CEPH_USERS } from '../../../../scripts/ceph-server.ts';
import { until } from '../../../../tests/harness/process.ts';
import { NO_STORAGE, startStorage, type TestStorage } from '../../../../tests/harness/storage.ts';
import { createLogger } from '../logger/index.ts';
import {
  checkWalls,
  type ObjectStore,
  openObjectStore,
  prepareStorage,
  requireWalls,
  StorageOpen,
  type StorageOptions,
} from './index.ts';
import { clientOf } from './store.ts';

const PDF = 'application/pdf';
const LINK_SECRET = NO_STORAGE.links.secretKey;
let storage: TestStorage;
let store: ObjectStore;
beforeAll(async () => {
  storage = await startStorage();
  store = openObjectStore(storage.options);
});
afterAll(async () => {
  store.close();
  await storage.close();
});

const link = (key: string, at = new Date()) => store.uploadLink({ key, contentType: PDF, at, validSeconds: 1800 });
const put = (url: string, body: string, headers: Record<string, string> = { 'content-type': PDF }) =>
  fetch(url, { method: 'PUT', body: Buffer.from(body), headers });
async function textOf(key: string, versionId: string): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of (await store.read(key, versionId)) ?? []) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe('an upload link', () => {
  test('signs host and content type, and carries no checksum', async () => {
    const { searchParams } = new URL(await link('documents/a/signed.pdf'));
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host');
    expect(searchParams.get('X-Amz-Expires')).toBe('1800');
    expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });

  test('takes the file of its type', async () => {
    expect((await put(await link('documents/a/good.pdf'), 'hello')).status).toBe(200);
    const found = await store.find('documents/a/good.pdf');
    expect(found).toMatchObject({ sizeBytes: 5 });
    expect(Math.abs(Date.now() - (found?.lastModified.getTime() ?? 0))).toBeLessThan(60_000);
  });

  test.each([
    ['another type', async () => put(await link('documents/a/bad.pdf'), 'x', { 'content-type': 'image/png' })],
    ['no type', async () => put(await link('documents/a/bad.pdf'), 'x', {})],
    ['another key', async () => put((await link('documents/a/good.pdf')).replace('good', 'bad'), 'x')],
    ['a later end', async () => put((await link('documents/a/bad.pdf')).replace('Expires=1800', 'Expires=9999'), 'x')],
    [
      '31 minutes too late',
      async () => put(await link('documents/a/bad.pdf', new Date(Date.now() - 31 * 60_000)), 'x'),
    ],
  ])('is refused by the storage with %s', async (_, upload) => {
    expect((await upload()).status).toBe(403);
    expect(await store.find('documents/a/bad.pdf')).toBeUndefined();
  });
});

describe('versions', () => {
  test('a later upload does not change what the pinned version gives', async () => {
    const url = await link('documents/a/pinned.pdf');
    await put(url, 'first');
    const pinned = await store.find('documents/a/pinned.pdf');
    await put(url, 'second');
    const versionId = pinned?.versionId ?? '';
    expect(await textOf('documents/a/pinned.pdf', versionId)).toBe('first');
    const read = await store.readLink({
      key: 'documents/a/pinned.pdf',
      versionId,
      contentType: PDF,
      fileName: 'My "file".pdf',
      at: new Date(),
      validSeconds: 60,
    });
    const answer = await fetch(read);
    expect(await answer.text()).toBe('first');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="My__file_.pdf"');
  });

  test('what is opened tells the same as what is found, and stays the same when another is uploaded meanwhile', async () => {
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

  test('what is opened and not read gives its connection back', async () => {
    await put(await link('documents/a/unread.pdf'), 'x'.repeat(1_000_000));
    // More than there are connections.
    for (let times = 0; times < 100; times++) (await store.open('documents/a/unread.pdf'))?.close();
    expect(await store.find('documents/a/unread.pdf')).toMatchObject({ sizeBytes: 1_000_000 });
  });

  test('a link for reading ends with its time, and shows neither another version nor another type', async () => {
    await put(await link('documents/a/read.pdf'), 'first');
    const { versionId = '' } = (await store.find('documents/a/read.pdf')) ?? {};
    const readAt = (at: Date) =>
      store.readLink({
        key: 'documents/a/read.pdf',
        versionId,
        contentType: PDF,
        fileName: 'x.pdf',
        at,
        validSeconds: 60,
      });
    const url = await readAt(new Date());
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, PDF]);
    expect((await fetch(await readAt(new Date(Date.now() - 62_000)))).status).toBe(403);
    expect((await fetch(url.replace(/versionId=[^&]+/, 'versionId=null'))).status).toBe(403);
    expect((await fetch(url.replace('application%2Fpdf', 'text%2Fhtml'))).status).toBe(403);
  });

  test('an object is removed with all of them, and another whose key it begins stays', async () => {
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

  test('a quarantined object is out of reach of its links, and quarantining can be repeated', async () => {
    const url = await link('documents/a/virus.pdf');
    await put(url, 'bad');
    const found = await store.find('documents/a/virus.pdf');
    await store.quarantine('documents/a/virus.pdf', found?.versionId ?? '');
    await store.quarantine('documents/a/virus.pdf', found?.versionId ?? '');
    expect(await store.find('documents/a/virus.pdf')).toBeUndefined();
    const other = openObjectStore({ ...storage.options, bucket: storage.options.quarantineBucket });
    const read = await other.readLink({
      key: 'documents/a/virus.pdf',
      versionId: 'null',
      contentType: PDF,
      fileName: 'x',
      at: new Date(),
      validSeconds: 60,
    });
    expect(await (await fetch(read)).text()).toBe('bad');
    other.close();
  });
});

describe('the walls of a storage', () => {
  const walls = (changes: Partial<StorageOptions> = {}) =>
    checkWalls({ ...storage.options, ...changes }, AbortSignal.timeout(20_000));
  const client = () => clientOf(storage.options, storage.options.endpoint);

  test('are there once it was prepared', async () => {
    await expect(walls()).resolves.toBeUndefined();
  });

  test.each([
    ['a bucket that is not there', { bucket: 'nowhere' }, /nowhere can be opened.*storage\.ts prepare/],
    [
      'a bucket without a policy',
      { bucket: 'quarantine' },
      /policy of the bucket quarantine lacks OnboardingRefuseCopy/,
    ],
    ['a key of links that may read', { links: NO_STORAGE }, /S3_LINK_ACCESS_KEY may read objects in documents/],
    ['a key of links that nobody knows', { links: { accessKey: 'x', secretKey: 'x' } }, /does not know S3_LINK_ACC/],
    ['a key that may not look', { accessKey: 'testlinks', secretKey: LINK_SECRET }, /give it s3:GetBucketPublicAcc/],
  ])('are missed in words: %s', async (_, changes, words) => {
    await expect(walls(changes)).rejects.toThrow(StorageOpen);
    await expect(walls(changes)).rejects.toThrow(words);
  });

  test('are set again by preparing, beside what the operator has set, who is told of it', async () => {
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
    await expect(walls()).rejects.toThrow(StorageOpen);
    const done = await prepareStorage({ ...storage.options, users: CEPH_USERS });
    expect(done).toContain('policy of documents: set, beside 1 statements of your own, which stay');
    const { Policy: after = '' } = await s3.send(new GetBucketPolicyCommand({ Bucket: 'documents' }));
    expect(JSON.parse(after).Statement).toContainEqual(own);
    s3.destroy();
    await expect(walls()).resolves.toBeUndefined();
  });

  test('of a storage that is away keep nobody from starting, and are looked at when it answers', async () => {
    const lines: string[] = [];
    const logger = createLogger({ service: 'test', level: 'info' }, { write: (line) => lines.push(line) });
    const watch = await requireWalls(NO_STORAGE, { logger, onOpen: () => {} });
    watch.stop();
    expect(lines.join()).toContain('the storage is away');
    await expect(requireWalls({ ...storage.options, bucket: 'nowhere' }, { logger, onOpen: () => {} })).rejects.toThrow(
      StorageOpen,
    );
  });
});

describe('preparing again', () => {
  test('finds what is there', async () => {
    const done = await prepareStorage({ ...storage.options, users: CEPH_USERS, eventsTo: 'http://127.0.0.1:9/' });
    expect(done.filter((line) => line.includes('there already'))).toHaveLength(3);
  });

  test('with another address leads events there, each once, and keeps the address whole', async () => {
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
          eventsTo: `http://127.0.0.1:${port}/in?token=${token}&more=1`,
          eventsKept: false,
        });
      }
      await put(await link('documents/a/told-1.pdf'), 'x');
      await put(await link('documents/a/told-2.pdf'), 'x');
      const keys = () => heard.flatMap((one) => one.keys);
      await until(
        async () => keys().includes('documents/a/told-1.pdf') && keys().includes('documents/a/told-2.pdf'),
        'both are told',
      );
      expect(keys().toSorted()).toEqual(['documents/a/told-1.pdf', 'documents/a/told-2.pdf']);
      expect(new Set(heard.map(({ url }) => url))).toEqual(new Set(['/in?token=second&more=1']));
    } finally {
      intake.closeAllConnections();
      intake.close();
    }
  });
});
