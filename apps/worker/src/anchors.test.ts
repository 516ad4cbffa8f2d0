// The hourly job, with the worker's own role: what it states, when, and where it writes it.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAnchors } from '@onboarding/domain/audit';
import { openAnchors } from '@onboarding/platform/anchors';
import { createMetrics } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../../tests/harness/api.ts';
import { untilSettled } from '../../../tests/harness/checks/settled.ts';
import { openTestDb } from '../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../tests/harness/database.ts';
import { createCustomer } from '../../../tests/harness/scenes/updates.ts';
import { anchorMetrics, anchorTrails } from './anchors.ts';

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

const context = () => ({ ...api.context, db });
const anchor = (target = openAnchors({ kind: 'file', path: join(directory, 'kept') })) =>
  anchorTrails(context(), target)({ payload: {}, signal: new AbortController().signal } as never);
const verify = () =>
  verifyAnchors({ db: ownerDb, keys: api.context.keys }, openAnchors({ kind: 'file', path: join(directory, 'kept') }));
const kept = async () =>
  (await readFile(join(directory, 'kept'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(JSON.parse(line).statement));

test('an entry that commits after a statement which was made later is in the next one, and both fit', async () => {
  const { customerId } = await createCustomer(api);
  await untilSettled(database.owner);
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
  await untilSettled(database.owner);
  await anchor();
  const entries = (await kept()).map(({ partners }) => partners.map((one: { entries: number }) => one.entries));
  expect(entries).toEqual([[1], [], [2]]);
  expect(await verify()).toMatchObject({ statements: 3, outside: true, fault: undefined });
});

test('what could not be handed on goes with the next, in order; a program gets each on its standard input', async () => {
  const program = join(directory, 'program');
  await writeFile(program, '#!/bin/sh\nexit 3\n');
  await chmod(program, 0o755);
  const target = openAnchors({ kind: 'command', path: program });
  await expect(anchor(target)).rejects.toThrow();
  await writeFile(program, `#!/bin/sh\ncat >> ${directory}/kept\n`);
  await anchor(target);
  expect((await kept()).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(await verify()).toMatchObject({ statements: 5, fault: undefined });
});

test('a line that is missing, or written by somebody else, is named by its number', async () => {
  const path = join(directory, 'kept');
  const whole = await readFile(path, 'utf8');
  const lines = whole.trimEnd().split('\n');
  await writeFile(path, lines.toSpliced(2, 1).join('\n'));
  expect((await verify()).fault).toMatchObject({ number: 3, why: 'it is missing' });
  await writeFile(path, lines.with(1, (lines[1] ?? '').replace('"partners', '"Partners')).join('\n'));
  expect((await verify()).fault).toMatchObject({ number: 2, why: 'it was not signed with this key ring' });
  await writeFile(path, whole);
});

test('the time of the last statement is among the metrics', async () => {
  const registry = createMetrics('test');
  anchorMetrics(registry, context());
  const text = await registry.metrics();
  for (const what of ['made', 'published']) {
    const [, seconds] =
      new RegExp(`audit_anchor_last_timestamp_seconds\\{.*what="${what}".*\\} (\\S+)`).exec(text) ?? [];
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(600);
  }
});

test('statements about months that were dropped when the law allowed it are not held against the trail; others are', async () => {
  const old = await cloneDatabase();
  const oldDb = openTestDb(old.ownerUrl, { poolSize: 2 });
  const check = () => verifyAnchors({ db: oldDb, keys: api.context.keys }, undefined);
  const stateAt = async (time: string) => {
    await old.owner.query(
      `insert into audit_entries (partner_id, audit_id, customer_id, sequence, action, actor_kind, actor_id, request_id,
         occurred_at, details, previous_hash, hash)
       values ($1, uuid_floor($2::timestamptz), $1, 1, 'x', 'Client', 'x', 'x', $2, '{}', '', 'hash')`,
      [crypto.randomUUID(), time],
    );
    await untilSettled(old.owner);
    await anchorTrails({ ...api.context, db: oldDb, clock: { now: () => new Date(time) } }, undefined)({} as never);
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
