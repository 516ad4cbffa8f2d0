// Jobs of the worker, with its own database role and a clock set by the test.
import { randomBytes } from 'node:crypto';
import { DEAD_LETTERS, QUEUES } from '@onboarding/database/queues';
import { openMail } from '@onboarding/domain/mails';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keep } from '../../../../tests/harness/artefacts.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { bareParts } from '../../../../tests/harness/queue-handlers.ts';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import { QUEUE_HANDLERS } from './jobs.ts';

const DAY = 86_400_000;
const keys = openKeyRing(TEST_KEY_RING);
let database: TestDatabase;
let db: Db;
let now: Date;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openTestDb(database.workerUrl, { poolSize: 4 });
});
beforeEach(() => {
  now = new Date();
});
afterAll(async () => {
  await db.close();
  await database.close();
});

/** What the last job logged. */
let log: Record<string, unknown>[];

function perform(queue: string): Promise<void> {
  const handler = QUEUE_HANDLERS.find((one) => one.queue === queue);
  if (handler === undefined) throw new Error(`Nobody serves ${queue}`);
  const lines: Record<string, unknown>[] = [];
  log = lines;
  const logger = createLogger(
    { service: 'worker', level: 'debug' },
    {
      write(line) {
        keep('logs', `${database.name}.log`, line.trimEnd());
        lines.push(JSON.parse(line));
      },
    },
  );
  const context = { db, clock: { now: () => now }, keys, logger, jobs: createJobs() };
  const handle = handler.handle({ ...bareParts(context), consoleUrl: 'https://console.example/console' });
  return handle({ id: 'job', payload: null, attempt: 1, signal: new AbortController().signal });
}

test('queues with jobs requested by partners run several at once, one per partner', () => {
  const shared = QUEUE_HANDLERS.filter(({ oneOfEach, concurrency }) => oneOfEach === true && concurrency > 1);
  expect(shared.map(({ queue }) => queue)).toEqual(['mail.send', 'webhooks.resume', 'webhooks.replay']);
});

test.each(['certificates.warn', 'reviews.tell', 'reviews.notices', 'reviews.release-stale', 'reviews.countries'])(
  'a job of %s without anything to do logs nothing',
  async (queue) => {
    await perform(queue);
    expect(log).toEqual([]);
  },
);

test('serves every declared queue and no other', () => {
  expect(QUEUE_HANDLERS.map(({ queue }) => queue).sort()).toEqual(QUEUES.map(({ name }) => name).sort());
  expect(QUEUES.map(({ name }) => name)).not.toContain(DEAD_LETTERS);
});

describe('certificates that expire', () => {
  let partnerId: string;
  beforeEach(async () => {
    partnerId = (await database.addPartner()).partnerId;
    await database.owner.query('delete from pgboss.job');
    await database.owner.query('update api_certificates set revoked_at = now()');
  });

  async function addPerson(email: string, role: string, status = 'Active'): Promise<void> {
    await database.owner.query(
      `insert into accounts (account_id, realm, partner_id, role, email, email_key, name, status, created_at)
       values (gen_random_uuid(), 'partner', $1, $2, $3, $3, 'Ada Lovelace', $4, now())`,
      [partnerId, role, email, status],
    );
  }
  async function addCertificate(days: number, revoked = false): Promise<void> {
    await database.owner.query(
      `insert into api_certificates (partner_id, certificate_id, name, subject, thumbprint, spki_hash, pem, not_before, not_after, registered_at, revoked_at)
       values ($1, gen_random_uuid(), 'Production', 'CN=acme', 'thumb', $2, 'pem', now() - interval '1 year', $3, now(), $4)`,
      [partnerId, randomBytes(32), new Date(now.getTime() + days * DAY), revoked ? now : null],
    );
  }
  async function mails() {
    const { rows } = await database.owner.query(`select data from pgboss.job where name = 'mail.send' order by id`);
    return rows.map(({ data }) => openMail(keys, data));
  }
  const pass = (days: number) => {
    now = new Date(now.getTime() + days * DAY);
  };

  test('cause one mail per admin and stage, no matter how many workers check how often', async () => {
    const people = ['one', 'two'].map((name) => `${name}-${partnerId}@partner.example`);
    for (const email of people) await addPerson(email, 'admin');
    await addPerson(`dev-${partnerId}@partner.example`, 'developer');
    await addPerson(`gone-${partnerId}@partner.example`, 'admin', 'Disabled');
    await addCertificate(61);
    const counts: number[] = [];
    for (let day = 0; day <= 62; day++) {
      await Promise.all([perform('certificates.warn'), perform('certificates.warn')]);
      counts.push((await mails()).length);
      pass(1);
    }
    // A stage starts when that many days are left: on days 1, 31, 47, 54 and 60.
    const rises = counts.flatMap((count, day) => (count > (counts[day - 1] ?? 0) ? [[day, count]] : []));
    expect(rises).toEqual([
      [1, 2],
      [31, 4],
      [47, 6],
      [54, 8],
      [60, 10],
    ]);
    const sent = await mails();
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set(people));
    expect(sent.map(({ subject }) => subject)).toContain('API certificate "Production" expires in 30 days');
    expect(sent.at(0)?.text).toContain('https://portal.example/portal/credentials');
  });

  test('cause only the mail of the current stage after a time without checks', async () => {
    await addPerson(`late-${partnerId}@partner.example`, 'admin');
    await addCertificate(5);
    await perform('certificates.warn');
    expect(log).toMatchObject([{ msg: 'certificate expiry warnings sent', certificates: 1 }]);
    await perform('certificates.warn');
    expect((await mails()).map(({ subject }) => subject)).toEqual(['API certificate "Production" expires in 5 days']);
  });

  test('cause no mail if they are revoked, expired or far from expiring', async () => {
    await addPerson(`calm-${partnerId}@partner.example`, 'admin');
    await addCertificate(5, true);
    await addCertificate(-1);
    await addCertificate(61);
    await perform('certificates.warn');
    expect(await mails()).toEqual([]);
  });

  test('all cause mails, even if there are more than one batch', async () => {
    await addPerson(`many-${partnerId}@partner.example`, 'admin');
    for (let count = 0; count < 120; count++) await addCertificate(10);
    await perform('certificates.warn');
    expect(await mails()).toHaveLength(120);
  });
});

