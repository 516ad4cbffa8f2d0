// Follows docs/operations.md and docs/keys.md as an operator would: runs every shell block in the order of the page, on a
// terminal, with fresh servers. Only placeholders for an operator's own values are replaced.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { urlFor } from '@onboarding/database';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { type CephServer, startCeph } from '../../scripts/servers/ceph-server.ts';
import { locatePlace } from '../../scripts/servers/postgres-place.ts';
import { findPostgresBinaries } from '../../scripts/servers/postgres-server.ts';
import { addAccount } from '../harness/account-rows.ts';
import { validBody } from '../harness/bodies.ts';
import { ctlLine, installCommands } from '../harness/command-process.ts';
import type { TestDatabase, TestPartner } from '../harness/database.ts';
import { blocksOf } from '../harness/page-blocks.ts';
import { until } from '../harness/patience.ts';
import { runApi, runIdentity, runIssuer } from '../harness/process.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';
import { startReceiver } from '../harness/servers/receiver.ts';
import { openSessionFor } from '../harness/session.ts';
import { openShell } from '../harness/terminal.ts';
import { ORIGINS, TEST_KEY_RING } from '../harness/values.ts';
import { WEBHOOKS } from '../harness/webhooks.ts';

const CLUSTER = resolve('.test/operators-pages-postgres');
const ROLES = ['owner', 'app', 'staff', 'operations', 'identity', 'worker'];
const STORAGE = { accessKey: 'pagesaccess', secretKey: 'pages-secret-pages-secret' };
const LINKS = { accessKey: 'pageslinks', secretKey: 'pages-links-pages-links' };
const ACME = 'Acme Marketplace';

