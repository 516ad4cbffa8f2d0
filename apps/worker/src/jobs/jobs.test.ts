// Which process serves which queue, on which schedule, and what its jobs run.
import { openKeyRing } from '@onboarding/platform/crypto';
import { createJobs, type JobHandler, type JobRunner } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { beforeEach, expect, test } from 'vitest';
import { bareParts } from '../../../../tests/harness/queue-handlers.ts';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import type { Role } from '../config.ts';
import { takeUpDuties, type WorkerParts } from './jobs.ts';

const ROLES: Role[] = ['mail', 'webhooks', 'documents', 'reviews', 'screening', 'housekeeping'];
const EVERY_MINUTE = '* * * * *';

interface Served {
  cron?: string;
  concurrency?: number | undefined;
  atATime?: number | undefined;
  oneOfEach?: boolean | undefined;
}

let called: string[];
let log: Record<string, unknown>[];
let parts: WorkerParts;
beforeEach(() => {
  called = [];
  log = [];
  const noDatabase: Db = {
    transaction: () => Promise.reject(new Error('This test has no database')),
    close: async () => {},
  };
  const write = (line: string) => void log.push(JSON.parse(line));
  const logger = createLogger({ service: 'worker', level: 'info' }, { write });
  const clock = { now: () => new Date() };
  const note = (what: string) => async () => void called.push(what);
  parts = {
    ...bareParts({ db: noDatabase, clock, keys: openKeyRing(TEST_KEY_RING), logger, jobs: createJobs() }),
    documents: { run: note('documents'), report: async ({ payload }) => void called.push(`report ${payload}`) },
    reviews: { flags: { run: note('flags'), wake() {}, stop: async () => {} }, wake() {}, stop: async () => {} },
    screening: { run: note('screening') },
    anchors: {
      minutes: 7,
      run: note('anchors'),
      look: async () => {},
      hindrance: () => undefined,
      close: () => {},
    },
    retryDeadLetter: async (jobId) => {
      called.push(`retry ${jobId}`);
      return jobId.startsWith('0');
    },
    discardDeadLetter: async (jobId) => {
      called.push(`discard ${jobId}`);
    },
  };
});

/** The queues that a process with these roles serves and watches. */
async function duties(roles: readonly Role[]) {
  const served: Record<string, Served> = {};
  const handlers: Record<string, JobHandler> = {};
  const watched: Parameters<Parameters<typeof takeUpDuties>[3]['watch']>[0][] = [];
  const runner: JobRunner = {
    async schedule(queue, cron) {
      served[queue] = { ...served[queue], cron };
    },
    async work(queue, handler, options) {
      served[queue] = { ...served[queue], ...options };
      handlers[queue] = handler;
    },
    lastPollAt: (queue) => queue.length,
    isBusy: (queue) => queue === 'mail.send',
    wake() {},
    retryDeadLetter: async () => false,
    discardDeadLetter: async () => {},
    stop: async () => {},
  };
  await takeUpDuties(runner, roles, parts, { watch: (one) => void watched.push(one) });
  return { served, handlers, watched };
}

const one = { concurrency: 1, atATime: 1, oneOfEach: false };
const SERVED: Record<string, Record<string, Served>> = {
  mail: { 'mail.send': { concurrency: 4, atATime: 1, oneOfEach: true } },
  webhooks: {
    'webhooks.resume': { concurrency: 2, atATime: 1, oneOfEach: true },
    'webhooks.replay': { concurrency: 2, atATime: 1, oneOfEach: true },
  },
  documents: {
    'documents.confirm': { ...one, atATime: 8 },
    'documents.reconcile': { ...one, cron: EVERY_MINUTE },
  },
  reviews: {
    'reviews.flags': { ...one, cron: EVERY_MINUTE },
    'reviews.release-stale': { ...one, cron: EVERY_MINUTE },
    'reviews.countries': { ...one, cron: EVERY_MINUTE },
    'reviews.statistics': { ...one, cron: EVERY_MINUTE },
    'reviews.tell': { ...one, cron: EVERY_MINUTE },
    'reviews.notices': { ...one, cron: '7 6-11 * * *' },
    'reviews.sent-back': one,
  },
  screening: { 'screening.run': { ...one, cron: EVERY_MINUTE } },
  housekeeping: {
    'certificates.warn': { ...one, cron: '11 6 * * *' },
    'audit.anchor': { ...one, cron: '*/7 * * * *' },
    'jobs.retry': one,
    'jobs.discard': one,
    housekeeping: { ...one, cron: '17 * * * *' },
  },
};

