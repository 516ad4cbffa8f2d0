// The stream of security logs, with the role of the worker: to a file, and to a collector that answers, fails and dies.
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { findUnsent, streamLogs } from '@onboarding/domain/audit-stream';
import { uuidv7 } from '@onboarding/platform/ids';
import { openLogStream } from '@onboarding/platform/log-stream';
import { createMetrics } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../../../tests/harness/api.ts';
import { untilTransactionsEnd } from '../../../../tests/harness/checks/transactions-ended.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import type { TestDatabase } from '../../../../tests/harness/database.ts';
import { until } from '../../../../tests/harness/patience.ts';
import { createCustomer } from '../../../../tests/harness/scenes/updates.ts';
import { startAuditStream } from './audit-stream.ts';

type Sent = Record<string, unknown>;

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
let db: Db;
let directory: string;
let collector: Server;
let url: string;
/** What the collector stored, and how it answers the next requests; the last answer is repeated. */
let collected: Sent[] = [];
let authorization: (string | undefined)[] = [];
let answers: number[] = [200];

beforeAll(async () => {
  db = openTestDb(database.workerUrl, { poolSize: 2 });
  directory = await mkdtemp(join(tmpdir(), 'stream-'));
  collector = createServer(async (request, response) => {
    const { resourceLogs } = (await json(request)) as { resourceLogs: OtlpLogs[] };
    const status = answers.length > 1 ? answers.shift() : answers[0];
    authorization.push(request.headers.authorization);
    if (status === 200) collected.push(...resourceLogs.flatMap(recordsOf));
    response.writeHead(status ?? 200).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => collector.once('listening', resolve));
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/logs`;
});
afterAll(async () => {
  await db?.close();
  collector?.close();
  await rm(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  await drain();
  collected = [];
  authorization = [];
  answers = [200];
});

interface OtlpLogs {
  scopeLogs: { logRecords: { timeUnixNano: string; body: { stringValue: string } }[] }[];
}
const recordsOf = ({ scopeLogs }: OtlpLogs): Sent[] =>
  scopeLogs.flatMap(({ logRecords }) =>
    logRecords.map(({ timeUnixNano, body }) => {
      const record = JSON.parse(body.stringValue);
      expect(timeUnixNano).toBe(`${new Date(record.at).getTime()}000000`);
      return record;
    }),
  );

const running = new AbortController();
const stream = (kind: 'otlp' | 'file' = 'otlp', path = join(directory, 'log')) =>
  streamLogs(
    { ...api.context, db },
    openLogStream(kind === 'file' ? { kind, path } : { kind, url, token: 'secret' }),
    running.signal,
  );
const unsent = async () => [...(await findUnsent({ db })).values()].filter((at) => at !== undefined);
/** Other test files write in transactions of the same server, which hold the stream back. */
const drain = () =>
  until(
    async () =>
      stream()
        .then(unsent)
        .then(({ length }) => length === 0),
    'all is sent',
  );
const lines = async (name = 'log') =>
  (await readFile(join(directory, name), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Sent);

const ACCOUNT = crypto.randomUUID();
const SUBJECT = crypto.randomUUID();

/** Writes one row to each log, and waits until no transaction holds them back. */
async function writeEach(): Promise<{ customerId: string }> {
  const { customerId } = await createCustomer(api);
  const own = (sql: string, values: unknown[]) => database.owner.query(sql, values);
  await own(
    `insert into staff_reads (partner_id, read_id, customer_id, account_id, kind, address, request_id, read_at)
     select partner_id, $2, customer_id, $3, 'Package', '192.0.2.1', 'r1', now() from customers where customer_id = $1`,
    [customerId, uuidv7(new Date()), ACCOUNT],
  );
  await own(
    `insert into operator_actions (action_id, occurred_at, action, subject_kind, subject_id, reason, details, actor_kind, actor_id)
     values ($1, now(), 'LimitsChanged', 'Partner', $2, 'Ada asked for it', '{"reads":5}', 'Operator', 'ada')`,
    [uuidv7(new Date()), SUBJECT],
  );
  await own(
    `insert into account_events (event_id, account_id, realm, kind, reason, address, user_agent, occurred_at)
     values ($1, $2, 'staff', 'Refused', 'WrongPassword', '192.0.2.2', 'Browser of Ada', now())`,
    [uuidv7(new Date()), ACCOUNT],
  );
  await untilTransactionsEnd(database.owner);
  return { customerId };
}

test('each log arrives once, with ids and fixed words only', async () => {
  const { customerId } = await writeEach();
  await stream();
  await stream();
  const common = { id: expect.any(String), at: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect(collected).toEqual([
    {
      ...common,
      log: 'audit',
      partnerId: expect.any(String),
      customerId,
      sequence: 1,
      action: 'business.profile.created',
      actorKind: 'Client',
      actorId: expect.any(String),
      requestId: expect.any(String),
    },
    {
      ...common,
      log: 'staff-reads',
      partnerId: expect.any(String),
      customerId,
      accountId: ACCOUNT,
      kind: 'Package',
      subjectId: null,
      address: '192.0.2.1',
      requestId: 'r1',
    },
    {
      ...common,
      log: 'operators',
      action: 'LimitsChanged',
      subjectKind: 'Partner',
      subjectId: SUBJECT,
      actorKind: 'Operator',
      actorId: 'ada',
      address: null,
      requestId: null,
    },
    {
      ...common,
      log: 'accounts',
      accountId: ACCOUNT,
      partnerId: null,
      actorId: null,
      realm: 'staff',
      kind: 'Refused',
      reason: 'WrongPassword',
      address: '192.0.2.2',
    },
  ]);
  expect(new Set(authorization)).toEqual(new Set(['Bearer secret']));
});

test('what a collector refuses is sent again, and does not hold up the other logs', async () => {
  await writeEach();
  answers = [503, 200];
  await expect(stream()).rejects.toThrow('The collector answered 503');
  expect(collected.map(({ log }) => log)).toEqual(['staff-reads', 'operators', 'accounts']);
  expect((await findUnsent({ db })).get('audit')).toBeInstanceOf(Date);
  await stream();
  expect(collected.map(({ log }) => log)).toEqual(['staff-reads', 'operators', 'accounts', 'audit']);
  expect(await unsent()).toEqual([]);
});

test('more than one batch is sent in order, without gaps', async () => {
  await database.owner.query(
    `insert into account_events (event_id, account_id, realm, kind, address, occurred_at)
     select uuid_floor(now() - n * interval '1 second'), $1, 'staff', 'SignedIn', '192.0.2.1', now() from generate_series(1, 1201) n`,
    [ACCOUNT],
  );
  await untilTransactionsEnd(database.owner);
  await stream();
  const ids = collected.map(({ id }) => String(id));
  expect(ids).toHaveLength(1201);
  expect(ids).toEqual([...new Set(ids)].sort());
});

test('a row that commits after later ones were sent is not skipped', async () => {
  const slow = new pg.Client({ connectionString: database.ownerUrl });
  await slow.connect();
  await slow.query('begin');
  const id = uuidv7(new Date());
  await slow.query(
    `insert into account_events (event_id, account_id, realm, kind, address, occurred_at)
     values ($1, $2, 'staff', 'SignedIn', '192.0.2.1', now())`,
    [id, ACCOUNT],
  );
  await createCustomer(api);
  await stream();
  expect(collected).toEqual([]);
  expect((await unsent()).length, 'the lag shows what is held back').toBe(1);
  await slow.query('commit');
  await slow.end();
  await untilTransactionsEnd(database.owner);
  await stream();
  expect(collected.map(({ log, id: sent }) => [log, log === 'accounts' ? sent : undefined])).toEqual([
    ['audit', undefined],
    ['accounts', id],
  ]);
});

test('a database that counts transactions from below the position, as after a restore from a dump, is streamed', async () => {
  await database.owner.query("update audit_streams set transaction_id = '1000000000000'");
  await stream();
  await writeEach();
  expect(await unsent()).toHaveLength(4);
  await stream();
  expect(collected.map(({ log }) => log)).toEqual(['audit', 'staff-reads', 'operators', 'accounts']);
  expect(await unsent()).toEqual([]);
});

test('two processes do not send the same rows, unless one stops for longer than its lease', async () => {
  await writeEach();
  const sent: string[][] = [[], []];
  const { promise: stuck, resolve: release } = Promise.withResolvers<void>();
  const process = (number: 0 | 1, now: Date, before?: Promise<void>) =>
    streamLogs(
      { db, clock: { now: () => now } },
      {
        async send(records) {
          await before;
          sent[number]?.push(...records.map((record) => String((record as Sent).log)));
        },
      },
      running.signal,
    );
  const now = new Date();
  const first = process(0, now, stuck);
  await until(async () => (await leases()).some((until) => until > now), 'the first has leased a log');
  await process(1, new Date(now.getTime() + 59_000));
  expect(sent[1], 'all but the log of the first').toEqual(['staff-reads', 'operators', 'accounts']);
  await process(1, new Date(now.getTime() + 61_000));
  expect(sent[1]).toEqual(['staff-reads', 'operators', 'accounts', 'audit']);
  release();
  await first;
  expect(sent[0]).toEqual(['audit']);
  // Released at the time of the second process, which is in the future.
  await database.owner.query('update audit_streams set leased_until = now()');
  await stream();
  expect(collected, 'the late process did not set the position back').toEqual([]);
});

const leases = async () => {
  const { rows } = await database.owner.query('select leased_until from audit_streams');
  return rows.map((row): Date => row.leased_until);
};

test('a file gets one line per record, and can be rotated', async () => {
  await writeEach();
  await stream('file');
  expect((await lines()).map(({ log }) => log)).toEqual(['audit', 'staff-reads', 'operators', 'accounts']);
  await rename(join(directory, 'log'), join(directory, 'log.1'));
  await writeEach();
  await stream('file');
  expect(await lines('log.1')).toHaveLength(4);
  expect(await lines()).toHaveLength(4);
});

test('a line that a full disk left incomplete does not spoil the next one', async () => {
  await writeFile(join(directory, 'torn'), '{"log":"au');
  await writeEach();
  await stream('file', join(directory, 'torn'));
  const [torn, ...whole] = (await readFile(join(directory, 'torn'), 'utf8')).trimEnd().split('\n');
  expect(torn).toBe('{"log":"au');
  expect(whole.map((line) => JSON.parse(line).log)).toEqual(['audit', 'staff-reads', 'operators', 'accounts']);
});

test('a full disk keeps the records for later', async () => {
  await writeEach();
  await expect(stream('file', '/dev/full')).rejects.toThrow('ENOSPC');
  expect(await unsent()).toHaveLength(4);
});

test('a worker sends as rows are written, and reports the age of what is left', async () => {
  const registry = createMetrics('test');
  const lag = async () =>
    [...(await registry.metrics()).matchAll(/onboarding_audit_stream_lag_seconds\{log="([\w-]+)".*?\} (\S+)/g)].map(
      ([, log, seconds]): [string, number] => [String(log), Number(seconds)],
    );
  answers = [503];
  await writeEach();
  const work = startAuditStream({ kind: 'otlp', url }, { ...api.context, db }, registry, 50);
  const held = await lag();
  expect(held.map(([log]) => log)).toEqual(['audit', 'staff-reads', 'operators', 'accounts']);
  expect(held.filter(([, seconds]) => seconds === 0)).toEqual([]);
  answers = [200];
  await until(async () => (await lag()).every(([, seconds]) => seconds === 0), 'everything is sent');
  expect(collected.map(({ log }) => log).sort()).toEqual(['accounts', 'audit', 'operators', 'staff-reads']);
  await work.close();
});
