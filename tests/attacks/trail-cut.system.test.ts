// Whoever owns the database, without the key ring, cuts the end off a trail. What is left of a chain is a whole chain, so only
// what left the database in time tells.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CEPH_USERS } from '../../scripts/servers/ceph-place.ts';
import { validBody } from '../harness/bodies.ts';
import { untilSettled } from '../harness/checks/settled.ts';
import { runCtl } from '../harness/command-process.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { storageEnvironment } from '../harness/no-storage.ts';
import { PATIENCE_MS, until } from '../harness/patience.ts';
import { type RunningIssuer, type RunningProcess, runApi, runIssuer } from '../harness/process.ts';
import { startStorage, type TestStorage } from '../harness/servers/storage.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

let database: TestDatabase;
let issuer: RunningIssuer;
let api: RunningProcess;
let partner: TestPartner;
let storage: TestStorage;
let worker: RunningWorker | undefined;
beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url });
  partner = await database.addPartner();
  storage = await startStorage();
});
afterAll(async () => {
  await worker?.stop();
  await api?.stop();
  await storage?.close();
  await issuer?.close();
  await database?.close();
});

async function ask(method: string, path: string, body: unknown) {
  const token = await issuer.issuer.token(partner);
  const answer = await fetch(`${api.url}/api/partner/v1/business-profiles${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { value: { customerId: string } };
}

/** A customer with three entries. */
async function makeCustomer(): Promise<string> {
  const { customerId } = (await ask('POST', '', validBody())).value;
  for (const website of ['https://one.example', 'https://two.example'])
    await ask('PATCH', `/${customerId}`, { website });
  // Statements cover only what is settled.
  await untilSettled(database.owner);
  return customerId;
}

const environment = () => ({
  MIGRATION_DATABASE_URL: database.ownerUrl,
  AUDIT_ANCHORS: 's3://cut-anchors/trail',
  AUDIT_ANCHORS_KEEP_DAYS: '1',
  STORAGE_LINK_USER: CEPH_USERS.links,
  STORAGE_SERVICE_USERS: CEPH_USERS.services.join(','),
  ...storageEnvironment(storage.options),
});
const run = (...words: string[]) => runCtl(words, environment());

/** Leaves only the first entry, and sets the customer back to what it was then. */
async function cut(customerId: string): Promise<void> {
  await database.owner.query('delete from audit_entries where customer_id = $1 and sequence > 1', [customerId]);
  await database.owner.query(
    `update customers c set audit_sequence = 1, audit_hash = a.hash, version = 1, website = 'https://acme.example'
     from audit_entries a where c.customer_id = $1 and a.customer_id = c.customer_id and a.sequence = 1`,
    [customerId],
  );
}

describe('who owns the database and not the key ring cuts the end off a trail', () => {
  test('marks statements as published so that none leaves, removes the last, and is found out all the same', async () => {
    expect((await run('storage', 'prepare')).stdout).toContain('with locks');
    await makeCustomer();
    expect((await run('audit', 'anchor')).stdout).toContain('Statement 1 was created.');
    await database.owner.query(
      `create function hide_anchor() returns trigger language plpgsql as
       $$ begin new.published_at := now(); return new; end $$`,
    );
    await database.owner.query(
      'create trigger hide_anchor before insert on audit_anchors for each row execute function hide_anchor()',
    );
    const customerId = await makeCustomer();
    expect((await run('audit', 'anchor')).stdout).toContain('Statement 2 was created.');
    expect(await run('audit', 'verify', '--all')).toMatchObject({ code: 0 });

    // No statement but those above: its job has been removed as well.
    const environmentOfWorker = { ...environment(), WORKER_ROLES: 'housekeeping', AUDIT_ANCHORS_MINUTES: '30' };
    worker = await runWorker({ database, smtpUrl: 'smtp://127.0.0.1:1', environment: environmentOfWorker });
    await database.owner.query(`delete from pgboss.schedule where name = 'audit.anchor'`);
    await cut(customerId);
    await database.owner.query('delete from audit_anchors where number = 2');
    const { code, stdout } = await run('audit', 'verify', '--all');
    expect([code, stdout.trimEnd().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/^All whole: 2 trails/), expect.stringMatching(/^Statement 2 of \S+/)],
    ]);
  });

  test('and no statement is signed over it', async () => {
    const { code, stdout, stderr } = await run('audit', 'anchor');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Statement 2');
    const { rows } = await database.owner.query('select number from audit_anchors order by number');
    expect(rows.map(({ number }) => Number(number))).toEqual([1]);
  });

  test('and the worker, which asks the place outside by itself, is no longer ready', async () => {
    const ready = async () => {
      const answer = await fetch(`${worker?.url}/health/ready`);
      return { code: answer.status, ...((await answer.json()) as { status: string }) };
    };
    await until(async () => (await ready()).code === 503, 'the worker looks outside', 8 * PATIENCE_MS);
    expect(await ready()).toEqual({ code: 503, status: 'the audit trail differs from its statements' });
    expect(await (await fetch(worker?.metricsUrl ?? '')).text()).toMatch(/^audit_anchor_refused\S* 1$/m);
  });
});
