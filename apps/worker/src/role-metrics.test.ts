// The names and values of the metrics of each role.
import { ScannerUnavailable, ScanUnfinished } from '@onboarding/platform/clamd';
import { createLogger } from '@onboarding/platform/logger';
import { Registry } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import { StorageUnavailable } from '@onboarding/platform/s3';
import { ScreeningFailure } from '@onboarding/platform/screening';
import { beforeEach, expect, test } from 'vitest';
import { keys } from '../../../tests/harness/dispatching.ts';
import { openAnchorWork } from './anchors/anchors.ts';
import { startAuditStream } from './audit-stream/audit-stream.ts';
import { documentMetrics } from './documents/metrics.ts';
import { retentionMetrics } from './housekeeping/retention-metrics.ts';
import { upkeepMetrics } from './housekeeping/upkeep-metrics.ts';
import { flagMetrics } from './reviews/reviews.ts';
import { screeningMetrics } from './screening/metrics.ts';

const now = new Date('2026-03-01T00:00:00Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

let registry: Registry;
/** The counts that the database returns; undefined if it is unavailable. */
let waiting: Record<string, unknown> | undefined;
let log: string[];
/** Why, for each line. */
let reasons: string[];
beforeEach(() => {
  registry = new Registry();
  waiting = undefined;
  log = [];
  reasons = [];
});

function makeContext() {
  const db: Db = {
    async transaction() {
      if (waiting === undefined) throw new Error('away');
      return waiting as never;
    },
    close: async () => {},
  };
  const logger = createLogger(
    { service: 'worker', level: 'warn' },
    {
      write(line) {
        const { msg, err } = JSON.parse(line);
        log.push(msg);
        reasons.push(err?.message);
      },
    },
  );
  return { db, clock: { now: () => now }, keys, logger };
}

/** Every sample without its buckets. */
async function samples(prefix: string): Promise<Record<string, number>> {
  const lines = (await registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith(prefix) && !/_bucket/.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('flags: counts packages by outcome, and the duration of batches that were not empty', async () => {
  const { flagged } = flagMetrics(registry, makeContext());
  flagged({ computed: 0, overtaken: 0, failed: 0 }, 9);
  flagged({ computed: 3, overtaken: 2, failed: 1 }, 0.5);
  flagged({ computed: 0, overtaken: 0, failed: 1 }, 0.25);
  expect(await samples('onboarding_review_flags_')).toEqual({
    'onboarding_review_flags_packages_total{outcome="computed"}': 3,
    'onboarding_review_flags_packages_total{outcome="overtaken"}': 2,
    'onboarding_review_flags_packages_total{outcome="failed"}': 2,
    onboarding_review_flags_batch_seconds_sum: 0.75,
    onboarding_review_flags_batch_seconds_count: 2,
  });
});

test('flags: reports due packages, and omits them with a warning while the database is unavailable', async () => {
  waiting = { due: 4, oldest: before(60) };
  flagMetrics(registry, makeContext());
  expect(await samples('onboarding_review_flags_due')).toEqual({
    onboarding_review_flags_due: 4,
    onboarding_review_flags_due_oldest_seconds: 60,
  });
  waiting = undefined;
  expect(await samples('onboarding_review_flags_due')).toEqual({});
  expect(log).toEqual(['packages whose flags are due could not be counted']);
});

test('documents: counts checks by outcome, and times only confirmed files from their arrival', async () => {
  const metrics = documentMetrics(registry, makeContext());
  metrics.checked({ outcome: 'Confirmed', arrivedAt: before(3) });
  // The storage records times to the second only, and its clock may be ahead.
  metrics.checked({ outcome: 'Confirmed', arrivedAt: before(-1) });
  metrics.checked({ outcome: 'Rejected', arrivedAt: before(5) });
  metrics.checked({ outcome: 'Awaited' });
  metrics.failed(new ScannerUnavailable('away'));
  metrics.failed(new StorageUnavailable('away'));
  metrics.failed(new ScanUnfinished('slow'));
  metrics.failed(new Error('other'));
  expect(await samples('onboarding_document')).toEqual({
    'onboarding_documents_checked_total{outcome="Confirmed"}': 2,
    'onboarding_documents_checked_total{outcome="Rejected"}': 1,
    'onboarding_documents_checked_total{outcome="Awaited"}': 1,
    'onboarding_documents_checked_total{outcome="ScannerAway"}': 1,
    'onboarding_documents_checked_total{outcome="StorageAway"}': 1,
    'onboarding_documents_checked_total{outcome="ScanUnfinished"}': 1,
    onboarding_document_confirm_seconds_sum: 3,
    onboarding_document_confirm_seconds_count: 2,
  });
});

test('documents: reports waiting documents, and omits them with a warning while the database is unavailable', async () => {
  waiting = { waiting: 2, oldest: before(30) };
  documentMetrics(registry, makeContext());
  expect(await samples('onboarding_documents_waiting')).toEqual({
    onboarding_documents_waiting: 2,
    onboarding_documents_waiting_oldest_seconds: 30,
  });
  waiting = undefined;
  expect(await samples('onboarding_documents_waiting')).toEqual({});
  expect(log).toEqual(['waiting documents could not be counted']);
});

test('screening: counts packages and subjects by outcome, and provider failures by kind', async () => {
  const metrics = screeningMetrics(registry, makeContext());
  metrics.finished({ outcome: 'Completed', clear: 2, hit: 1 });
  const errors = [new ScreeningFailure('Timeout', 'slow'), new Error('other')];
  const provider = metrics.measured({
    name: 'test',
    async screen() {
      const error = errors.shift();
      if (error !== undefined) throw error;
      return [] as never;
    },
    close: async () => {},
  } as Parameters<typeof metrics.measured>[0]);
  const ask = () => provider.screen({} as never, new AbortController().signal);
  await expect(ask()).rejects.toThrow('slow');
  await expect(ask()).rejects.toThrow('other');
  await ask();
  expect(await samples('onboarding_screening_')).toEqual({
    'onboarding_screening_packages_total{outcome="Completed"}': 1,
    'onboarding_screening_subjects_total{outcome="Clear"}': 2,
    'onboarding_screening_subjects_total{outcome="Hit"}': 1,
    'onboarding_screening_failures_total{provider="test",kind="Timeout"}': 1,
    'onboarding_screening_failures_total{provider="test",kind="Error"}': 1,
    'onboarding_screening_provider_seconds_sum{provider="test"}': expect.any(Number),
    'onboarding_screening_provider_seconds_count{provider="test"}': 3,
  });
});

test('retention: counts rows and partitions by family, and reports the oldest row if there is one', async () => {
  const metrics = retentionMetrics(registry);
  for (const count of [2, 3]) {
    metrics.removed('events', count);
    metrics.dropped('events', count);
  }
  metrics.done('events', now);
  metrics.kept('events', before(10), 2);
  metrics.kept('audit', before(10), undefined);
  metrics.kept('jobs', before(10), 1);
  metrics.kept('jobs', undefined, 1);
  const at = now.getTime() / 1000;
  expect(await samples('onboarding_retention_')).toEqual({
    'onboarding_retention_rows_removed_total{family="events"}': 5,
    'onboarding_retention_partitions_dropped_total{family="events"}': 5,
    'onboarding_retention_last_run_timestamp_seconds{family="events"}': at,
    'onboarding_retention_oldest_timestamp_seconds{family="events"}': at - 10,
    'onboarding_retention_oldest_timestamp_seconds{family="audit"}': at - 10,
    'onboarding_retention_period_seconds{family="events"}': 2 * 86_400,
    'onboarding_retention_period_seconds{family="jobs"}': 86_400,
  });
});

test('screening: reports due packages', async () => {
  waiting = { due: 3, oldest: before(45) };
  screeningMetrics(registry, makeContext());
  expect(await samples('onboarding_screening_due')).toEqual({
    onboarding_screening_due: 3,
    onboarding_screening_due_oldest_seconds: 45,
  });
});

type Open = (context: ReturnType<typeof makeContext>) => unknown;
const anchors: Open = (context) => openAnchorWork(registry, context, undefined, 5).close();
const stream: Open = (context) => startAuditStream({ kind: 'file', path: '/none' }, context, registry, 60_000).close();

test.each<[string, Open, string, string[]]>([
  [
    'flags',
    (context) => flagMetrics(registry, context),
    'onboarding_review_flags_due',
    ['packages whose flags are due could not be counted'],
  ],
  [
    'documents',
    (context) => documentMetrics(registry, context),
    'onboarding_documents_waiting',
    ['waiting documents could not be counted'],
  ],
  [
    'screening',
    (context) => screeningMetrics(registry, context),
    'onboarding_screening_due',
    ['due screenings could not be counted'],
  ],
  [
    'the whole service',
    (context) => upkeepMetrics(registry, context),
    'onboarding_',
    [
      'state of the database could not be read',
      'review queue could not be read',
      'size of the database could not be read',
    ],
  ],
  ['the anchors', anchors, 'onboarding_audit_anchor_last', ['audit statements could not be read']],
  ['the log stream', stream, 'onboarding_audit_stream', ['unsent audit records could not be counted']],
])(
  'while the database is unavailable, the metrics of %s are missing, and the log says which and why',
  async (_, open, prefix, lines) => {
    await open(makeContext());
    [log, reasons] = [[], []];
    expect(await samples(prefix)).toEqual({});
    expect(log.sort()).toEqual(lines.sort());
    expect(new Set(reasons)).toEqual(new Set(['away']));
  },
);

test('anchors: without an anchor store, only what was made, the interval and refusals are reported, and nothing is late', async () => {
  waiting = [{ madeAt: before(90) }] as never;
  let at = now;
  const work = openAnchorWork(registry, { ...makeContext(), clock: { now: () => at } }, undefined, 5);
  await work.look();
  work.close();
  at = before(-86_400);
  expect(work.hindrance()).toBeUndefined();
  expect(await samples('onboarding_audit_anchor')).toEqual({
    'onboarding_audit_anchor_last_timestamp_seconds{what="made"}': now.getTime() / 1000 - 90,
    onboarding_audit_anchor_interval_seconds: 300,
    onboarding_audit_anchor_refused: 0,
  });
});
