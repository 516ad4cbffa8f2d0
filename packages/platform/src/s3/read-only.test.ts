import { afterAll, expect, test } from 'vitest';
import { NO_STORAGE } from '../../../../tests/harness/no-storage.ts';
import { openObjectStore, StorageReadOnly, StorageUnavailable } from './index.ts';

const store = openObjectStore({ ...NO_STORAGE, readOnly: true });
afterAll(() => store.close());

const from = { key: 'incoming/a', versionId: 'v1', etag: 'e1' };
const link = { key: 'incoming/a', contentType: 'application/pdf', at: new Date(), validSeconds: 60 };

test.each<[string, () => Promise<unknown>]>([
  ['an upload link', () => store.uploadLink(link)],
  ['a copy to the kept bucket', () => store.keep(from, { key: 'documents/a', contentType: 'application/pdf' })],
  ['a quarantine', () => store.quarantine('incoming/a', 'v1')],
])('a store that only reads refuses %s before it sends anything', async (_, change) => {
  await expect(change()).rejects.toThrow(StorageReadOnly);
});

test('a store that only reads sends reads, which fail here because there is no server', async () => {
  const failure = await store.find('incoming/a').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StorageUnavailable);
  expect(failure).not.toBeInstanceOf(StorageReadOnly);
});
