// What housekeeping keeps and removes, with the role of the worker.
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics, type Registry } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import { DEFAULT_RETENTION, FAMILIES, type Retention } from '@onboarding/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { openWorkerDb } from '../../../../tests/harness/dispatching.ts';
import { keepHouse } from './housekeeping.ts';
import { retentionMetrics } from './retention-metrics.ts';

const LEGAL = 1_827;
let database: TestDatabase;
let db: Db;
let registry: Registry;
let lines: Record<string, unknown>[];
let partnerId: string;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openWorkerDb(database, createMetrics('worker'));
  ({ partnerId } = await database.addPartner());
});
afterAll(async () => {
  await db?.close();
  await database?.close();
});
beforeEach(() => {
  lines = [];
});

function keep(retention: Partial<Retention> = {}): Promise<void> {
  const logger = createLogger(
    { service: 'worker', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  const context = { db, clock: { now: () => new Date() }, logger };
  registry = createMetrics('worker');
  const whole = { ...DEFAULT_RETENTION, ...retention };
  return keepHouse(context, whole, retentionMetrics(registry), new AbortController().signal);
}

const one = async (sql: string, values: unknown[] = []) => (await database.owner.query(sql, values)).rows[0];
const metric = async (name: string, family: string) =>
  (await registry.getSingleMetric(name)?.get())?.values.find(({ labels }) => labels.family === family)?.value;

const addCustomer = async (reference: string, erased: string | null) =>
  (
    await one(
      `insert into customers (partner_id, customer_id, partner_customer_id, company_name, email, business_type_code,
         incorporation_country, industry, website, registration_number, verification_status, event_sequence, audit_sequence,
         audit_hash, data_key_id, created_at, updated_at, erased_at)
       values ($1, gen_random_uuid(), $2, '', '', 'LLC', 'NGA', '', '', '', 'Approved', 1, 1, '', '', now(), now(), $3)
       returning customer_id`,
      [partnerId, reference, erased],
    )
  ).customer_id;

/** Inserts rows that are the given numbers of days old. */
const OLD: Record<string, { rows: (days: number[]) => string; keep: number; setting: Partial<Retention> }> = {
  webhook_changes: {
    keep: 365,
    setting: { webhook_changes: 365 },
    rows: (
      days,
    ) => `insert into webhook_changes (partner_id, change_id, occurred_at, action, actor_kind, actor_id, details)
      select $1::uuid, gen_random_uuid(), now() - n * interval '1 day', 'Paused', 'Operator', 'ada', '{}' from unnest('{${days}}'::int[]) n`,
  },
  list_exports: {
    keep: 365,
    setting: { list_exports: 365 },
    rows: (days) => `insert into list_exports (partner_id, export_id, account_id, list, filters, begun_at)
      select $1::uuid, gen_random_uuid(), $1::uuid, 'Customers', '{}', now() - n * interval '1 day' from unnest('{${days}}'::int[]) n`,
  },
  operator_actions: {
    keep: LEGAL,
    setting: { operator_actions: LEGAL },
    rows: (
      days,
    ) => `insert into operator_actions (action_id, occurred_at, action, subject_kind, subject_id, details, actor_kind, actor_id)
      select uuid_floor(now() - n * interval '1 day'), now() - n * interval '1 day', 'PartnerCreated', 'Partner', $1::uuid::text, '{}', 'Operator', 'ada'
      from unnest('{${days}}'::int[]) n`,
  },
  analyst_days: {
    keep: 366,
    setting: { analyst_days: 366 },
    rows: (days) => `insert into analyst_days (day, account_id, claims, proposals, confirmations, changes_requested)
      select (now() at time zone 'utc')::date - n, $1::uuid, 1, 0, 0, 0 from unnest('{${days}}'::int[]) n`,
  },
};

describe('rows', () => {
  test.each(Object.entries(OLD))(
    'of %s are removed after the retention period, never before, and never without one',
    async (family, { rows, keep: days, setting }) => {
      const count = async () => (await one(`select count(*)::int as count from ${family}`)).count;
      await database.owner.query(rows([days + 2, days + 1, days - 1, 1]), [partnerId]);
      await keep();
      expect(await count()).toBe(4);
      await keep(setting);
      expect(await count()).toBe(2);
      expect(await metric('onboarding_retention_rows_removed_total', family)).toBe(2);
      expect(await metric('onboarding_retention_last_run_timestamp_seconds', family)).toBeGreaterThan(
        Date.now() / 1000 - 600,
      );
      const age = Date.now() / 1000 - ((await metric('onboarding_retention_oldest_timestamp_seconds', family)) ?? 0);
      expect(Math.abs(age - (days - 1) * 86_400)).toBeLessThan(2 * 86_400);
      expect(await metric('onboarding_retention_period_seconds', family)).toBe(days * 86_400);
    },
  );

  test('that count comparisons of identity numbers are removed after a day, regardless of settings', async () => {
    const customerId = await addCustomer('compared', null);
    await database.owner.query(
      `insert into identity_comparisons (partner_id, customer_id, identity_id, compared_by, begun_at, tries)
       select $1, $2, gen_random_uuid(), gen_random_uuid(), now() - n * interval '1 hour', n from unnest('{23,25,48}'::int[]) n`,
      [partnerId, customerId],
    );
    await keep();
    const { rows } = await database.owner.query('select tries from identity_comparisons');
    expect(rows).toEqual([{ tries: 23 }]);
  });

  test('are all removed, even in many batches', async () => {
    await database.owner.query('delete from webhook_changes');
    await database.owner.query(OLD.webhook_changes?.rows([400]) ?? '', [partnerId]);
    await database.owner.query(
      `insert into webhook_changes select partner_id, gen_random_uuid(), occurred_at, action, actor_kind, actor_id, request_id, details
       from webhook_changes cross join generate_series(1, 2500) where occurred_at < now() - interval '399 days'`,
    );
    await keep({ webhook_changes: 365 });
    expect(await metric('onboarding_retention_rows_removed_total', 'webhook_changes')).toBe(2_501);
  });

  test('of screenings are removed only if superseded longer ago than the retention period', async () => {
    const customerId = await addCustomer('screened', null);
    await database.owner.query(
      `insert into screenings (partner_id, customer_id, screening_id, provider, outcome, subject_hash, hit_count, screened_at, superseded_at)
       select $1, $2, gen_random_uuid(), 'watchman', 'Clear', '', 0, now() - interval '20 years', now() - n * interval '1 day'
       from unnest(array[${LEGAL + 1}, ${LEGAL - 1}, null]) n`,
      [partnerId, customerId],
    );
    await keep();
    expect((await one('select count(*)::int as count from screenings')).count).toBe(3);
    await keep({ screenings: LEGAL });
    expect((await one('select count(*)::int as count from screenings')).count).toBe(2);
  });

  test('of replays are kept until 90 days after they complete or are cancelled', async () => {
    await database.owner.query(
      `insert into webhook_endpoints (partner_id, url, secret, created_at, updated_at) values ($1, 'https://x.example', '', now(), now())`,
      [partnerId],
    );
    await database.owner.query(
      `insert into webhook_replays (partner_id, replay_id, requested_by, requested_at, from_at, to_at, include_unrouted, created, completed_at, cancelled_at)
       select $1, gen_random_uuid(), gen_random_uuid(), now() - interval '200 days', now(), now(), false, n,
         case n when 1 then now() - interval '91 days' when 2 then now() - interval '89 days' end,
         case n when 3 then now() - interval '91 days' end
       from generate_series(1, 4) n`,
      [partnerId],
    );
    await keep();
    const { rows } = await database.owner.query('select created from webhook_replays order by 1');
    // Completed recently; still running.
    expect(rows).toEqual([{ created: 2 }, { created: 4 }]);
  });
});

describe('monthly partitions', () => {
  const makeMonth = async (table: string, month: string) => {
    const bounds = `from (uuid_floor('${month}-01')) to (uuid_floor('${month}-01'::timestamptz + interval '1 month'))`;
    await database.owner.query(
      `create table ${table}_${month.replace('-', '')} partition of ${table} for values ${bounds}`,
    );
  };
  const months = async (table: string) => {
    const { rows } = await database.owner.query(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    );
    return rows.map(({ name }) => name.slice(-6)).filter((month) => month < '2021');
  };
  const record = (customerId: string, at: string) =>
    database.owner.query(
      `insert into staff_reads (partner_id, read_id, customer_id, account_id, kind, address, request_id, read_at)
       values ($1, uuid_floor($3::timestamptz), $2, gen_random_uuid(), 'Package', '', '', $3)`,
      [partnerId, customerId, at],
    );

  test('of staff reads are kept until all their customers have been erased for the retention period', async () => {
    const gone = await addCustomer('gone', '2019-06-01');
    const lately = await addCustomer('lately', new Date(Date.now() - 100 * 86_400_000).toISOString());
    for (const month of ['2018-01', '2018-02', '2018-03']) await makeMonth('staff_reads', month);
    await record(gone, '2018-01-15');
    await record(gone, '2018-02-15');
    await record(lately, '2018-02-16');
    await record(gone, '2018-03-15');
    await keep();
    expect(await months('staff_reads')).toEqual(['201801', '201802', '201803']);
    await keep({ staff_reads: LEGAL });
    // Months are dropped without a gap: March only after February.
    expect(await months('staff_reads')).toEqual(['201802', '201803']);
    expect(await metric('onboarding_retention_partitions_dropped_total', 'staff_reads')).toBe(1);
    expect(await metric('onboarding_retention_oldest_timestamp_seconds', 'staff_reads')).toBe(
      Date.parse('2018-02-01') / 1000,
    );
    await database.owner.query(`update customers set erased_at = '2019-06-01' where customer_id = $1`, [lately]);
    await keep({ staff_reads: LEGAL });
    expect(await months('staff_reads')).toEqual([]);
  });

  test('of account events are dropped by age only', async () => {
    for (const month of ['2018-01', '2018-02']) await makeMonth('account_events', month);
    await keep();
    expect(await months('account_events')).toEqual(['201801', '201802']);
    await keep({ account_events: 400 });
    expect(await months('account_events')).toEqual([]);
  });
});

describe('the worker', () => {
  const worker = (sql: string, values: unknown[]) =>
    db.transaction((tx) => tx.foreign('test', sql, values).then(() => undefined));

  test.each(FAMILIES)('cannot remove $family a day before $least days', async ({ family, by, least }) => {
    const ask = (days: number) =>
      by === 'partitions'
        ? worker('select retire_partitions($1, $2)', [family, days])
        : worker('select forget_rows($1, $2, 10)', [family, days]);
    await expect(ask(least - 1)).rejects.toThrow(/not (dropped|removed) after/);
    await ask(least);
  });

  test('cannot remove anything else', async () => {
    await expect(worker(`select retire_partitions('customers', 9999)`, [])).rejects.toThrow('not dropped');
    await expect(worker(`select forget_rows('customers', 9999, 10)`, [])).rejects.toThrow('not removed');
    await expect(worker('delete from operator_actions', [])).rejects.toThrow('permission denied');
  });

  test('continues with the other tables when one fails, logs which, and fails at the end', async () => {
    await database.owner.query(OLD.webhook_changes?.rows([400]) ?? '', [partnerId]);
    await database.owner.query('revoke delete on used_assertions from onboarding_worker');
    await database.owner.query('revoke select on used_assertions from onboarding_worker');
    try {
      await expect(keep({ webhook_changes: 365 })).rejects.toThrow('permission denied');
    } finally {
      await database.owner.query('grant select, delete on used_assertions to onboarding_worker');
    }
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'housekeeping failed', family: 'used_assertions' }));
    expect(await metric('onboarding_retention_rows_removed_total', 'webhook_changes')).toBe(1);
    expect(await metric('onboarding_retention_last_run_timestamp_seconds', 'used_assertions')).toBeUndefined();
  });
});

