// From which time on housekeeping removes rows, in which batches, and when it stops. The database is a list of the statements that
// it was asked to run; `housekeeping.test.ts` runs them.
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics, type Registry } from '@onboarding/platform/metrics';
import type { Db, Tx } from '@onboarding/platform/postgres';
import { DEFAULT_RETENTION, FAMILIES } from '@onboarding/settings';
import { beforeEach, expect, test } from 'vitest';
import { keepHouse } from './housekeeping.ts';
import { retentionMetrics } from './retention-metrics.ts';

const now = new Date('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

let ran: { name: string; values: Record<string, unknown> }[];
let options: unknown[];
let log: Record<string, unknown>[];
let registry: Registry;
let stopping: AbortController;
/** How many rows a statement removes, the next times it runs. */
let removes: Record<string, number[]>;
/** Called with each statement. */
let onStatement: (name: string) => void;
beforeEach(() => {
  [ran, options, log, removes] = [[], [], [], {}];
  stopping = new AbortController();
  onStatement = () => {};
});

async function keep(retention: Partial<typeof DEFAULT_RETENTION> = {}): Promise<void> {
  const tx = {
    async rows({ name }: { name: string }, values: Record<string, unknown>) {
      ran.push({ name, values });
      onStatement(name);
      const count = removes[name]?.shift() ?? 0;
      if (name === 'webhook_deliveries_expire_ancient')
        return Array.from({ length: count }, () => ({ partnerId: 'p' }));
      return [{ deleted: count, removed: count, dropped: 0, droppedRows: 0 }];
    },
  } as unknown as Tx;
  const db: Db = {
    async transaction(work, choice) {
      options.push(choice);
      return work(tx, 1);
    },
    close: async () => {},
  };
  registry = createMetrics('worker');
  const logger = createLogger(
    { service: 'worker', level: 'info' },
    { write: (line) => void log.push(JSON.parse(line)) },
  );
  const whole = { ...DEFAULT_RETENTION, ...retention };
  await keepHouse({ db, clock: { now: () => now }, logger }, whole, retentionMetrics(registry), stopping.signal);
}
const beforeOf = () =>
  Object.fromEntries(
    ran.filter(({ values }) => 'before' in values && 'limit' in values).map(({ name, values }) => [name, values]),
  );
const valuesOf = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values ?? [];

test('rows with their own expiry are removed after the margin of their family, a thousand at a time', async () => {
  await keep({ webhook_deliveries: 45 });
  const ago = (ms: number) => ({ before: new Date(now.getTime() - ms), limit: 1_000 });
  expect(beforeOf()).toEqual({
    used_assertions_delete_expired: ago(10 * MINUTE),
    oidc_records_delete_expired: ago(10 * MINUTE),
    account_links_delete_expired: ago(7 * DAY),
    sessions_delete_expired: ago(10 * MINUTE),
    account_attempts_delete_old: ago(2 * DAY),
    sign_ins_delete_expired: ago(10 * MINUTE),
    process_probes_delete_old: ago(DAY),
    webhook_statistics_delete_old: ago(45 * DAY),
  });
});

test('every other family is asked for by name with its configured days, and its comparisons with one day', async () => {
  const { family } = FAMILIES[0] ?? { family: 'events' };
  await keep({ [family]: 4_321 });
  const asked = Object.fromEntries(
    ran
      .filter(({ values }) => 'keepDays' in values)
      .map(({ values }) => [values.family ?? values.table, values.keepDays]),
  );
  const days = Object.fromEntries(FAMILIES.map((one) => [one.family, DEFAULT_RETENTION[one.family] ?? null]));
  expect(asked).toEqual({ ...days, identity_comparisons: 1, [family]: 4_321 });
});

test('each batch is a transaction that can be repeated, and a full one is followed by another', async () => {
  removes = {
    webhook_deliveries_expire_ancient: [1_000],
    sessions_delete_expired: [1_000, 1_000, 999],
    sign_ins_delete_expired: [1],
  };
  await keep();
  expect(ran.filter(({ name }) => name === 'webhook_deliveries_expire_ancient')).toHaveLength(2);
  expect(ran.filter(({ name }) => name === 'sessions_delete_expired')).toHaveLength(3);
  expect(ran.filter(({ name }) => name === 'sign_ins_delete_expired')).toHaveLength(1);
  expect(new Set(options.map((choice) => JSON.stringify(choice)))).toEqual(new Set(['{"repeatable":true}']));
  expect(log).toMatchObject([{ msg: 'housekeeping done', removed: { sessions: 2_999, sign_ins: 1 } }]);
  expect(Object.keys(log[0]?.removed ?? {})).toEqual(['sessions', 'sign_ins']);
});

test('a worker that stops finishes the batch, leaves the rest to the next run and does not count the family as done', async () => {
  removes = { oidc_records_delete_expired: [1_000, 1_000] };
  onStatement = (name) => {
    if (name === 'oidc_records_delete_expired') stopping.abort();
  };
  await keep();
  expect(ran.map(({ name }) => name).slice(-1)).toEqual(['oidc_records_delete_expired']);
  const done = (await valuesOf('onboarding_retention_last_run_timestamp_seconds')).map(({ labels }) => labels.family);
  expect(done).toEqual(['used_assertions']);
  const removed = await valuesOf('onboarding_retention_rows_removed_total');
  expect(removed.find(({ labels }) => labels.family === 'oidc_records')?.value).toBe(1_000);
  expect(log).toEqual([]);
});

test('a worker that has stopped runs nothing', async () => {
  stopping.abort();
  await keep();
  expect([ran, log]).toEqual([[], []]);
});
