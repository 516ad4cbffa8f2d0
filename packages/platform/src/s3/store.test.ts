import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_STORAGE } from '../../../../tests/harness/no-storage.ts';
import { type MemoryStorage, startMemoryStorage } from '../../../../tests/harness/servers/memory-storage.ts';
import { Registry } from '../metrics/index.ts';
import { type ObjectStore, openObjectStore, StorageUnavailable, storageMetrics } from './index.ts';
import type { ObjectFacts } from './objects.ts';

const PDF = { 'content-type': 'application/pdf' };
const KEY = 'incoming/a/file.pdf';
let storage: MemoryStorage;
let store: ObjectStore;
const registry = new Registry();
beforeAll(async () => {
  storage = await startMemoryStorage();
  store = openObjectStore(storage.options, storageMetrics(registry));
});
beforeEach(() => {
  storage.reset(['documents', 'kept', 'quarantine']);
  registry.resetMetrics();
});
afterAll(async () => {
  store.close();
  await storage.close();
});

const factsOf = (one: ReturnType<MemoryStorage['put']>): ObjectFacts => ({
  sizeBytes: one.bytes?.length ?? 0,
  versionId: one.versionId,
  etag: one.etag,
  lastModified: one.at,
});
const bytesOf = async (opened: { bytes?: AsyncIterable<Uint8Array> | undefined } | undefined) =>
  opened?.bytes === undefined ? undefined : text(opened.bytes);

describe('reading', () => {
  test('find returns the facts of the newest version or of the one that is named, and nothing of a missing one', async () => {
    const first = storage.put('documents', KEY, 'first');
    const second = storage.put('documents', KEY, 'the second');
    expect(await store.find(KEY)).toEqual(factsOf(second));
    expect(await store.find(KEY, first.versionId)).toEqual(factsOf(first));
    expect(await store.find('incoming/a/other.pdf')).toBeUndefined();
    expect(await store.kept.find(KEY)).toBeUndefined();
  });

  test('read and openVersion return exactly the named version, and nothing of a missing one', async () => {
    const { versionId } = storage.put('documents', KEY, 'first');
    storage.put('documents', KEY, 'second');
    expect(await bytesOf({ bytes: await store.read(KEY, versionId) })).toBe('first');
    const opened = await store.openVersion(KEY, versionId);
    expect([opened?.sizeBytes, await bytesOf(opened)]).toEqual([5, 'first']);
    expect([await store.read(KEY, 'v9'), await store.openVersion(KEY, 'v9')]).toEqual([undefined, undefined]);
  });

  test('openVersion returns exactly the range that was asked for, and the size of the whole version', async () => {
    const { versionId } = storage.put('documents', KEY, '0123456789');
    for (const [start, end, part] of [
      [0, 0, '0'],
      [3, 6, '3456'],
      [0, 9, '0123456789'],
    ] as const) {
      const opened = await store.openVersion(KEY, versionId, { part: { start, end } });
      expect([opened?.sizeBytes, await bytesOf(opened)]).toEqual([10, part]);
    }
  });

  test('openVersion sends nothing if the caller has already gone', async () => {
    const { versionId } = storage.put('documents', KEY, 'first');
    await expect(store.openVersion(KEY, versionId, { signal: AbortSignal.abort() })).rejects.toThrow(
      StorageUnavailable,
    );
    expect(storage.requests).toEqual([]);
  });

  test('an object without a version is refused, because it could be replaced', async () => {
    storage.addBucket('documents', {});
    storage.put('documents', KEY, 'first');
    await expect(store.find(KEY)).rejects.toThrow('does not keep versions');
  });
});

describe('open', () => {
  test.each([
    ['a file', 'content'],
    ['an empty file', ''],
  ])('returns the same facts of %s with and without its bytes', async (_, content) => {
    const put = storage.put('documents', KEY, content, PDF);
    const whole = await store.open(KEY);
    expect(whole).toMatchObject({ ...factsOf(put), additions: [] });
    expect(await bytesOf(whole)).toBe(content);
    const facts = await store.open(KEY, { withBytes: false });
    expect(facts).toMatchObject({ ...factsOf(put), additions: [], bytes: undefined });
    whole?.close();
    expect(storage.requests.filter(({ headers }) => headers.range === 'bytes=0-0')).toHaveLength(1);
  });

  test.each<[Record<string, string>, string[]]>([
    [{ 'x-amz-meta-extra': '1' }, ['metadata']],
    [{ 'x-amz-tagging-count': '1' }, ['tags']],
    [{ 'x-amz-tagging-count': '0' }, []],
    [{ 'x-amz-website-redirect-location': '/elsewhere' }, ['redirect']],
    [{ 'content-encoding': 'gzip' }, ['encoding']],
    [{ 'content-encoding': 'identity' }, []],
    [{ 'x-amz-meta-extra': '1', 'content-encoding': 'gzip' }, ['metadata', 'encoding']],
  ])('names what the uploader added with %j', async (headers, additions) => {
    storage.put('documents', KEY, 'content', headers);
    expect(await store.open(KEY, { withBytes: false })).toMatchObject({ additions });
  });

  test.each([
    ['InvalidArgument', 400],
    ['InvalidRequest', 400],
  ])('takes the facts of an object that only its uploader can read (%s) from a listing', async (code, status) => {
    storage.put('documents', KEY, 'older');
    const sealed = storage.put('documents', KEY, 'sealed');
    storage.put('documents', `${KEY}.other`, 'another object with the same prefix');
    storage.refuse(({ method, key }) => (method === 'GET' && key === KEY ? [status, code] : undefined));
    const opened = await store.open(KEY);
    expect(opened).toMatchObject({
      ...factsOf(sealed),
      etag: sealed.etag,
      additions: ['encryption'],
      bytes: undefined,
    });
  });

  test('returns nothing for a missing object, also if it seems to be sealed', async () => {
    expect(await store.open(KEY)).toBeUndefined();
    storage.refuse(({ method, key }) => (method === 'GET' && key === KEY ? [400, 'InvalidRequest'] : undefined));
    expect(await store.open(KEY)).toBeUndefined();
  });

  test.each([
    ['another error', 400, 'BadDigest'],
    ['another status', 403, 'InvalidRequest'],
  ])('fails with %s', async (_, status, code) => {
    storage.put('documents', KEY, 'content');
    storage.refuse(() => [status, code]);
    await expect(store.open(KEY)).rejects.toThrow(StorageUnavailable);
  });
});

