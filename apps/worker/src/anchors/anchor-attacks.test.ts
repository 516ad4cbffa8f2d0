// The owner of the database tries to hide an action. The worker notices, because the owner cannot reach the anchor store.
import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAnchors } from '@onboarding/domain/anchors';
import { openAnchors } from '@onboarding/platform/anchors';
import { openKeyRing } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics, type Registry } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { untilTransactionsEnd } from '../../../../tests/harness/checks/transactions-ended.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import { type AnchorWork, openAnchorWork } from './anchors.ts';

const MINUTES = 5;
const keys = openKeyRing(TEST_KEY_RING);
const PARTNER = crypto.randomUUID();
/** A partner that no anchor covers yet. */
const VICTIM = crypto.randomUUID();

let database: TestDatabase;
let db: Db;
let ownerDb: Db;
let directory: string;
let passedMs: number;
let work: AnchorWork;
let registry: Registry;
let logged: string[];
beforeEach(async () => {
  database = await cloneDatabase();
  db = openTestDb(database.workerUrl, { poolSize: 2 });
  ownerDb = openTestDb(database.ownerUrl, { poolSize: 2 });
  directory = await mkdtemp(join(tmpdir(), 'anchors-'));
  passedMs = 0;
  logged = [];
  start();
});
afterEach(async () => {
  work.close();
  await db.close();
  await ownerDb.close();
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const clock = { now: () => new Date(Date.now() + passedMs) };
const kept = () => join(directory, 'kept');
const place = () => openAnchors({ kind: 'file', path: kept() });
const pass = (minutes: number) => {
  passedMs += minutes * 60_000;
};

/** Starts a process that has seen no anchors yet. */
function start(): void {
  const logger = createLogger({ service: 'worker', level: 'info' }, { write: (line) => void logged.push(line) });
  registry = createMetrics('test');
  work = openAnchorWork(registry, { db, clock, keys, logger }, place(), MINUTES);
}

const own = (sql: string, values: unknown[] = []) => database.owner.query(sql, values);

/** Adds an entry to the trail, and a read by staff. */
async function write(what: string): Promise<void> {
  await own(
    `insert into audit_entries (partner_id, audit_id, customer_id, sequence, action, actor_kind, actor_id, request_id,
       occurred_at, details, previous_hash, hash)
     values ($1, $2, $1, 1, $3, 'Client', 'x', 'x', now(), '{}', '', $3::text::bytea)`,
    [PARTNER, uuidv7(new Date()), what],
  );
  await own(
    `insert into staff_reads (partner_id, read_id, customer_id, account_id, kind, address, request_id, read_at)
     values ($1, $2, $1, $1, 'Package', '192.0.2.1', $3, now())`,
    [PARTNER, uuidv7(new Date()), what],
  );
  await untilTransactionsEnd(database.owner);
}

/** Makes three anchors, each about an entry and a read, five minutes apart. */
async function stateThree(): Promise<void> {
  for (const what of ['first', 'second', 'third']) {
    await write(what);
    await work.run();
    pass(MINUTES);
  }
  expect(await verify()).toMatchObject({ statements: 3, outside: true, fault: undefined });
  expect(work.hindrance()).toBeUndefined();
}

const verify = () => verifyAnchors({ db: ownerDb, keys, clock }, place(), { everyMs: MINUTES * 60_000 });
const numbers = async () =>
  (await own('select number from audit_anchors order by number')).rows.map((one) => +one.number);
const secondsSince = async (what: string) => {
  const line = new RegExp(`onboarding_audit_anchor_last_timestamp_seconds\\{.*what="${what}".*\\} (\\S+)`);
  return clock.now().getTime() / 1000 - Number(line.exec(await registry.metrics())?.[1]);
};
const refusal = async () => /onboarding_audit_anchor_refused\S* (\d)/.exec(await registry.metrics())?.[1];

const CUT = `delete from audit_entries where action = 'third'`;
const GONE = 'it is stored outside, but not in the database';
const OTHER = 'the database holds another statement, or none, in its place';
const CHANGED = 'the entries do not match it';
const AHEAD = 'audit_entries holds rows with numbers of transactions to come, which it would not cover';
const READS = 'the reads by our staff do not match it';

describe('the worker signs no statement, logs it and is not ready, and verify fails, when the database owner', () => {
  test.each<[string, string[], number, string, string]>([
    [
      'removes the last entry and the last statement',
      [CUT, 'delete from audit_anchors where number = 3'],
      3,
      GONE,
      CHANGED,
    ],
    ['removes the last entry and keeps the statements', [CUT], 3, CHANGED, CHANGED],
    [
      'removes the last entry and rewrites the one before',
      [CUT, `update audit_entries set action = 'other', hash = 'other' where action = 'second'`],
      3,
      CHANGED,
      CHANGED,
    ],
    ['removes all statements', ['delete from audit_anchors'], 3, GONE, OTHER],
    ['removes everything', ['truncate audit_anchors, audit_entries, staff_reads'], 3, GONE, CHANGED],
    [
      'restores an old backup',
      [
        `delete from audit_entries where action <> 'first'`,
        `delete from staff_reads where request_id <> 'first'`,
        'delete from audit_anchors where number > 1',
      ],
      3,
      GONE,
      CHANGED,
    ],
    ['removes a read by staff', [`delete from staff_reads where request_id = 'third'`], 3, READS, READS],
    [
      'changes who made a read',
      [`update staff_reads set account_id = customer_id, address = '::1' where request_id = 'third'`],
      3,
      READS,
      READS,
    ],
    [
      'changes the time of a read',
      [`update staff_reads set read_at = read_at + interval '1 microsecond' where request_id = 'third'`],
      3,
      READS,
      READS,
    ],
    [
      'adds a read to a period already covered',
      [
        `insert into staff_reads select partner_id, $1, customer_id, account_id, kind, subject_id, address, 'added', read_at,
           transaction_id from staff_reads where request_id = 'third'`,
      ],
      3,
      READS,
      READS,
    ],
    [
      'gives later entries transaction numbers that no statement will reach',
      [
        `insert into audit_entries select partner_id, $1, customer_id, 2, 'later', actor_kind, actor_id, request_id, occurred_at,
           details, previous_hash, hash, '9000000000000000000' from audit_entries where action = 'third'`,
      ],
      4,
      AHEAD,
      AHEAD,
    ],
    [
      'inserts a forged statement',
      [`insert into audit_anchors select 4, made_at, statement, key_id, signature from audit_anchors where number = 3`],
      4,
      'it is missing',
      'it is missing',
    ],
  ])('%s', async (_who, statements, number, refused, verified) => {
    await stateThree();
    for (const sql of statements) await own(sql, sql.includes('$1') ? [uuidv7(new Date())] : []);
    const before = await numbers();
    await work.run();
    expect(work.hindrance()).toMatchObject({ code: 'TrailDiffers', about: [`statement ${number}: ${refused}`] });
    expect(await refusal()).toBe('1');
    expect(logged.filter((line) => line.includes('audit trail differs from its statements'))).toHaveLength(1);
    expect(await numbers()).toEqual(before);
    expect((await readFile(kept(), 'utf8')).trimEnd().split('\n')).toHaveLength(3);
    expect((await verify()).fault).toMatchObject({ why: verified });
  });
});

describe('the worker notices when the database owner', () => {
  test('stops the job: the anchor store is polled separately, and its newest statement becomes too old', async () => {
    await stateThree();
    pass(MINUTES + 1);
    await work.look();
    expect(work.hindrance()).toMatchObject({ code: 'StatementsLate' });
    expect((await verify()).fault).toMatchObject({
      number: 3,
      why: 'it is the newest one outside, and older than two intervals',
      itselfFits: true,
    });
    await work.run();
    expect(work.hindrance()).toBeUndefined();
    expect((await verify()).fault).toBeUndefined();
  });

  test('blocks the anchor store: a process that never got an answer is not ready after two intervals', async () => {
    await mkdir(kept());
    await work.look();
    await expect(work.run()).rejects.toThrow('EISDIR');
    expect(await numbers()).toEqual([]);
    expect(work.hindrance()).toBeUndefined();
    pass(2 * MINUTES + 1);
    expect(work.hindrance()).toMatchObject({
      code: 'StatementsLate',
      about: [expect.stringContaining('not answered')],
    });
    const text = await registry.metrics();
    expect(text).toMatch(/onboarding_audit_anchor_store_up\S* 0\n/);
    // Not 0, which would mean that the store is empty.
    expect(text).not.toContain('what="published"');
  });

  test('drops or changes each new statement with a trigger', async () => {
    await stateThree();
    for (const change of [
      'return null',
      `new.statement := replace(new.statement, '"number"', '"Number"'); return new`,
    ]) {
      await own(`create or replace function spoil() returns trigger language plpgsql as $$ begin ${change}; end $$`);
      await own('create or replace trigger spoil before insert on audit_anchors for each row execute function spoil()');
      await work.run();
      expect(work.hindrance()).toMatchObject({
        code: 'TrailDiffers',
        about: ['statement 4: the database did not store it unchanged'],
      });
    }
  });

  test.each([
    ['trigger spoil', `create trigger spoil before insert on audit_entries for each row execute function spoil()`],
    [
      'policy hide',
      `create policy hide on audit_entries as restrictive for select to onboarding_worker using (partner_id <> '${VICTIM}')`,
    ],
    ['policy worker_reads', `alter policy worker_reads on staff_reads using (partner_id <> '${VICTIM}')`],
    ['default of transaction_id', `alter table audit_entries alter column transaction_id set default '5'`],
    ['rule hide', `create rule hide as on insert to staff_reads where false do instead nothing`],
  ])('hides rows or their transaction numbers from the worker: %s', async (what, sql) => {
    await stateThree();
    await own(`create function spoil() returns trigger language plpgsql as $$ begin return null; end $$`);
    await own(sql);
    await work.run();
    const why = expect.stringMatching(new RegExp(`it may not cover everything: ${what} .*is not ours$`));
    expect(work.hindrance()).toMatchObject({ code: 'TrailDiffers', about: [why] });
    expect((await verify()).fault).toMatchObject({ number: 4, why });
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  test('keeps a transaction open, so that new statements cover nothing', async () => {
    await stateThree();
    const slow = new pg.Client({ connectionString: database.ownerUrl });
    await slow.connect();
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    try {
      for (let statement = 0; statement < 3; statement++) {
        await work.run();
        pass(2 * MINUTES - 1);
      }
      await work.look();
      const why = expect.stringMatching(/^it covers nothing since \S+: a transaction has been open for too long$/);
      expect(work.hindrance()).toMatchObject({ code: 'StatementsLate', about: [why] });
      expect((await verify()).fault).toMatchObject({ why });
      // The alert AuditCoverageHeldBack; the anchors themselves are on time.
      expect(await secondsSince('covered')).toBeGreaterThan(4 * MINUTES * 60);
      expect(await secondsSince('published')).toBeLessThan(2 * MINUTES * 60);
    } finally {
      await slow.end();
    }
    await untilTransactionsEnd(database.owner);
    await work.run();
    expect(work.hindrance()).toBeUndefined();
  });

  test('sets a clock forward: a statement from the future does not count', async () => {
    await stateThree();
    pass(60);
    await work.run();
    pass(-60);
    await work.look();
    expect((await verify()).fault).toMatchObject({ number: 4, why: 'its time is in the future: a clock is wrong' });
    expect(work.hindrance()).toMatchObject({ code: 'StatementsLate' });
  });
});

describe('an attacker who can also write to the anchor store', () => {
  test('restores an older state of it: a process that has seen newer statements refuses, and verify fails', async () => {
    await write('first');
    await work.run();
    const older = await readFile(kept(), 'utf8');
    pass(MINUTES);
    await write('second');
    await work.run();
    await writeFile(kept(), older);
    pass(2);
    await work.run();
    expect(work.hindrance()).toMatchObject({ about: ['statement 2: it was stored outside, and is no longer there'] });
    expect((await verify()).fault).toMatchObject({ number: 2, why: 'it is in the database, but not outside' });
  });

  test('and restores the database to the same state is not noticed by a process that starts afterwards', async () => {
    await write('first');
    await work.run();
    const older = await readFile(kept(), 'utf8');
    await write('second');
    await work.run();
    await writeFile(kept(), older);
    await own(`delete from audit_entries where action = 'second'`);
    await own(`delete from staff_reads where request_id = 'second'`);
    await own('delete from audit_anchors where number = 2');
    await work.run();
    expect(work.hindrance()).toMatchObject({ code: 'TrailDiffers' });
    work.close();
    start();
    await work.run();
    expect(work.hindrance()).toBeUndefined();
  });
});

describe('a deployment whose statements do not cover reads yet', () => {
  /** Signs an anchor as older builds do. */
  async function signOld(number: number, from: string, to: string, madeAt: Date): Promise<void> {
    const { rows } = await own('select * from audit_anchors where number = $1', [number - 1]);
    const previous = number === 1 ? '' : createHash('sha256').update(rows[0].statement).digest('hex');
    const text = JSON.stringify({ version: 1, number, madeAt: madeAt.toISOString(), previous, from, to, partners: [] });
    const { keyId, signature } = keys.sign('audit anchor', text);
    const values = [number, madeAt, text, keyId, signature];
    await own(
      'insert into audit_anchors (number, made_at, statement, key_id, signature) values ($1, $2, $3, $4, $5)',
      values,
    );
    await appendFile(
      kept(),
      `${JSON.stringify({ statement: text, keyId, signature: signature.toString('base64') })}\n`,
    );
  }
  const readsIn = async () =>
    (await readFile(kept(), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) =>
        JSON.parse(JSON.parse(line).statement).reads?.partners.map((one: { entries: number }) => one.entries),
      );

  test('continues from them: the first new statement covers all reads, and a later one without reads leaves no gap', async () => {
    await signOld(1, '0', '5', clock.now());
    await signOld(2, '5', '5', clock.now());
    await write('first');
    await own(`update staff_reads set transaction_id = '0'`);
    await write('second');
    await work.run();
    expect(work.hindrance()).toBeUndefined();
    const { to } = JSON.parse((await own('select statement from audit_anchors where number = 3')).rows[0].statement);
    // The older build runs again for a while.
    await signOld(4, to, to, clock.now());
    await write('third');
    await work.run();
    expect(await readsIn()).toEqual([undefined, undefined, [2], undefined, [1]]);
    expect(await verify()).toMatchObject({ statements: 5, fault: undefined });
    await own(`delete from staff_reads where request_id = 'first'`);
    expect((await verify()).fault).toMatchObject({ number: 3, why: READS });
  });
});
