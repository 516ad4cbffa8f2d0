import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PATIENCE_MS } from '../../../../tests/harness/patience.ts';
import { type MemoryStorage, startMemoryStorage } from '../../../../tests/harness/servers/memory-storage.ts';
import { inspectStorage, prepareStorage } from './index.ts';

const users = { links: 'arn:aws:iam:::user/links', services: ['arn:aws:iam:::user/service'] };
let storage: MemoryStorage;
let prepared: [string, Map<string, string>][];
beforeAll(async () => {
  storage = await startMemoryStorage();
  await prepareStorage({ ...storage.options, users });
  prepared = [...storage.buckets].map(([name, { settings }]) => [name, new Map(settings)]);
});
beforeEach(() => {
  storage.reset();
  for (const [name, settings] of prepared) storage.addBucket(name, Object.fromEntries(settings));
});
afterAll(() => storage.close());

describe('the inspection for operators', () => {
  // Without the key for links, which protection.test.ts checks.
  const inspect = () => inspectStorage({ ...storage.options, links: undefined }, AbortSignal.timeout(PATIENCE_MS));
  const problems = async () => (await inspect()).map(({ problem }) => problem);

  test('finds nothing in a prepared storage', async () => {
    expect(await inspect()).toEqual([]);
  });

  test.each<[string, () => unknown, string[]]>([
    ['a missing bucket', () => storage.buckets.delete('quarantine'), ['has no bucket quarantine']],
    [
      'two missing buckets',
      () => ['documents', 'kept'].map((name) => storage.buckets.delete(name)),
      ['has no bucket documents', 'has no bucket kept'],
    ],
    [
      'a key without access',
      () => storage.refuse(({ bucket }) => (bucket === 'kept' ? [403, 'AccessDenied'] : undefined)),
      ['refuses these keys access to the bucket kept'],
    ],
    [
      'a storage that fails, once',
      () => storage.refuse(() => [501, 'NotImplemented']),
      ['cannot be reached (Unknown)'],
    ],
    [
      'buckets without versions',
      () => prepared.map(([name]) => storage.buckets.get(name)?.settings.delete('versioning')),
      [
        'does not version the bucket documents: checked files could be replaced',
        'does not version the bucket kept: checked files could be replaced',
      ],
    ],
    [
      'a key that may not read the versioning',
      () => storage.refuse((one) => (one.query.has('versioning') ? [403, 'AccessDenied'] : undefined)),
      [],
    ],
  ])('names %s', async (_, spoil, found) => {
    spoil();
    expect(await problems()).toEqual(found);
  });

  test('names what the check at the start of a process would refuse', async () => {
    storage.buckets.get('kept')?.settings.delete('publicAccessBlock');
    const [lack, ...others] = await inspect();
    expect([lack?.problem, others]).toEqual([
      expect.stringContaining('is open: The bucket kept can be opened to the public'),
      [],
    ]);
  });
});
