import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MemoryStorage, startMemoryStorage } from '../../../../tests/harness/servers/memory-storage.ts';
import { type ObjectStore, openObjectStore, StorageUnavailable } from './index.ts';

let storage: MemoryStorage;
let store: ObjectStore;
beforeAll(async () => {
  storage = await startMemoryStorage();
  store = openObjectStore(storage.options);
});
beforeEach(() => storage.reset(['documents', 'kept', 'quarantine']));
afterAll(async () => {
  store.close();
  await storage.close();
});

const listings = () => storage.requests.filter(({ query }) => query.has('versions')).length;
const deletions = () => storage.requests.filter(({ query }) => query.has('delete')).length;
/** A delete marker, such as a service leaves that deletes without naming a version. */
function mark(key: string): void {
  storage.put('documents', key, '').bytes = undefined;
}

describe('removing', () => {
  test('remove deletes all versions and delete markers of exactly this key, page by page, and returns how many', async () => {
    for (const content of ['one', 'two', 'three']) storage.put('documents', 'a/gone', content);
    mark('a/gone');
    storage.put('documents', 'a/gone-not', 'stays');
    storage.setPageSize(2);
    expect(await store.remove('a/gone')).toBe(4);
    expect(storage.contents('documents')).toEqual(['a/gone-not stays']);
    expect(await store.remove('a/gone')).toBe(0);
  });

  test('removeBelow deletes everything below the prefix and nothing else', async () => {
    for (const key of ['a/1', 'a/2', 'ab/1', 'b/1']) storage.put('documents', key, 'x');
    mark('a/2');
    expect(await store.removeBelow('a/')).toBe(3);
    expect(storage.contents('documents')).toEqual(['ab/1 x', 'b/1 x']);
    expect(await store.removeBelow('a/')).toBe(0);
  });

  test('removeVersion deletes only the named version, and concurrent calls share a request', async () => {
    const versions = ['one', 'two', 'three'].map((content) => storage.put('documents', 'a', content));
    await Promise.all(versions.slice(0, 2).map(({ versionId }) => store.removeVersion('a', versionId)));
    expect(storage.contents('documents')).toEqual(['a three']);
    expect(deletions()).toBeLessThanOrEqual(2);
    await store.removeVersion('a', versions[0]?.versionId ?? '');
    expect(storage.contents('documents')).toEqual(['a three']);
  });

  test('removeAll deletes below all prefixes in all three buckets and returns how many', async () => {
    for (const bucket of ['documents', 'kept', 'quarantine'])
      for (const key of ['incoming/a/1', 'documents/a/1', 'incoming/b/1']) storage.put(bucket, key, 'x');
    expect(await store.removeAll(['incoming/a/', 'documents/a/'])).toBe(6);
    for (const bucket of ['documents', 'kept', 'quarantine'])
      expect(storage.contents(bucket)).toEqual(['incoming/b/1 x']);
  });
});

describe('keepOnly', () => {
  test('deletes the other versions of the key, but not what has the same prefix', async () => {
    storage.put('documents', 'a/1', 'old');
    const { versionId } = storage.put('documents', 'a/1', 'kept');
    storage.put('documents', 'a/1', 'new');
    storage.put('documents', 'a/10', 'stays');
    expect(await store.keepOnly('a/1', versionId)).toEqual({ removed: 2, more: false });
    expect(storage.contents('documents')).toEqual(['a/1 kept', 'a/10 stays']);
  });

  test('with a prefix, also deletes every other object below it', async () => {
    const { versionId } = storage.put('documents', 'a/1/x', 'kept');
    storage.put('documents', 'a/1/x', 'new');
    storage.put('documents', 'a/1/y', 'other');
    storage.put('documents', 'a/2/y', 'stays');
    expect(await store.keepOnly('a/1/x', versionId, 'a/1/')).toEqual({ removed: 2, more: false });
    expect(storage.contents('documents')).toEqual(['a/1/x kept', 'a/2/y stays']);
  });

  test('stops after ten pages and returns that there is more', async () => {
    storage.setPageSize(1);
    for (let count = 0; count < 11; count++) storage.put('documents', 'a', `${count}`);
    const { versionId } = storage.put('documents', 'a', 'kept');
    // The kept version would be the first of each page.
    storage.buckets.get('documents')?.versions.push(...(storage.buckets.get('documents')?.versions.splice(0, 1) ?? []));
    expect(await store.keepOnly('a', versionId)).toEqual({ removed: 10, more: true });
    expect(listings()).toBe(10);
    expect(await store.keepOnly('a', versionId)).toEqual({ removed: 1, more: false });
    expect(storage.contents('documents')).toEqual(['a kept']);
  });
});

const calls: Record<string, () => Promise<unknown>> = {
  find: () => store.find('secret-key'),
  read: () => store.read('secret-key', 'v1'),
  openVersion: () => store.openVersion('secret-key', 'v1'),
  open: () => store.open('secret-key'),
  keep: () => store.keep({ key: 'secret-key', versionId: 'v1', etag: 'e' }, { key: 'k', contentType: 'text/plain' }),
  quarantine: () => store.quarantine('secret-key', 'v1'),
  remove: () => store.remove('secret-key'),
  removeVersion: () => store.removeVersion('secret-key', 'v1'),
  removeBelow: () => store.removeBelow('secret-key'),
  keepOnly: () => store.keepOnly('secret-key', 'v1'),
  removeAll: () => store.removeAll(['secret-key']),
};

test.each(Object.keys(calls))(
  '%s fails with StorageUnavailable, which does not name the object, if the storage refuses it',
  async (name) => {
    storage.refuse(() => [403, 'AccessDenied']);
    const failure = await calls[name]?.().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageUnavailable);
    // The response to a HEAD has no body, so no code.
    expect(String(failure)).toMatch(/AccessDenied|Unknown/);
    expect(String(failure)).not.toMatch(/secret-key/);
  },
);

test('a version that the storage keeps although it was to be deleted is a failure', async () => {
  storage.put('documents', 'a', 'x');
  storage.keepDeleted();
  await expect(store.remove('a')).rejects.toThrow('The object storage kept 1 versions');
});