let folder: string;
let postgres: OwnPostgres;
let ceph: CephServer;
let database: TestDatabase;
/** Placeholders on the pages and the values that replace them. */
const values: [written: string, here: string][] = [];
const variables: Record<string, string> = { ONBOARDING_OPERATOR: 'olga' };
let operations: string[];
let keys: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operators-'));
  postgres = await startOwnPostgres(CLUSTER);
  const ports = { port: await freePort(), monitorPort: await freePort(), topicsPort: await freePort() };
  ceph = await startCeph({ directory: join(folder, 'ceph'), ...ports, durable: false, ...STORAGE, links: LINKS });
  await makeCommands();
  const { superuserUrl } = postgres.server;
  values.push(['postgres://postgres:...@db.internal:5432/postgres', superuserUrl]);
  for (const role of ROLES) {
    const url = urlFor(superuserUrl, 'onboarding', `onboarding_${role}`, role);
    values.push([`postgres://onboarding_${role}:...@db.internal:5432/onboarding`, url]);
    values.push([`postgres://onboarding_${role}:...`, url]);
    values.push([`${role.toUpperCase()}_PASSWORD=...`, `${role.toUpperCase()}_PASSWORD=${role}`]);
  }
  values.push(['KEY_RING=...', `KEY_RING='${JSON.stringify(TEST_KEY_RING)}'`]);
  values.push(['/run/keys', join(folder, 'keys')], ['ISSUER=https://id.example.com', 'ISSUER=http://localhost:8081']);
  [operations, keys] = (await Promise.all(
    ['operations', 'keys'].map(async (page) => blocksOf(await readFile(`docs/${page}.md`, 'utf8'), 'sh')),
  )) as [string[], string[]];
});
afterAll(async () => {
  await database?.close();
  await ceph?.stop();
  await postgres?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Installs the commands that an operator has on the path: ours and those of PostgreSQL, which refuse to run as root. */
async function makeCommands(): Promise<void> {
  const programs = dirname(findPostgresBinaries().postgres);
  const { cluster } = locatePlace(CLUSTER);
  const { uid, gid } = await stat(cluster);
  const become = process.getuid?.() === 0 ? `setpriv --reuid=${uid} --regid=${gid} --clear-groups ` : '';
  const bin = await installCommands(join(folder, 'bin'), {
    onboardingctl: await ctlLine(),
    // Without a log file, the started server would keep the terminal open.
    pg_ctl: `cd '${cluster}' && exec ${become}'${programs}/pg_ctl' --log=/dev/null "$@"`,
    pg_resetwal: `cd '${cluster}' && exec ${become}'${programs}/pg_resetwal' "$@"`,
  });
  const { hostname, port, username, password } = new URL(postgres.server.superuserUrl);
  Object.assign(variables, {
    PATH: `${bin}:${process.env.PATH}`,
    CEPH_CONF: join(folder, 'ceph/ceph.conf'),
    PGDATA: cluster,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
    PGDATABASE: 'onboarding',
  });
}

/** Runs a block on a terminal and types the word that a command asks for. No placeholder may be left in it. */
async function follow(block = ''): Promise<string> {
  const script = values.reduce((text, [written, here]) => text.replaceAll(written, () => here), block);
  expect(script.replaceAll(/#.*$/gm, '')).toMatch(/\S/);
  expect(script.replaceAll(/#.*$/gm, '')).not.toMatch(/=\.\.\.|\.internal|example\.com\/|<[A-Z]/);
  const file = join(folder, 'block.sh');
  await writeFile(file, `cd '${folder}'\nset -x\n${script}`);
  const terminal = openShell(`exec bash -eu '${file}'`, variables);
  // Prompts contain cursor movements.
  const seen = () => stripVTControlCharacters(terminal.raw());
  let code: number | undefined;
  terminal.ended().then((ended) => (code = ended));
  let typedAt = 0;
  await until(async () => {
    const [, word] = /Type (\S+) to continue: $/.exec(seen().slice(typedAt)) ?? [];
    if (word !== undefined) {
      typedAt = seen().length;
      terminal.type(`${word}\n`);
    }
    return code !== undefined;
  }, 'the block is run');
  expect(code, seen()).toBe(0);
  return seen();
}

describe('docs/operations.md', () => {
  const followed = new Set<string>();
  /** The only block that contains this text. */
  const blockWith = (text: string): string => {
    const [block, ...others] = operations.filter((one) => one.includes(text));
    if (block === undefined || others.length > 0) throw new Error(`Not one block has ${text}`);
    followed.add(block);
    return block;
  };

  test('sets up an empty server, and creates, approves and deactivates the first partner', async () => {
    await follow(blockWith('database bootstrap'));
    await follow(blockWith('database migrate'));
    database = await postgres.open();
    expect(await follow(blockWith('partners create'))).toContain(ACME);
    const { rows } = await database.owner.query('select name, status, onboarding_status from partners');
    expect(rows).toEqual([{ name: ACME, status: 'Inactive', onboarding_status: 'Approved' }]);
    // Exported variables persist, as in a shell.
    Object.assign(variables, {
      OPERATIONS_DATABASE_URL: database.operationsUrl,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      KEY_RING: JSON.stringify(TEST_KEY_RING),
    });
    await follow(`onboardingctl partners activate '${ACME}' --reason paid`);
  });

  test('an API starts with both kinds of settings for an external issuer', async () => {
    const [byName, byTable] = blockWith('TOKEN_TYPE')
      .split(/^# .*\n/m)
      .slice(1);
    for (const lines of [byName, byTable]) {
      expect(lines).toMatch(/^TOKEN_/);
      const { stdout } = await promisify(execFile)('bash', ['-euac', `${lines}\nenv | grep ^TOKEN_`], { env: {} });
      const environment = Object.fromEntries(
        stdout
          .trim()
          .split('\n')
          .map((line) => line.split(/=(.*)/s)),
      );
      expect(Object.keys(environment).length).toBeGreaterThanOrEqual(4);
      const api = await runApi({ databaseUrl: database.appUrl, issuerUrl: 'http://127.0.0.1:1', environment });
      expect(await api.stop()).toBe(0);
    }
  });

  test('changes limits and invites users', async () => {
    await follow(blockWith('partners limits'));
    const { rows: limits } = await database.owner.query('select reads_per_second, writes_per_second from partners');
    expect(limits).toEqual([{ reads_per_second: 500, writes_per_second: 100 }]);
    await follow(blockWith('staff invite'));
    const { rows } = await database.owner.query('select email, role from accounts order by email');
    expect(rows).toEqual([
      { email: 'a@example.com', role: 'operator' },
      { email: 'ada@acme.example', role: 'admin' },
    ]);
  });

  test('creates the storage users and prepares the storage with their keys', async () => {
    const rados = async (...words: string[]) =>
      (await promisify(execFile)('radosgw-admin', words, { env: variables })).stdout;
    for (const uid of ['onboarding', 'onboarding-links']) await rados('user', 'rm', `--uid=${uid}`);
    await follow(blockWith('radosgw-admin user create'));
    const [{ access_key: accessKey, secret_key: secretKey }] = JSON.parse(
      await rados('user', 'info', '--uid=onboarding'),
    ).keys;
    const links = JSON.parse(await rados('user', 'info', '--uid=onboarding-links')).keys;
    expect(new Set(links.map(({ user }: { user: string }) => user))).toEqual(new Set(['onboarding-links:uploads']));
    values.push(
      ['https://topics.s3.internal', ceph.topicsUrl ?? ''],
      ['https://s3.internal', ceph.url],
      ['S3_ACCESS_KEY=... S3_SECRET_KEY=...', `S3_ACCESS_KEY=${accessKey} S3_SECRET_KEY=${secretKey}`],
      ['https://api.internal/', 'http://127.0.0.1:8080/'],
      ['<STORAGE_EVENTS_SECRET>', 'secret-of-events-secret-of-events'],
      ['S3_ENDPOINT=... S3_BUCKET=...', `S3_ENDPOINT=${ceph.url} S3_BUCKET=onboarding-documents`],
    );
    expect(await follow(blockWith('storage prepare'))).toContain('onboarding-kept');
    Object.assign(variables, {
      S3_ENDPOINT: ceph.url,
      S3_BUCKET: 'onboarding-documents',
      S3_KEPT_BUCKET: 'onboarding-kept',
      S3_QUARANTINE_BUCKET: 'onboarding-quarantine',
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    });
  });

  test('erases a customer, again after a restore, and verifies the audit trails', async () => {
    const { partnerId, customerId } = await workAsPartner();
    Object.assign(variables, { PARTNER: partnerId, CUSTOMER: customerId });
    await follow(blockWith('--dry-run'));
    const { rows } = await database.owner.query('select erased_at from customers where customer_id = $1', [customerId]);
    expect(rows).toEqual([{ erased_at: expect.any(Date) }]);
    await follow(blockWith('customers erased'));
    expect(await readFile(join(folder, 'erased.txt'), 'utf8')).toMatch(new RegExp(`^${partnerId}\\s+${customerId}\\s`));
    await follow(blockWith('restored backup'));
    expect(await follow(blockWith('audit verify --all'))).toContain('1 trail with 2 entries');
  });

  test('changes the requirements of countries and the business types', async () => {
    // Replaces the manual edit: one document is no longer accepted.
    const edit = `node -e "fs.writeFileSync('nga.json', JSON.stringify(JSON.parse(fs.readFileSync('nga.json')).slice(1)))"`;
    await follow(blockWith('requirements list').replace('# edit the file, then:', `\n${edit}`));
    const { rows } = await database.owner.query(
      `select version, status from requirement_sets where country_code = 'NGA' order by version`,
    );
    expect(rows).toEqual([
      { version: 1, status: 'Retired' },
      { version: 2, status: 'Active' },
    ]);
  });

  test("advances the server's transaction counter past another server's", async () => {
    await database.close();
    const before = await transaction();
    await follow(blockWith('pg_resetwal'));
    // The page started a new server process, which is picked up here and stopped at the end.
    await postgres.restart();
    database = await postgres.open();
    expect((await transaction()) - before).toBeGreaterThan(2n ** 32n - 1n);
  });

  test('inspects a webhook and retries dead letters', async () => {
    expect(await follow(blockWith('webhooks inspect'))).toContain(ACME);
    await follow(blockWith('jobs dead-letters'));
  });

  test('the tests above ran every block in order', () => expect([...followed]).toEqual(operations));
});

/** Creates a customer and registers a webhook. */
async function workAsPartner(): Promise<{ partnerId: string; customerId: string }> {
  const [issuer, receiver] = await Promise.all([runIssuer(), startReceiver()]);
  const environment = {
    PORTAL_URL: ORIGINS.partner,
    PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
    WEBHOOK_LOOPBACK_RECEIVERS: receiver.setting,
  };
  const api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url, environment });
  try {
    const { rows } = await database.owner.query('select partner_id, client_id from partners');
    const partner: TestPartner = {
      partnerId: rows[0].partner_id,
      clientId: rows[0].client_id,
      status: 'Active',
      onboardingStatus: 'Approved',
    };
    const admin = await openSessionFor(
      database,
      await addAccount(database, { partnerId: partner.partnerId }),
      'partner',
      new Date(),
    );
    const post = async (path: string, headers: Record<string, string>, body: unknown) => {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
      const answer = await fetch(api.url + path, { ...init, body: JSON.stringify(body) });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { value: { customerId: string } };
    };
    await post(WEBHOOKS, admin.headers, { url: receiver.url() });
    const authorization = `Bearer ${await issuer.issuer.token(partner)}`;
    const { value } = await post('/api/partner/v1/business-profiles', { authorization }, validBody());
    return { ...partner, customerId: value.customerId };
  } finally {
    await api.stop();
    await Promise.all([issuer.close(), receiver.close()]);
  }
}

async function transaction(): Promise<bigint> {
  const client = new pg.Client({ connectionString: postgres.server.superuserUrl });
  await client.connect();
  const { rows } = await client.query('select pg_current_xact_id()::text as id');
  await client.end();
  return BigInt(rows[0].id);
}

describe('docs/keys.md', () => {
  test('creates a valid first root key that only its owner can read', async () => {
    await follow(keys[0]);
    const file = join(folder, 'key-ring.json');
    const ring = JSON.parse(await readFile(file, 'utf8'));
    expect(Buffer.from(ring.keys[ring.current], 'base64')).toHaveLength(32);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  test('rotates a root key', async () => {
    await mkdir(join(folder, 'keys'));
    await follow(keys[1]);
    const used = JSON.parse(await readFile(join(folder, 'keys/key-ring-2-used.json'), 'utf8'));
    expect([used.current, Object.keys(used.keys)]).toEqual(['k2', ['k1', 'k2']]);
  });

  test('rotates the signing key in three steps with waiting times', async () => {
    // The identity service creates the first key.
    const identity = await runIdentity({ databaseUrl: database.identityUrl });
    await identity.stop();
    const [publish, activate, retire, ...rest] = (keys[2] ?? '').trim().split('\n');
    expect([keys.slice(3), rest]).toEqual([[], []]);
    await follow(publish);
    await pass('published_at', '10 minutes');
    await follow(activate);
    await pass('retiring_at', '6 minutes');
    expect(await follow(retire)).toContain('is deleted.');
    const { rows } = await database.owner.query('select status, private_key is null as gone from signing_keys');
    expect(rows.map(({ status, gone }) => `${status} ${gone}`).sort()).toEqual(['Active false', 'Retired true']);
  });
});

/** Moves a time back instead of waiting. */
const pass = (column: string, time: string) =>
  database.owner.query(`update signing_keys set ${column} = ${column} - interval '${time}'`);
