// When roles poll for work: on a wake-up, on a timer, and never after they are stopped. The database has no work for them; the
// test counts how often they poll.
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import { Registry } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '../../../tests/harness/dispatching.ts';
import { type DocumentParts, openDocumentWork } from './documents/documents.ts';
import { startReviews } from './reviews/reviews.ts';
import { startSandbox } from './sandbox/sandbox.ts';

let now: Date;
let looks: number;
let closed: number;
let nextCheck: Date | undefined;
let db: Db;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  now = new Date('2026-03-01T00:00:00Z');
  looks = 0;
  closed = 0;
  nextCheck = undefined;
});
afterEach(() => void vi.useRealTimers());

/** `isLook` recognises the transactions that poll for work. */
function makeContext(isLook: (options: Parameters<Db['transaction']>[1]) => boolean) {
  db = {
    async transaction(_work, options) {
      if (!isLook(options)) return nextCheck as never;
      looks++;
      return [] as never;
    },
    close: async () => void closed++,
  };
  const logger = createLogger({ service: 'worker', level: 'silent' });
  return { db, clock: { now: () => now }, keys, logger, jobs: createJobs() };
}
const pass = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms);
  return looks;
};

test('flags: polls once for all notifications within 200 ms, and again for a later one', async () => {
  const reviews = startReviews(
    makeContext(() => true),
    new Registry(),
  );
  for (let times = 0; times < 3; times++) reviews.wake();
  expect(await pass(199)).toBe(0);
  expect(await pass(1)).toBe(1);
  expect(await pass(10_000)).toBe(1);
  reviews.wake();
  expect(await pass(200)).toBe(2);
  await reviews.stop();
});

test('flags: ignores notifications just before and after the stop', async () => {
  const reviews = startReviews(
    makeContext(() => true),
    new Registry(),
  );
  reviews.wake();
  await reviews.stop();
  reviews.wake();
  expect(await pass(10_000)).toBe(0);
  await reviews.flags.run();
  expect(looks).toBe(0);
});

test('sandbox: polls every second until closed, and closes its own pool', async () => {
  const context = makeContext(() => true);
  const opened: unknown[] = [];
  const openPool = (pool: unknown) => {
    opened.push(pool);
    return db;
  };
  const sandbox = startSandbox({ openPool, logger: context.logger }, { staffUrl: 'staff' }, context);
  expect(opened).toEqual([{ name: 'sandbox', url: 'staff', poolSize: 2 }]);
  expect([await pass(999), await pass(1), await pass(2_000)]).toEqual([0, 1, 3]);
  await sandbox.close();
  expect([await pass(5_000), closed, vi.getTimerCount()]).toEqual([3, 1, 0]);
});

function openDocuments() {
  const context = makeContext((options) => options?.readOnly !== true);
  const metrics = { checked: () => {}, failed: () => {} };
  return openDocumentWork({ context: context as unknown as DocumentParts['context'], metrics });
}

test('documents: polls on a notification, and every 15 seconds without one', async () => {
  const documents = openDocuments();
  await pass(0);
  documents.wake();
  expect(await pass(100)).toBe(1);
  expect(await pass(14_800)).toBe(1);
  expect(await pass(300)).toBe(2);
  expect(await pass(15_100)).toBe(3);
  await documents.close();
});

test('documents: polls when the next one is due, but at most ten times a second while it is overdue', async () => {
  nextCheck = new Date(now.getTime() + 3_000);
  const documents = openDocuments();
  expect([await pass(2_900), await pass(200)]).toEqual([0, 1]);
  // Overdue: another worker has leased it, or it keeps failing.
  now = new Date(now.getTime() + 10_000);
  await documents.run();
  const before = looks;
  expect((await pass(1_000)) - before).toBeLessThanOrEqual(10);
  expect(looks - before).toBeGreaterThanOrEqual(5);
  await documents.close();
});

test('documents: does not poll after the role is closed', async () => {
  const documents = openDocuments();
  await pass(0);
  await documents.close();
  expect(vi.getTimerCount()).toBe(0);
  documents.wake();
  await documents.run();
  expect(await pass(60_000)).toBe(0);
});

test('documents: a job without a valid document id fails', async () => {
  const documents = openDocuments();
  const job = { id: 'job', payload: { documentId: 'x' }, attempt: 1, signal: new AbortController().signal };
  await expect(documents.report(job)).rejects.toThrow();
  await documents.close();
});
