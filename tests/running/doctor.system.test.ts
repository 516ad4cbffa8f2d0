// Runs `onboardingctl doctor` against real servers: it must report each prepared fault with its cure.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteBucketPolicyCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { urlFor } from '@onboarding/database';
import { prepareStorage } from '@onboarding/platform/s3';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { CEPH_USERS } from '../../scripts/servers/ceph-server.ts';
import { ctl } from '../harness/command.ts';
import { ctlLine, installCommands, runCtl } from '../harness/command-process.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { storageEnvironment } from '../harness/no-storage.ts';
import { readBlocks, runBlocks } from '../harness/page-blocks.ts';
import { type Mailbox, startMailbox } from '../harness/servers/mail.ts';
import { startRedis, type TestRedis } from '../harness/servers/redis.ts';
import { startScanner, startStorage, type TestScanner, type TestStorage } from '../harness/servers/storage.ts';
import { startYente, type YenteServer } from '../harness/servers/yente-server.ts';

const CONSOLE = 'http://127.0.0.1:8080';
const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
let database: TestDatabase;
let storage: TestStorage;
let scanner: TestScanner;
let redis: TestRedis;
let mailbox: Mailbox;
let yente: YenteServer;
let issuer: Awaited<ReturnType<typeof startIssuer>>;
let refusingMailServer: Awaited<ReturnType<typeof startRefusingMailServer>>;
/** A port where nothing listens. */
const nobody = 1;
let s3: S3Client;

/** Serves keys and a discovery document, as identity does. */
async function startIssuer() {
  const told = { name: undefined as string | undefined, late: 0 };
  const server = createHttpServer((request, response) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answers: Record<string, object> = {
      '/oauth2/jwks': { keys: [{ kid: 'k1', kty: 'RSA' }] },
      '/.well-known/openid-configuration': { issuer: told.name ?? url },
    };
    const answer = answers[request.url ?? ''];
    response.setHeader('date', new Date(Date.now() - told.late).toUTCString());
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, told, close: () => server.close() };
}

/** A mail server that rejects every login. */
async function startRefusingMailServer() {
  const port = await freePort();
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return { port, close: () => server.close() };
}

beforeAll(async () => {
  [database, storage, scanner, redis, mailbox, yente, issuer, refusingMailServer] = await Promise.all([
    cloneDatabase(),
    startStorage(),
    startScanner(),
    startRedis(),
    startMailbox(),
    startYente(),
    startIssuer(),
    startRefusingMailServer(),
  ]);
  // The test server runs without synchronous commits for speed.
  await asSuperuser(`alter database ${database.name} set synchronous_commit = on`);
  const { endpoint = '', region, accessKey: accessKeyId, secretKey: secretAccessKey } = storage.options;
  s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
});
afterAll(async () => {
  s3.destroy();
  issuer.close();
  refusingMailServer.close();
  await Promise.all([
    database.close(),
    storage.close(),
    scanner.close(),
    redis.close(),
    mailbox.close(),
    yente.close(),
  ]);
  rmSync(folder, { recursive: true });
});

type Service = 'api' | 'identity' | 'worker' | 'ctl';
type Values = Record<string, string | undefined>;

function environmentOf(service: Service): Record<string, string> {
  const shared = {
    ENVIRONMENT: 'development',
    KEY_RING: JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, 1).toString('base64') } }),
    TOKEN_AUDIENCE: 'onboarding-api',
    PORTAL_URL: 'http://127.0.0.1:8080',
    PORTAL_CLIENT_SECRET: 'hunter2 of the portal, long enough',
    CONSOLE_URL: CONSOLE,
    CONSOLE_CLIENT_SECRET: 'hunter2 of the console, long enough',
    REDIS_URL: redis.url,
    ...storageEnvironment(storage.options),
    CLAMD_HOST: scanner.host,
    CLAMD_PORT: String(scanner.port),
  };
  const own = {
    api: {
      DATABASE_URL: database.appUrl,
      STAFF_DATABASE_URL: database.staffUrl,
      OPERATIONS_DATABASE_URL: database.operationsUrl,
      TOKEN_ISSUER: issuer.url,
      TOKEN_JWKS_URL: `${issuer.url}/oauth2/jwks`,
    },
    identity: { DATABASE_URL: database.identityUrl, ISSUER: issuer.url },
    worker: {
      DATABASE_URL: database.workerUrl,
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Onboarding <no-reply@example.com>',
      SCREENING_PROVIDER: 'yente',
      SCREENING_URL: yente.url,
      SCREENING_DATASET: 'sanctions',
    },
    ctl: {
      OPERATIONS_DATABASE_URL: database.operationsUrl,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      ISSUER: issuer.url,
    },
  };
  return { ...shared, ...own[service] };
}