describe('housekeeping', () => {
  const count = async (table: string) =>
    (await database.owner.query(`select count(*)::int as count from ${table}`)).rows[0].count;

  test('removes expired rows in any number, and nothing else', async () => {
    await database.owner.query(
      `insert into used_assertions select sha256(n::text::bytea), now() + (n || ' s')::interval from generate_series(-2999, 100) n`,
    );
    await database.owner.query(
      `insert into oidc_records (model, record_hash, payload, expires_at)
       select 'Session', sha256(n::text::bytea), '', now() + (n || ' h')::interval from generate_series(-5, 5) n where n <> 0`,
    );
    const account = crypto.randomUUID();
    await database.owner.query(
      `insert into accounts (account_id, realm, role, email, email_key, name, status, created_at)
       values ($1, 'staff', 'auditor', 'house@staff.example', 'house@staff.example', 'House', 'Active', now())`,
      [account],
    );
    await database.owner.query(
      `insert into account_links (link_hash, account_id, purpose, created_at, expires_at)
       select sha256(n::text::bytea), $1, 'Invitation', now(), now() + (n || ' days')::interval from generate_series(-10, 1) n`,
      [account],
    );
    await database.owner.query(
      `insert into sessions (session_hash, session_id, account_id, realm, created_at, last_seen_at, expires_at, second_factor_at, address, user_agent)
       select sha256(n::text::bytea), gen_random_uuid(), $1, 'staff', now(), now(), now() + (n || ' h')::interval, now(), '', '' from generate_series(-3, 3) n where n <> 0`,
      [account],
    );
    await database.owner.query(
      `insert into sign_ins (sign_in_id, account_id, provider_hash, signed_in_at, last_seen_at, expires_at)
       select gen_random_uuid(), $1, sha256(n::text::bytea), now(), now(), now() + (n || ' h')::interval from generate_series(-3, 3) n where n <> 0`,
      [account],
    );
    await perform('housekeeping');
    // The margin is ten minutes for clocks that are behind, and a week for people who click late.
    expect(await count('used_assertions')).toBeGreaterThanOrEqual(700);
    expect(await count('used_assertions')).toBeLessThan(800);
    expect(await count('oidc_records')).toBe(5);
    expect(await count('account_links')).toBe(9);
    expect(await count('sessions')).toBe(3);
    expect(await count('sign_ins')).toBe(3);
  });

  test('drops expired daily partitions of every table that has them', async () => {
    const tables = ['idempotency_keys', 'token_requests', 'webhook_attempts', 'webhook_deliveries', 'events'];
    for (const table of tables) {
      const bounds =
        table === 'idempotency_keys'
          ? `from ('2020-01-01') to ('2020-01-02')`
          : `from (uuid_floor('2020-01-01')) to (uuid_floor('2020-01-02'))`;
      await database.owner.query(`create table ${table}_20200101 partition of ${table} for values ${bounds}`);
    }
    await perform('housekeeping');
    const { rows } = await database.owner.query(`select relname from pg_class where relname like '%_20200101'`);
    expect(rows).toEqual([]);
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    expect(await count(`idempotency_keys_${today}`)).toBe(0);
  });
});