test('old probes are removed, except one that a frozen process has locked', async () => {
  const { owner } = database;
  await owner.query(
    `insert into process_probes (service, process_id, probed_at)
     select 'worker', gen_random_uuid(), now() - days * interval '1 day' from unnest('{0,3,4,5}'::int[]) as days`,
  );
  const left = async () => (await one('select count(*)::int as count from process_probes')).count;
  const before = await left();
  await owner.query('begin');
  try {
    await owner.query('select from process_probes order by probed_at limit 1 for update');
    await keep();
  } finally {
    await owner.query('commit');
  }
  expect(await left()).toBe(before - 2);
  await keep();
  expect(await left()).toBe(before - 3);
});

describe('vacuum', () => {
  test('existing and new partitions have the parameters of their table', async () => {
    await database.owner.query('select make_partitions(20)');
    const { rows } = await database.owner.query(
      `select p.relname as parent, count(*) filter (where c.reloptions is null)::int as without, count(*)::int as all
       from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
       where p.relkind = 'p' and partition_parameters(p.relname) is not null group by 1 order by 1`,
    );
    expect(rows.map(({ parent }) => parent)).toEqual([
      'account_events',
      'api_requests',
      'audit_entries',
      'events',
      'idempotency_keys',
      'staff_reads',
      'webhook_attempts',
      'webhook_deliveries',
    ]);
    expect(rows.map(({ without }) => without)).toEqual(Array(rows.length).fill(0));
  });

  test('existing and new partitions tell the planner to expect few partners', async () => {
    await database.owner.query('select make_partitions(21)');
    const { rows } = await database.owner.query(
      `select p.relname as parent, array_agg(distinct a.attoptions[1]) as options
       from pg_inherits i join pg_class p on p.oid = i.inhparent
         join pg_attribute a on a.attrelid = i.inhrelid and a.attname = 'partner_id'
       where partition_has_few_partners(p.relname) group by 1 order by 1`,
    );
    expect(rows).toEqual(
      ['api_requests', 'events', 'idempotency_keys', 'webhook_deliveries'].map((parent) => ({
        parent,
        options: ['n_distinct=20'],
      })),
    );
  });
});