describe('keep', () => {
  const to = { key: 'documents/a/1', contentType: 'application/pdf' };

  test("copies exactly the named version to the kept bucket, without the uploader's headers", async () => {
    const first = storage.put('documents', KEY, 'first', { 'x-amz-meta-extra': '1', 'content-type': 'text/html' });
    storage.put('documents', KEY, 'second');
    const kept = await store.keep({ key: KEY, versionId: first.versionId, etag: first.etag }, to);
    const [copy] = storage.buckets.get('kept')?.versions ?? [];
    expect(copy).toMatchObject({ key: to.key, headers: PDF, bytes: Buffer.from('first') });
    expect(kept).toEqual(copy && factsOf(copy));
    expect(storage.contents('documents')).toEqual([`${KEY} first`, `${KEY} second`]);
  });

  test('returns nothing for a version that does not exist, and fails for one with other content', async () => {
    const { versionId, etag } = storage.put('documents', KEY, 'first');
    expect(await store.keep({ key: KEY, versionId: 'v9', etag }, to)).toBeUndefined();
    await expect(store.keep({ key: KEY, versionId, etag: 'other' }, to)).rejects.toThrow(StorageUnavailable);
    expect(storage.contents('kept')).toEqual([]);
  });
});

describe('quarantine', () => {
  test('copies the named version to the quarantine bucket and removes the object; again, nothing happens', async () => {
    const bad = storage.put('documents', KEY, 'bad');
    storage.put('documents', KEY, 'later');
    storage.put('documents', `${KEY}.other`, 'stays');
    for (let times = 0; times < 2; times++) await store.quarantine(KEY, bad.versionId);
    expect(storage.contents('quarantine')).toEqual([`${KEY} bad`]);
    expect(storage.contents('documents')).toEqual([`${KEY}.other stays`]);
  });

  test('removes nothing if the copy fails', async () => {
    const { versionId } = storage.put('documents', KEY, 'bad');
    storage.refuse(({ bucket }) => (bucket === 'quarantine' ? [403, 'AccessDenied'] : undefined));
    await expect(store.quarantine(KEY, versionId)).rejects.toThrow(StorageUnavailable);
    expect(storage.contents('documents')).toEqual([`${KEY} bad`]);
  });
});

test.each([
  ['GET', 'NoSuchKey', 404, 'missing'],
  ['GET', 'AccessDenied', 403, 'refused'],
  ['GET', 'NotImplemented', 501, 'failed'],
] as const)('a %s that is answered with %s is counted as %i %s', async (_, code, status, outcome) => {
  storage.put('documents', KEY, 'first');
  await store.find(KEY);
  storage.refuse(() => [status, code]);
  await store.read(KEY, 'v1').catch(() => {});
  const told = await registry.metrics();
  expect(told).toContain('onboarding_storage_request_seconds_count{operation="HeadObject",outcome="ok"} 1');
  expect(told).toContain(`onboarding_storage_request_seconds_count{operation="GetObject",outcome="${outcome}"} 1`);
});

test('a link is for the public endpoint, signed by the key for links, and valid as long as asked', async () => {
  const { links, ...unlinked } = storage.options;
  const at = new Date('2026-03-01T10:00:00Z');
  const link = { key: KEY, contentType: 'application/pdf', at, validSeconds: 1800 };
  const outside = openObjectStore({ ...unlinked, links, publicEndpoint: 'https://uploads.example' });
  const own = openObjectStore(unlinked);
  try {
    const url = new URL(await outside.uploadLink(link));
    expect([url.origin, url.pathname]).toEqual(['https://uploads.example', `/documents/${KEY}`]);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      'X-Amz-Credential': `${NO_STORAGE.links.accessKey}/20260301/us-east-1/s3/aws4_request`,
      'X-Amz-Date': '20260301T100000Z',
      'X-Amz-Expires': '1800',
      'X-Amz-SignedHeaders': 'content-type;host',
    });
    expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
    expect(new URL(await store.uploadLink(link)).origin).toBe(storage.options.endpoint);
    await expect(own.uploadLink(link)).rejects.toThrow('no key to sign upload links');
  } finally {
    outside.close();
    own.close();
  }
});