test.each(ROLES)('a process with the role %s serves its queues on their schedules, and no others', async (role) => {
  const { served, watched } = await duties([role]);
  expect(served).toEqual(SERVED[role]);
  expect(watched.map((queue) => [queue.queue, queue.role])).toEqual(Object.keys(served).map((queue) => [queue, role]));
});

test('a process with several roles serves the queues of all of them', async () => {
  expect((await duties(ROLES)).served).toEqual(Object.assign({}, ...Object.values(SERVED)));
  expect((await duties([])).served).toEqual({});
});

test('each queue is watched by its own last poll and its own busy workers', async () => {
  const { watched } = await duties(['mail', 'webhooks']);
  expect(watched.map((queue) => [queue.lastPollAt(), queue.busy?.()])).toEqual([
    ['mail.send'.length, true],
    ['webhooks.resume'.length, false],
    ['webhooks.replay'.length, false],
  ]);
});

const perform = async (queue: string, payload: unknown = null) => {
  const { handlers } = await duties(ROLES);
  await handlers[queue]?.({ id: 'job', payload, attempt: 1, signal: new AbortController().signal });
};

test.each([
  ['documents.confirm', 'report null'],
  ['documents.reconcile', 'documents'],
  ['reviews.flags', 'flags'],
  ['screening.run', 'screening'],
  ['audit.anchor', 'anchors'],
])('a job of %s runs the work of its queue', async (queue, work) => {
  await perform(queue);
  expect(called).toEqual([work]);
});

test.each([
  ['0', true],
  ['1', false],
])('a dead letter is returned to its queue by id, and logged only if it existed (%s…)', async (start, there) => {
  const jobId = `${start}${crypto.randomUUID().slice(1)}`;
  await perform('jobs.retry', { jobId });
  expect(called).toEqual([`retry ${jobId}`]);
  expect(log).toMatchObject(there ? [{ jobId, msg: 'dead letter returned to its queue' }] : []);
});

test('a dead letter is discarded by id, and logged', async () => {
  const jobId = crypto.randomUUID();
  await perform('jobs.discard', { jobId });
  expect(called).toEqual([`discard ${jobId}`]);
  expect(log).toMatchObject([{ jobId, msg: 'dead letter discarded' }]);
});

test.each([
  ['documents.reconcile', 'documents'],
  ['reviews.flags', 'reviews'],
  ['screening.run', 'screening'],
  ['housekeeping', 'house'],
  ['mail.send', 'mailer'],
])('a job of %s fails in a process without %s, so that another process runs it', async (queue, part) => {
  parts = { ...parts, [part]: undefined };
  await expect(perform(queue)).rejects.toThrow(/^There is no /);
});

const someone = { partnerId: crypto.randomUUID(), replayId: crypto.randomUUID(), accountId: crypto.randomUUID() };

test.each([
  ['certificates.warn'],
  ['webhooks.resume'],
  ['webhooks.replay'],
  ['reviews.release-stale'],
  ['reviews.countries'],
  ['reviews.statistics'],
  ['reviews.tell'],
  ['reviews.notices'],
  ['reviews.sent-back'],
  ['housekeeping'],
])('a job of %s fails while the database is unavailable, so that it is run again', async (queue) => {
  parts = { ...parts, consoleUrl: 'https://console.example/console' };
  const payload = { ...someone, link: 'https://console.example/console' };
  await expect(perform(queue, payload)).rejects.toThrow('This test has no database');
});

test('nobody gets mails about notices where our staff have no console', async () => {
  await expect(perform('reviews.notices')).resolves.toBeUndefined();
});