function fileOf(service: Service, changes: Values): string[] {
  const path = join(folder, `${service}.env`);
  const values = Object.entries({ ...environmentOf(service), ...changes });
  writeFileSync(
    path,
    values.flatMap(([name, value]) => (value === undefined ? [] : [`${name}='${value}'`])).join('\n'),
  );
  return ['--from', `${service}=${path}`];
}

interface Verdict {
  about: string;
  state: string;
  found: string;
  cure: string;
}

async function ask(files: string[], environment: Record<string, string> = {}) {
  const { code, stdout, stderr } = await ctl(['doctor', '--json', ...files], environment);
  expect(stdout + stderr).not.toMatch(/hunter2|testsecret|testlinks-secret/);
  return { code, ...(JSON.parse(stdout) as { verdicts: Verdict[]; faults: number; warnings: number }) };
}

test('reports no fault for healthy servers, and checks shared servers once', async () => {
  const files = (['api', 'identity', 'worker', 'ctl'] as const).flatMap((service) => fileOf(service, {}));
  const answer = await ask(files, { MIGRATION_DATABASE_URL: database.ownerUrl });
  expect(answer.verdicts.filter(({ state }) => state === 'fault')).toEqual([]);
  expect(answer).toMatchObject({ code: 0, faults: 0 });
  expect(answer.verdicts.map(({ about }) => about).sort()).toEqual([
    'Redis (REDIS_URL)',
    'database of identity (DATABASE_URL)',
    'database of the API (DATABASE_URL)',
    'database of the API (OPERATIONS_DATABASE_URL)',
    'database of the API (STAFF_DATABASE_URL)',
    'database of the worker (DATABASE_URL)',
    'keys of the issuer (TOKEN_JWKS_URL)',
    'mail server of the worker (SMTP_URL)',
    'migrations (MIGRATION_DATABASE_URL)',
    'screening (SCREENING_URL)',
    'settings',
    'sign-in (TOKEN_ISSUER)',
    'storage of the API (S3_ENDPOINT)',
    'virus scanner of the API (CLAMD_HOST)',
  ]);
  // The test scanner has only its own signature.
  expect(answer.verdicts.filter(({ state }) => state === 'warning')).toMatchObject([
    {
      about: 'virus scanner of the API (CLAMD_HOST)',
      found: expect.stringMatching(/has no official ClamAV signatures/),
    },
  ]);
});

test('checks only the servers of the command if only its settings are given', async () => {
  const { verdicts } = await ask(fileOf('ctl', {}));
  expect(verdicts.map(({ about, state }) => [about, state])).toEqual([
    ['settings', 'good'],
    ['database of onboardingctl (OPERATIONS_DATABASE_URL)', 'good'],
    ['storage of onboardingctl (S3_ENDPOINT)', 'good'],
  ]);
});

test('docs/settings.md: both commands check the settings of all services and find no fault', async () => {
  for (const service of ['api', 'identity', 'worker', 'ctl'] as const) fileOf(service, {});
  const commands = await installCommands(join(folder, 'bin'), { onboardingctl: await ctlLine() });
  const [block, ...others] = readBlocks(readFileSync('docs/settings.md', 'utf8'), {});
  expect(others).toEqual([]);
  const printed = await runBlocks(folder, [`PATH=${commands}:$PATH`, block]);
  expect(printed).toContain('settings of api, identity, worker, ctl');
  expect(printed).toMatch(/Redis \(REDIS_URL\)/);
});

