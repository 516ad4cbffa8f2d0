// Anchors made with the role of the worker: their content and time, where they are published, and what is refused.
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAnchors } from '@onboarding/domain/anchors';
import { type AnchorTarget, openAnchors } from '@onboarding/platform/anchors';
import { createMetrics } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../../../tests/harness/api.ts';
import { untilTransactionsEnd } from '../../../../tests/harness/checks/transactions-ended.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { createCustomer } from '../../../../tests/harness/scenes/updates.ts';
import { anchorWarnings, openAnchorWork } from './anchors.ts';

const MINUTES = 5;
const everyMs = MINUTES * 60_000;

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
let db: Db;
let ownerDb: Db;
let directory: string;
beforeAll(async () => {
  const open = (url: string) => openTestDb(url, { poolSize: 2 });
  db = open(database.workerUrl);
  ownerDb = open(database.ownerUrl);
  directory = await mkdtemp(join(tmpdir(), 'anchors-'));
});
afterAll(async () => {
  await db?.close();
  await ownerDb?.close();
  await rm(directory, { recursive: true, force: true });
});

const kept = () => join(directory, 'kept');
const file = () => openAnchors({ kind: 'file', path: kept() });
async function anchor(target: AnchorTarget = file()): Promise<void> {
  const work = openAnchorWork(createMetrics('test'), { ...api.context, db }, target, MINUTES);
  await work.run();
  expect(work.hindrance()).toBeUndefined();
  work.close();
}
const verify = () => verifyAnchors({ ...api.context, db: ownerDb }, file(), { everyMs });
const statements = async () =>
  (await readFile(kept(), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(JSON.parse(line).statement));

test('an entry that commits only after the next statement was made is covered by the one after it', async () => {
  const { customerId } = await createCustomer(api);
  await untilTransactionsEnd(database.owner);
  await anchor();
  const slow = new pg.Client({ connectionString: database.ownerUrl });
  await slow.connect();
  await slow.query('begin');
  await slow.query(
    `insert into audit_entries (partner_id, audit_id, customer_id, sequence, action, actor_kind, actor_id, request_id,
       occurred_at, details, previous_hash, hash)
     select partner_id, uuid_floor(now()), customer_id, 2, action, actor_kind, actor_id, request_id, occurred_at, details, hash, hash
     from audit_entries where customer_id = $1`,
    [customerId],
  );
  await createCustomer(api);
  await anchor();
  await slow.query('commit');
  await slow.end();
  await untilTransactionsEnd(database.owner);
  await anchor();
  const entries = (await statements()).map(({ partners }) => partners.map((one: { entries: number }) => one.entries));
  expect(entries).toEqual([[1], [], [2]]);
  expect(await verify()).toMatchObject({ statements: 3, outside: true, fault: undefined });
});

test('a statement says until when everything is covered, also while a transaction is open', async () => {
  const [first, held, last] = await statements();
  expect(first.coversUntil).toBe(first.madeAt);
  expect(new Date(held.coversUntil) <= new Date(first.madeAt)).toBe(true);
  expect(new Date(last.coversUntil) >= new Date(held.madeAt)).toBe(true);
});

test('statements that could not be published follow with the next, in order, on the standard input of the program', async () => {
  const program = join(directory, 'program');
  await writeFile(program, '#!/bin/sh\nexit 3\n');
  await chmod(program, 0o755);
  const ask = join(directory, 'ask');
  await writeFile(ask, `#!/bin/sh\ntail -n 1 ${kept()}\n`);
  await chmod(ask, 0o755);
  const target = openAnchors({ kind: 'command', path: program, ask });
  await expect(anchor(target)).rejects.toThrow();
  await writeFile(program, `#!/bin/sh\ncat >> ${kept()}\n`);
  await anchor(target);
  expect((await statements()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(await verify()).toMatchObject({ statements: 5, fault: undefined });
  expect(await verifyAnchors({ ...api.context, db: ownerDb }, target, { everyMs })).toMatchObject({
    statements: 5,
    outside: true,
    fault: undefined,
  });
});

test('a program without AUDIT_ANCHORS_ASK gets new statements even if the database marks them as published', async () => {
  await database.owner.query(
    `create function mark_anchor() returns trigger language plpgsql as
     $$ begin new.published_at := now(); return new; end $$`,
  );
  await database.owner.query(
    'create trigger mark_anchor before insert on audit_anchors for each row execute function mark_anchor()',
  );
  const target = openAnchors({ kind: 'command', path: join(directory, 'program') });
  await anchor(target);
  await database.owner.query('drop function mark_anchor cascade');
  expect(await verify()).toMatchObject({ statements: 6, fault: undefined });
  const unasked = await verifyAnchors({ ...api.context, db: ownerDb }, target, { everyMs });
  expect(unasked).toMatchObject({ statements: 6, outside: false, fault: undefined });
});

test('verify names the number of a missing or altered line', async () => {
  const whole = await readFile(kept(), 'utf8');
  const lines = whole.trimEnd().split('\n');
  await writeFile(kept(), `${lines.toSpliced(2, 1).join('\n')}\n`);
  expect((await verify()).fault).toMatchObject({ number: 3, why: 'it is missing' });
  await writeFile(kept(), `${lines.with(1, (lines[1] ?? '').replace('"partners', '"Partners')).join('\n')}\n`);
  expect((await verify()).fault).toMatchObject({ number: 2, why: 'it was not signed with this key ring' });
  await writeFile(kept(), whole);
});

test('ignores a line cut short by a power failure, and writes it again in full', async () => {
  const whole = await readFile(kept(), 'utf8');
  const lines = whole.trimEnd().split('\n');
  await writeFile(kept(), `${lines.slice(0, -1).join('\n')}\n${lines.at(-1)?.slice(0, 100)}`);
  await anchor();
  expect(await verify()).toMatchObject({ statements: 7, fault: undefined });
});

test('metrics report when the last statement was made, published and covered', async () => {
  const registry = createMetrics('test');
  const work = openAnchorWork(registry, { ...api.context, db }, file(), MINUTES);
  await work.look();
  const text = await registry.metrics();
  work.close();
  for (const what of ['made', 'published', 'covered']) {
    const [, seconds] =
      new RegExp(`onboarding_audit_anchor_last_timestamp_seconds\\{.*what="${what}".*\\} (\\S+)`).exec(text) ?? [];
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(600);
  }
  expect(text).toMatch(/onboarding_audit_anchor_interval_seconds\S* 300\n/);
  expect(text).toMatch(/onboarding_audit_anchor_store_up\S* 1\n/);
  expect(text).toMatch(/onboarding_audit_anchor_refused\S* 0\n/);
});

test('an anchor store configured later gets all statements; an unsigned line after them stops publishing', async () => {
  const path = join(directory, 'later');
  await anchor(openAnchors({ kind: 'file', path }));
  expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(8);
  await appendFile(path, '{"statement":"{}","keyId":"k1","signature":"AAAA"}\n');
  const work = openAnchorWork(
    createMetrics('test'),
    { ...api.context, db },
    openAnchors({ kind: 'file', path }),
    MINUTES,
  );
  await work.run();
  expect(work.hindrance()).toMatchObject({ code: 'TrailDiffers' });
  work.close();
});

test('verify accepts statements about months dropped after the legal period, and no other missing months', async () => {
  const old = await cloneDatabase();
  const oldDb = openTestDb(old.ownerUrl, { poolSize: 2 });
  const check = () => verifyAnchors({ ...api.context, db: oldDb }, undefined, { everyMs });
  const stateAt = async (time: string) => {
    await old.owner.query(
      `insert into audit_entries (partner_id, audit_id, customer_id, sequence, action, actor_kind, actor_id, request_id,
         occurred_at, details, previous_hash, hash)
       values ($1, uuid_floor($2::timestamptz), $1, 1, 'x', 'Client', 'x', 'x', $2, '{}', '', 'hash')`,
      [crypto.randomUUID(), time],
    );
    await untilTransactionsEnd(old.owner);
    const clock = { now: () => new Date(time) };
    const work = openAnchorWork(createMetrics('test'), { ...api.context, db: oldDb, clock }, undefined, MINUTES);
    await work.run();
    work.close();
  };
  try {
    for (const [from, to] of [
      ['2019-01', '2019-02'],
      ['2019-02', '2019-03'],
    ])
      await old.owner.query(
        `create table audit_entries_${from?.replace('-', '')} partition of audit_entries
         for values from (uuid_floor('${from}-01')) to (uuid_floor('${to}-01'))`,
      );
    await stateAt('2019-01-15T12:00:00Z');
    await stateAt('2019-02-15T12:00:00Z');
    await stateAt(new Date().toISOString());
    expect(await check()).toMatchObject({ statements: 3, fault: undefined });
    await old.owner.query('drop table audit_entries_201901');
    expect(await check()).toMatchObject({ statements: 3, fault: undefined });
    await old.owner.query(`drop table audit_entries_${new Date().toISOString().slice(0, 7).replace('-', '')}`);
    expect(await check()).toMatchObject({ fault: { number: 3 } });
  } finally {
    await oldDb.close();
    await old.close();
  }
});

test.each([
  [undefined, []],
  [{ kind: 'file', path: 'x' }, []],
  [{ kind: 'command', path: 'x' }, [/^AUDIT_ANCHORS_ASK is not set/]],
  [{ kind: 'command', path: 'x', ask: 'y' }, []],
] as const)('warns about what the anchor settings leave unprotected: %j', (anchors, expected) => {
  expect(anchorWarnings({ anchors })).toEqual(expected.map((text) => expect.stringMatching(text)));
});
