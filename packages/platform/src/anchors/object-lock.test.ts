import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MemoryStorage, startMemoryStorage, VERSIONED } from '../../../../tests/harness/servers/memory-storage.ts';
import { inspectAnchors, openAnchors, prepareAnchors } from './index.ts';
import type { LockedStorage } from './object-lock.ts';
import type { AnchorTarget } from './target.ts';

const DAY_MS = 86_400_000;
let storage: MemoryStorage;
let place: LockedStorage;
let target: AnchorTarget;
beforeAll(async () => {
  storage = await startMemoryStorage();
  place = { ...storage.options, bucket: 'audit', prefix: 'lines/', keepDays: 30 };
  target = openAnchors({ kind: 's3', ...place });
});
beforeEach(() => {
  storage.reset();
  storage.addBucket('audit', {
    versioning: VERSIONED,
    'object-lock': '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>',
  });
});
afterAll(async () => {
  target.close();
  await storage.close();
});

const keyOf = (number: number) => `lines/${String(number).padStart(10, '0')}.json`;
async function all(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of target.read() ?? []) lines.push(line);
  return lines;
}

describe('writing', () => {
  test('stores the line once, under a lock for the given days, with a checksum', async () => {
    const before = Date.now();
    for (let times = 0; times < 2; times++) await target.write(7, '{"n":7}');
    expect(storage.contents('audit')).toEqual([`${keyOf(7)} {"n":7}`]);
    const [sent, ...others] = storage.requests.filter(({ method }) => method === 'PUT');
    expect(others).toEqual([]);
    expect(sent?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-md5': createHash('md5').update('{"n":7}').digest('base64'),
      'x-amz-object-lock-mode': 'COMPLIANCE',
    });
    const until = Date.parse(String(sent?.headers['x-amz-object-lock-retain-until-date']));
    expect(until - 30 * DAY_MS).toBeGreaterThan(before - 1000);
    expect(until - 30 * DAY_MS).toBeLessThan(Date.now() + 1000);
  });

  test('replaces no line: another one with the same number is refused, before and after it is sent', async () => {
    await target.write(7, '{"n":7}');
    await expect(target.write(7, '{"n":8}')).rejects.toThrow('Another statement 7 is stored already');
    expect(storage.contents('audit')).toEqual([`${keyOf(7)} {"n":7}`]);
    // Another process stores its line in the meantime.
    storage.refuse(({ method, key }) => {
      if (method === 'PUT' && key === keyOf(8)) storage.put('audit', key, 'of another process');
      return undefined;
    });
    await expect(target.write(8, '{"n":8}')).rejects.toThrow('Another statement 8');
  });

  test('is not disturbed by the lines with the numbers before and after', async () => {
    for (const number of [6, 8, 7]) await target.write(number, `{"n":${number}}`);
    expect(await all()).toEqual(['{"n":6}', '{"n":7}', '{"n":8}']);
  });
});

describe('reading', () => {
  test.each([2, 1000])('returns the first version of each line in order, in pages of %i', async (size) => {
    storage.setPageSize(size);
    const lines = Array.from({ length: 18 }, (_, index) => `{"n":${index + 1}}`);
    for (const [index, line] of lines.entries()) storage.put('audit', keyOf(index + 1), line);
    for (const number of [1, 17]) storage.put('audit', keyOf(number), 'forged later');
    storage.put('audit', keyOf(18), '').bytes = undefined;
    storage.put('audit', 'other/1.json', 'elsewhere');
    expect(await all()).toEqual(lines);
    expect(await target.last(0)).toMatchObject({ line: '{"n":18}' });
  });

  test('last returns the line with the highest number and when the storage got it, also if the known one is gone', async () => {
    expect([await target.last(0), await target.last(9)]).toEqual(['none', 'none']);
    for (const number of [1, 2, 3]) storage.put('audit', keyOf(number), `{"n":${number}}`);
    const at = storage.buckets.get('audit')?.versions[0]?.at;
    for (const known of [0, 1, 2, 3, 9]) expect(await target.last(known)).toEqual({ line: '{"n":3}', storedAt: at });
  });

  test('last starts at the known line, so that a long history is not listed', async () => {
    for (let number = 1; number <= 6; number++) storage.put('audit', keyOf(number), `{"n":${number}}`);
    storage.setPageSize(2);
    await target.last(5);
    expect(storage.requests.filter(({ query }) => query.has('versions'))).toHaveLength(1);
  });
});

describe('preparing and inspecting', () => {
  const inspect = () => inspectAnchors({ kind: 's3', ...place });

  test('a missing bucket is created with locks, and an existing one is accepted if it has locks', async () => {
    storage.reset();
    const words = 'bucket audit for statements about the audit trail';
    expect(await prepareAnchors(place)).toBe(`${words}: created, with locks`);
    expect(await prepareAnchors(place)).toBe(`${words}: already exists, with locks`);
    expect(await inspect()).toBe('the bucket audit locks what is stored there');
    storage.buckets.get('audit')?.settings.set('object-lock', '<ObjectLockConfiguration/>');
    await expect(prepareAnchors(place)).rejects.toThrow('The bucket audit gives no locks');
    await expect(inspect()).rejects.toThrow('The bucket audit gives no locks');
    storage.refuse(({ method }) => (method === 'HEAD' ? [403, 'AccessDenied'] : undefined));
    storage.requests.length = 0;
    await expect(prepareAnchors(place)).rejects.toThrow();
    expect(storage.requests).toHaveLength(1);
  });

  test.each(['object-lock', 'versions'])('fails with the name of the error if %s cannot be read', async (name) => {
    storage.refuse(({ query }) => (query.has(name) ? [403, 'AccessDenied'] : undefined));
    await expect(inspect()).rejects.toThrow('the bucket audit: AccessDenied');
  });
});