async function asSuperuser(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const versioning = (Status: 'Enabled' | 'Suspended') =>
  s3.send(new PutBucketVersioningCommand({ Bucket: storage.options.bucket, VersioningConfiguration: { Status } }));
const prepared = () => prepareStorage({ ...storage.options, users: CEPH_USERS, eventsKept: false });

/** Responds like a clamd whose signatures are months old. */
async function startStaleScanner() {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (said) =>
      socket.end(
        String(said).includes('VERSION') ? 'ClamAV 1.4.3/27600/Wed Apr 1 08:00:00 2026\0' : 'stream: Eicar FOUND\0',
      ),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

interface Fault {
  service: Service;
  about: string;
  found: RegExp;
  cure: RegExp;
  changes?: () => Values;
  environment?: () => Record<string, string>;
  prepare?: () => Promise<unknown>;
  repair?: () => unknown;
}

const DATABASE = 'database of the API (DATABASE_URL)';
const STORAGE = 'storage of the API (S3_ENDPOINT)';
const MAIL = 'mail server of the worker (SMTP_URL)';

const withPassword = (url: string, password: string) => Object.assign(new URL(url), { password }).href;
const atPort = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href;

const FAULTS: Record<string, Fault> = {
  'a wrong password': {
    service: 'api',
    about: DATABASE,
    changes: () => ({ DATABASE_URL: withPassword(database.appUrl, 'hunter2') }),
    found: /rejects the password/,
    cure: /Correct the password in DATABASE_URL/,
  },
  'no database at that port': {
    service: 'api',
    about: DATABASE,
    changes: () => ({ DATABASE_URL: atPort(database.appUrl, nobody) }),
    found: /the port refuses connections/,
    cure: /Correct the host and port in DATABASE_URL/,
  },
  'a superuser': {
    service: 'api',
    about: DATABASE,
    changes: () => ({ DATABASE_URL: database.superuserUrl }),
    found: /is a superuser: partners are not isolated/,
    cure: /Use the role onboarding_app/,
  },
  'the role of another service': {
    service: 'identity',
    about: 'database of identity (DATABASE_URL)',
    changes: () => ({ DATABASE_URL: database.workerUrl }),
    found: /connects as onboarding_worker/,
    cure: /Use the role onboarding_identity/,
  },
  'another database': {
    service: 'api',
    about: DATABASE,
    changes: () => ({ DATABASE_URL: urlFor(database.appUrl, 'postgres') }),
    found: /does not contain the service's tables/,
    cure: /onboardingctl database migrate/,
  },
  'disabled row-level security': {
    service: 'api',
    about: DATABASE,
    prepare: () => database.owner.query('alter table customers disable row level security'),
    repair: () => database.owner.query('alter table customers enable row level security'),
    found: /row-level security is off for customers/,
    cure: /enable row level security, force/,
  },
  'asynchronous commits': {
    service: 'api',
    about: DATABASE,
    prepare: () => asSuperuser(`alter role onboarding_app in database ${database.name} set synchronous_commit = off`),
    repair: () => asSuperuser(`alter role onboarding_app in database ${database.name} reset synchronous_commit`),
    found: /synchronous_commit is off/,
    cure: /reset synchronous_commit/,
  },
  'a pending migration': {
    service: 'identity',
    about: 'migrations (MIGRATION_DATABASE_URL)',
    environment: () => ({ MIGRATION_DATABASE_URL: database.ownerUrl }),
    prepare: () => database.owner.query(`update schema_migrations set name = '9' || name where name like '0001%'`),
    repair: () =>
      database.owner.query(`update schema_migrations set name = substring(name from 2) where name like '90001%'`),
    found: /not applied: 0001/,
    cure: /onboardingctl database migrate/,
  },
  'no storage at that port': {
    service: 'api',
    about: STORAGE,
    changes: () => ({ S3_ENDPOINT: `http://127.0.0.1:${nobody}` }),
    found: /cannot be reached/,
    cure: /Check S3_ENDPOINT/,
  },
  'a missing bucket': {
    service: 'api',
    about: STORAGE,
    changes: () => ({ S3_BUCKET: 'documentz' }),
    found: /has no bucket documentz/,
    cure: /Correct its name, or create it/,
  },
  'a missing bucket for statements': {
    service: 'worker',
    about: 'statements about the audit trail (AUDIT_ANCHORS)',
    changes: () => ({ AUDIT_ANCHORS: 's3://statementz' }),
    found: /cannot be stored \(the bucket statementz: /,
    cure: /onboardingctl storage prepare/,
  },
  'a bucket for statements without locks': {
    service: 'worker',
    about: 'statements about the audit trail (AUDIT_ANCHORS)',
    changes: () => ({ AUDIT_ANCHORS: 's3://documents' }),
    found: /cannot be stored/,
    cure: /onboardingctl storage prepare/,
  },
  'a wrong storage secret': {
    service: 'api',
    about: STORAGE,
    changes: () => ({ S3_SECRET_KEY: 'hunter2' }),
    found: /refuses these keys access to the bucket documents/,
    cure: /Check S3_ACCESS_KEY and S3_SECRET_KEY/,
  },
  'a bucket without its policy': {
    service: 'api',
    about: STORAGE,
    prepare: () => s3.send(new DeleteBucketPolicyCommand({ Bucket: storage.options.bucket })),
    repair: prepared,
    found: /The policy of the bucket documents lacks/,
    cure: /Prepare the storage/,
  },
  'a bucket without versioning': {
    service: 'api',
    about: STORAGE,
    prepare: () => versioning('Suspended'),
    repair: () => versioning('Enabled'),
    found: /does not version the bucket documents/,
    cure: /Prepare the storage/,
  },
  'an unknown link key': {
    service: 'api',
    about: STORAGE,
    changes: () => ({ S3_LINK_ACCESS_KEY: 'strange' }),
    found: /does not know S3_LINK_ACCESS_KEY/,
    cure: /Prepare/,
  },
  'no scanner at that port': {
    service: 'api',
    about: 'virus scanner of the API (CLAMD_HOST)',
    changes: () => ({ CLAMD_PORT: String(nobody) }),
    found: /virus scanner is unavailable/,
    cure: /Check CLAMD_HOST and CLAMD_PORT/,
  },
  'a mail server without TLS': {
    service: 'worker',
    about: MAIL,
    changes: () => ({ ENVIRONMENT: 'production' }),
    found: /cannot be used \(ETLS/,
    cure: /mail is only sent over TLS/,
  },
  'a mail server that rejects the login': {
    service: 'worker',
    about: MAIL,
    changes: () => ({ SMTP_URL: `smtp://user:hunter2@127.0.0.1:${refusingMailServer.port}` }),
    found: /cannot be used \(EAUTH 535\)/,
    cure: /Correct the user and password in SMTP_URL/,
  },
  'no mail server at that port': {
    service: 'worker',
    about: MAIL,
    changes: () => ({ SMTP_URL: `smtp://127.0.0.1:${nobody}` }),
    found: /cannot be used \((?:ESOCKET|ECONN)/,
    cure: /Check the host and port in SMTP_URL/,
  },
  'no Redis at that port': {
    service: 'identity',
    about: 'Redis (REDIS_URL)',
    changes: () => ({ REDIS_URL: `redis://127.0.0.1:${nobody}` }),
    found: /does not answer \(.*ECONNREFUSED/,
    cure: /Check REDIS_URL/,
  },
  'a wrong path for the keys': {
    service: 'api',
    about: 'keys of the issuer (TOKEN_JWKS_URL)',
    changes: () => ({ TOKEN_JWKS_URL: `${issuer.url}/jwks.json` }),
    found: /responds with 404 and no keys/,
    cure: /identity publishes its keys at \/oauth2\/jwks/,
  },
  'a clock difference': {
    service: 'api',
    about: 'keys of the issuer (TOKEN_JWKS_URL)',
    prepare: async () => {
      issuer.told.late = 3_600_000;
    },
    repair: () => {
      issuer.told.late = 0;
    },
    found: /its clock differs from this machine's by 36\d\d s/,
    cure: /same time servers/,
  },
  'an issuer with a different name': {
    service: 'api',
    about: 'sign-in (TOKEN_ISSUER)',
    prepare: async () => {
      issuer.told.name = 'https://id.example.com';
    },
    repair: () => {
      issuer.told.name = undefined;
    },
    found: /identifies itself as https:\/\/id.example.com/,
    cure: /Set TOKEN_ISSUER to exactly that/,
  },
  'a screening provider without its lists': {
    service: 'worker',
    about: 'screening (SCREENING_URL)',
    prepare: async () => {
      yente.fault = 'not-indexed';
    },
    repair: () => {
      yente.fault = undefined;
    },
    found: /yente has not loaded its lists/,
    cure: /check SCREENING_DATASET/,
  },
  'settings that prevent a service from starting': {
    service: 'worker',
    about: 'settings',
    changes: () => ({ MAIL_FROM: undefined }),
    found: /worker: MAIL_FROM is not set/,
    cure: /Set MAIL_FROM/,
  },
};

test.each(Object.entries(FAULTS))('reports %s', async (_, { service, about, found, cure, ...fault }) => {
  await fault.prepare?.();
  try {
    const { code, verdicts } = await ask(fileOf(service, fault.changes?.() ?? {}), fault.environment?.());
    expect(code).toBe(1);
    const faults = verdicts.filter((verdict) => verdict.state === 'fault' && verdict.about === about);
    const expected = { found: expect.stringMatching(found), cure: expect.stringMatching(cure) };
    expect(faults).toContainEqual(expect.objectContaining(expected));
  } finally {
    await fault.repair?.();
  }
});

test('reports outdated virus signatures', async () => {
  const stale = await startStaleScanner();
  const { code, verdicts } = await ask(fileOf('worker', { CLAMD_HOST: '127.0.0.1', CLAMD_PORT: String(stale.port) }));
  stale.close();
  expect(code).toBe(1);
  expect(verdicts).toContainEqual({
    about: 'virus scanner of the worker (CLAMD_HOST)',
    state: 'fault',
    found: expect.stringMatching(/^its signatures are \d+ days old$/),
    cure: expect.stringMatching(/freshclam/),
  });
});

test('prints a table with faults first', async () => {
  const { code, stdout } = await runCtl(
    ['doctor', ...fileOf('identity', { REDIS_URL: `redis://127.0.0.1:${nobody}` })],
    {},
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^STATE +CHECK +FINDING AND REMEDY\nfault +Redis \(REDIS_URL\) +does not answer .* Check REDIS_URL/,
  );
  expect(stdout).toMatch(/\n\n1 fault, 0 warnings, 2 checks passed\.\n$/);
});
