// Metrics of a worker about the whole service, with its own database role and a clock set by the test.
import { takeStatistics } from '@onboarding/domain/review-work';
import { createMetrics } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCertificate, registerCertificate, type Validity } from '../../../../tests/harness/clients.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../../../../tests/harness/database.ts';
import { openWorkerDb, recordEvents, workerContext } from '../../../../tests/harness/dispatching.ts';
import { familyOf, upkeepMetrics } from './upkeep-metrics.ts';

const DAY = 86_400_000;
let database: TestDatabase;
let db: Db;
let now: Date;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openWorkerDb(database, createMetrics('worker'));
});
beforeEach(() => {
  now = new Date();
});
afterAll(async () => {
  await db.close();
  await database.close();
});

const context = () => workerContext(database, db, { now: () => now });

/** The values of a metric by label, or by the empty string without one. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const registry = createMetrics('worker');
  upkeepMetrics(registry, context());
  const lines = [
    ...(await registry.metrics()).matchAll(
      new RegExp(`^${name}\\{(?:\\w+="([^"]*)",)?service="worker",environment="development"\\} (.*)$`, 'gm'),
    ),
  ];
  return Object.fromEntries(lines.map(([, label = '', value]) => [label, Number(value)]));
}

test('reports the depth of the outbox and the age of its oldest event', async () => {
  expect(await valuesOf('onboarding_event_outbox_waiting')).toEqual({ '': 0 });
  expect(await valuesOf('onboarding_event_outbox_oldest_seconds')).toEqual({ '': 0 });
  const { partnerId } = await database.addPartner();
  await recordEvents(database, [partnerId], new Date(now.getTime() - 90_000));
  await recordEvents(database, [partnerId]);
  expect(await valuesOf('onboarding_event_outbox_waiting')).toEqual({ '': 2 });
  expect((await valuesOf('onboarding_event_outbox_oldest_seconds'))['']).toBeCloseTo(90, 0);
});

test('counts an expiring certificate only if its partner has no later one', async () => {
  const soon = new Date(now.getTime() + 5 * DAY);
  const register = async (partner: TestPartner, validity: Validity) =>
    registerCertificate(database, partner, await makeCertificate(), validity);
  const partner = () => database.addPartner();
  await register(await partner(), { notAfter: soon });
  const renewed = await partner();
  for (const notAfter of [soon, new Date(now.getTime() + 365 * DAY)]) await register(renewed, { notAfter });
  await register(await partner(), { notAfter: soon, revokedAt: now });
  expect(await valuesOf('onboarding_partner_certificates_expiring')).toEqual({ 1: 0, 7: 1, 30: 1 });
  now = new Date(now.getTime() + 4.5 * DAY);
  expect(await valuesOf('onboarding_partner_certificates_expiring')).toEqual({ 1: 1, 7: 1, 30: 1 });
});

test('reports for every partitioned table how many days ahead partitions exist', async () => {
  // Midnight may have passed since the partitions were created.
  await database.owner.query('select make_partitions()');
  now = new Date();
  const { rows } = await database.owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'p' and relnamespace = 'onboarding'::regnamespace`,
  );
  const ahead = await valuesOf('onboarding_partition_days_ahead');
  expect(Object.keys(ahead).sort()).toEqual(rows.map(({ name }) => name).sort());
  expect(ahead.events).toBe(7);
  for (const days of Object.values(ahead)) expect(days).toBeGreaterThanOrEqual(7);
  now = new Date(now.getTime() + 5 * DAY);
  expect((await valuesOf('onboarding_partition_days_ahead')).events).toBe(2);
});

test('reports the review queue from its statistics, unless they are stale', async () => {
  await takeStatistics(context());
  expect(await valuesOf('onboarding_review_queue_packages')).toEqual({ waiting: 0, claimed: 0, proposed: 0 });
  expect(await valuesOf('onboarding_review_queue_oldest_seconds')).toEqual({ '': 0 });
  now = new Date(now.getTime() + 6 * 60_000);
  expect(await valuesOf('onboarding_review_queue_packages')).toEqual({});
});

test('every table belongs to a family, and the family sizes add up to the size of all tables', async () => {
  const { rows } = await database.owner.query<{ name: string; size: string }>(
    `select relname as name, pg_total_relation_size(oid) as size from pg_class
     where relkind = 'r' and relnamespace = 'onboarding'::regnamespace`,
  );
  const others = rows.filter(({ name }) => familyOf('onboarding', name) === 'other').map(({ name }) => name);
  expect(others.sort(), 'small and not growing').toEqual([
    'business_types',
    'countries',
    'country_lists',
    'country_looks',
    'health_probes',
    'partners',
    'process_probes',
    'requirement_sets',
    'schema_migrations',
  ]);
  const bytes = await valuesOf('onboarding_database_bytes');
  expect(Object.keys(bytes).sort()).toEqual([
    'accounts',
    'audit',
    'businesses',
    'documents',
    'events',
    'idempotency',
    'jobs',
    'other',
    'requests',
    'reviews',
    'tokens',
    'webhooks',
  ]);
  const ours = Object.entries(bytes).reduce((sum, [family, size]) => (family === 'jobs' ? sum : sum + size), 0);
  expect(ours / rows.reduce((sum, { size }) => sum + Number(size), 0)).toBeCloseTo(1, 1);
});
