// `onboardingctl config check` reports each prepared fault with the name of the setting and its cure.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ctl } from '../harness/command.ts';
import { runCtl } from '../harness/command-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'config-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ring = (byte: number) =>
  JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, byte).toString('base64') } });
const databaseOf = (role: string) => `postgres://${role}:hunter2@db.example:5432/onboarding?sslmode=verify-full`;

const SHARED = {
  ENVIRONMENT: 'production',
  KEY_RING: ring(1),
  TOKEN_AUDIENCE: 'onboarding-api',
  PORTAL_URL: 'https://portal.example.com',
  PORTAL_CLIENT_SECRET: 'hunter2 of the portal, long enough',
  CONSOLE_URL: 'https://console.example.com',
  CONSOLE_CLIENT_SECRET: 'hunter2 of the console, long enough',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'documents',
  S3_KEPT_BUCKET: 'kept',
  S3_QUARANTINE_BUCKET: 'quarantine',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'hunter2-s3',
  CLAMD_HOST: '127.0.0.1',
};
const GOOD = {
  shared: SHARED,
  api: {
    DATABASE_URL: databaseOf('onboarding_app'),
    STAFF_DATABASE_URL: databaseOf('onboarding_staff'),
    TOKEN_ISSUER: 'https://id.example.com',
    TOKEN_JWKS_URL: 'https://id.example.com/oauth2/jwks',
    S3_LINK_ACCESS_KEY: 'links',
    S3_LINK_SECRET_KEY: 'hunter2-links',
    TRUSTED_PROXIES: '1',
  },
  identity: {
    DATABASE_URL: databaseOf('onboarding_identity'),
    ISSUER: 'https://id.example.com/',
    TRUSTED_PROXIES: '1',
  },
  worker: {
    DATABASE_URL: databaseOf('onboarding_worker'),
    SMTP_URL: 'smtp://user:hunter2@mail.example:587',
    MAIL_FROM: 'Onboarding <no-reply@acme.com>',
    SCREENING_PROVIDER: 'yente',
    SCREENING_URL: 'https://yente.example.com',
    AUDIT_ANCHORS: 's3://audit/statements',
  },
  ctl: {
    OPERATIONS_DATABASE_URL: databaseOf('onboarding_operations'),
    MIGRATION_DATABASE_URL: databaseOf('onboarding_owner'),
    ISSUER: 'https://id.example.com',
    AUDIT_ANCHORS: 's3://audit/statements',
  },
};

type Part = keyof typeof GOOD;
type Changes = Partial<Record<Part, Record<string, string | undefined>>>;

function write(changes: Changes): string[] {
  return (Object.keys(GOOD) as Part[]).flatMap((part) => {
    const values = Object.entries({ ...GOOD[part], ...changes[part] });
    const lines = values.flatMap(([name, value]) => (value === undefined ? [] : [`${name}='${value}'`]));
    const path = join(folder, `${part}.env`);
    writeFileSync(path, lines.join('\n'));
    return ['--from', part === 'shared' ? path : `${part}=${path}`];
  });
}

async function check(changes: Changes) {
  const { code, stdout, stderr } = await ctl(['config', 'check', '--json', ...write(changes)], {});
  expect(stdout + stderr).not.toContain('hunter2');
  return { code, ...(JSON.parse(stdout) as { findings: Record<string, unknown>[]; faults: number; warnings: number }) };
}

test('reports no findings for valid settings', async () => {
  expect(await check({})).toEqual({
    code: 0,
    services: ['api', 'identity', 'worker', 'ctl'],
    faults: 0,
    warnings: 0,
    findings: [],
  });
});

const missing = join(folder, 'nothing-here');

test.each<[fault: string, Changes, name: string, services: string[], problem: RegExp, cure: RegExp]>([
  [
    'a setting is missing',
    { api: { DATABASE_URL: undefined } },
    'DATABASE_URL',
    ['api'],
    /is not set/,
    /^Set DATABASE_URL \(or DATABASE_URL_FILE, the path of a file that contains it\): postgres:\/\/ URL/,
  ],
  [
    'the audit trail has no external anchor store',
    { worker: { AUDIT_ANCHORS: undefined } },
    'AUDIT_ANCHORS',
    ['worker'],
    /must be set for the role housekeeping when ENVIRONMENT is production/,
    /a place that the owner of the database cannot change/,
  ],
  [
    'a port is not a number',
    { identity: { PORT: 'high' } },
    'PORT',
    ['identity'],
    /whole number from 0 to 65535/,
    /Set PORT/,
  ],
  [
    'the key ring is not JSON',
    { shared: { KEY_RING: 'hunter2' } },
    'KEY_RING',
    ['api', 'identity', 'worker', 'ctl'],
    /must be JSON such as/,
    /openssl rand -base64 32/,
  ],
  [
    'a secret is set twice',
    { shared: { KEY_RING_FILE: missing } },
    'KEY_RING',
    ['api', 'identity', 'worker', 'ctl'],
    /is set twice, in KEY_RING and in KEY_RING_FILE/,
    /Remove one/,
  ],
  [
    'the file of a secret is missing',
    { worker: { SMTP_URL: undefined, SMTP_URL_FILE: missing } },
    'SMTP_URL',
    ['worker'],
    /cannot be read from the file ".*nothing-here" \(ENOENT\)/,
    /Correct SMTP_URL_FILE/,
  ],
  [
    'Redis is used without TLS',
    { shared: { REDIS_URL: 'redis://:hunter2@redis.example:6379' } },
    'REDIS_URL',
    ['api', 'identity'],
    /is a connection without TLS that leaves this machine/,
    /add its name to PLAIN_CONNECTIONS/,
  ],
  [
    'the certificate of a database is not verified',
    { worker: { DATABASE_URL: 'postgres://onboarding_worker:hunter2@db.example/onboarding?sslmode=require' } },
    'DATABASE_URL',
    ['worker'],
    /is a connection without TLS/,
    /Encrypt it/,
  ],
  [
    'the issuer has no TLS',
    { identity: { ISSUER: 'http://id.example.com' } },
    'ISSUER',
    ['identity'],
    /must be an https address when ENVIRONMENT is production/,
    /https:\/\/id.example.com/,
  ],
  [
    'the API trusts a different issuer than identity',
    { api: { TOKEN_ISSUER: 'https://login.example.com' } },
    'TOKEN_ISSUER',
    ['api', 'identity'],
    /of the API differs from ISSUER of identity/,
    /Set both to the same value/,
  ],
  [
    'the token audiences differ',
    { identity: { TOKEN_AUDIENCE: 'another' } },
    'TOKEN_AUDIENCE',
    ['api', 'identity'],
    /differs from TOKEN_AUDIENCE of identity/,
    /same value/,
  ],
  [
    'the secrets of the portal differ',
    { identity: { PORTAL_CLIENT_SECRET: 'hunter2 of another portal, long enough' } },
    'PORTAL_CLIENT_SECRET',
    ['api', 'identity'],
    /differs from/,
    /same value/,
  ],
  [
    'the key rings differ',
    { worker: { KEY_RING: ring(2) } },
    'KEY_RING',
    ['api', 'worker'],
    /of the API differs from KEY_RING of the worker/,
    /same value/,
  ],
  [
    'the command has another key ring',
    { ctl: { KEY_RING: ring(2) } },
    'KEY_RING',
    ['api', 'ctl'],
    /of the API differs from KEY_RING of onboardingctl/,
    /same value/,
  ],
  [
    'the command has another issuer',
    { ctl: { ISSUER: 'https://login.example.com' } },
    'TOKEN_ISSUER',
    ['api', 'ctl'],
    /of the API differs from ISSUER of onboardingctl/,
    /same value/,
  ],
  [
    'the command looks for statements elsewhere than the worker stores them',
    { ctl: { AUDIT_ANCHORS: 'file:/var/log/statements' } },
    'AUDIT_ANCHORS',
    ['worker', 'ctl'],
    /of the worker differs from AUDIT_ANCHORS of onboardingctl/,
    /same value/,
  ],
  [
    'the command has some of the passwords for a new database',
    { ctl: { OWNER_PASSWORD: 'hunter2' } },
    'APP_PASSWORD',
    ['ctl'],
    /must be set together with OWNER_PASSWORD/,
    /Or remove the others, if the database exists/,
  ],
  [
    'the storage is to be prepared for one of two users',
    { ctl: { STORAGE_LINK_USER: 'arn:aws:iam:::user/links' } },
    'STORAGE_SERVICE_USERS',
    ['ctl'],
    /must be set together with STORAGE_LINK_USER/,
    /Or remove the other/,
  ],
  [
    'the storage has only one key of a pair',
    { shared: { S3_SECRET_KEY: undefined } },
    'S3_SECRET_KEY',
    ['api', 'worker', 'ctl'],
    /must be set together with S3_ACCESS_KEY/,
    /to use the machine's own role/,
  ],
  [
    'upload links are signed with our own storage key',
    { api: { S3_LINK_ACCESS_KEY: 'access' } },
    'S3_LINK_ACCESS_KEY',
    ['api'],
    /must differ from S3_ACCESS_KEY/,
    /a user that can only upload/,
  ],
  [
    'production uses the built-in screening list',
    { worker: { SCREENING_PROVIDER: 'builtin' } },
    'SCREENING_PROVIDER',
    ['worker'],
    /must not be builtin in production/,
    /Set SCREENING_PROVIDER/,
  ],
  [
    'the database connection for analysts is missing',
    { api: { STAFF_DATABASE_URL: undefined } },
    'STAFF_DATABASE_URL',
    ['api'],
    /must be set together with CONSOLE_URL/,
    /onboarding_staff/,
  ],
  [
    'the mail role has no mail server',
    { worker: { SMTP_URL: undefined } },
    'SMTP_URL',
    ['worker'],
    /is not set, and the role mail needs it/,
    /Or remove mail from WORKER_ROLES/,
  ],
  [
    'a secret was not filled in',
    { shared: { S3_SECRET_KEY: '...' } },
    'S3_SECRET_KEY',
    ['api', 'worker', 'ctl'],
    /still has "\.\.\." instead of a secret/,
    /Set your own value/,
  ],
  [
    'deliveries are kept longer than their events',
    { worker: { RETENTION_DELIVERIES_DAYS: '60' } },
    'RETENTION_DELIVERIES_DAYS',
    ['worker'],
    /must be at most RETENTION_EVENTS_DAYS/,
    /reduce the former/,
  ],
])('reports a fault: %s', async (_, changes, name, services, problem, cure) => {
  const { code, findings } = await check(changes);
  expect(code).toBe(1);
  const [found, ...more] = findings.filter((finding) => finding.kind === 'fault' && finding.name === name);
  expect(found).toMatchObject({
    services,
    problem: expect.stringMatching(problem),
    cure: expect.stringMatching(cure),
  });
  expect(more.filter(({ problem: other }) => other === found?.problem)).toEqual([]);
});

test.each<[fault: string, Changes, name: string, problem: RegExp, cure: RegExp]>([
  [
    'a setting is misspelt',
    { api: { DATABSE_POOL_SIZE: '20' } },
    'DATABSE_POOL_SIZE',
    /no service reads it/,
    /DATABASE_POOL_SIZE\?/,
  ],
  [
    'an unknown setting has the prefix of known ones',
    { shared: { S3_ACCESS_KEY_ID: 'x' } },
    'S3_ACCESS_KEY_ID',
    /no service reads it/,
    /S3_ACCESS_KEY\?/,
  ],
  [
    'a file is given for a setting that is not a secret',
    { shared: { S3_BUCKET_FILE: missing } },
    'S3_BUCKET_FILE',
    /no service reads it/,
    /S3_BUCKET\?/,
  ],
  ['a setting in our files is unknown', { worker: { COLOUR: 'red' } }, 'COLOUR', /no service reads it/, /Did you mean/],
  [
    'a service uses the database role of another',
    { worker: { DATABASE_URL: databaseOf('onboarding_app') } },
    'DATABASE_URL',
    /signs in as onboarding_app, but the worker needs the role onboarding_worker/,
    /Use onboarding_worker/,
  ],
  [
    'the console uses the database role of the API for operators',
    { api: { OPERATIONS_DATABASE_URL: databaseOf('onboarding_app') } },
    'OPERATIONS_DATABASE_URL',
    /signs in as onboarding_app, but the API needs the role onboarding_operations/,
    /Use onboarding_operations/,
  ],
  [
    'the command cannot migrate',
    { ctl: { MIGRATION_DATABASE_URL: undefined } },
    'MIGRATION_DATABASE_URL',
    /is not set, and some commands need it/,
    /^Set MIGRATION_DATABASE_URL \(or MIGRATION_DATABASE_URL_FILE/,
  ],
  [
    'mails come from an example',
    { worker: { MAIL_FROM: 'no-reply@example.com' } },
    'MAIL_FROM',
    /is no-reply@example\.com, an address of an example/,
    /of your own domain/,
  ],
  [
    'a service behind a proxy does not know it',
    { identity: { TRUSTED_PROXIES: undefined } },
    'TRUSTED_PROXIES',
    /all callers seem to have its address/,
    /the number of your own proxies/,
  ],
])('warns: %s', async (_, changes, name, problem, cure) => {
  const { code, findings } = await check(changes);
  expect(code).toBe(0);
  expect(findings).toEqual([
    expect.objectContaining({
      kind: 'warning',
      name,
      problem: expect.stringMatching(problem),
      cure: expect.stringMatching(cure),
    }),
  ]);
});

test('checks the environment without --from, and warns only about names similar to ours', async () => {
  const others = { HOSTNAME: 'node-1', PATHS: '/bin', LANG: 'C', REDIS_SERVICE_HOST: '10.0.0.1', TOKN_TYPE: 'JWT' };
  const { code, stdout } = await ctl(['config', 'check', '--service', 'identity', '--json'], {
    ...SHARED,
    ...GOOD.identity,
    ...others,
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).findings).toEqual([
    expect.objectContaining({ kind: 'warning', name: 'TOKN_TYPE', cure: expect.stringContaining('TOKEN_TYPE?') }),
  ]);
});

test('prints a table, and names a missing file or unknown service', async () => {
  const answer = await runCtl(['config', 'check', ...write({ api: { PORT: '70000' } })], {});
  expect(answer).toMatchObject({ code: 1, stderr: '' });
  expect(answer.stdout).toMatch(
    /^KIND +SERVICES +PROBLEM AND REMEDY\nfault +api +PORT must be a whole number .* Set PORT/,
  );
  expect(answer.stdout).toMatch(/\n\n1 fault and 0 warnings in the settings of api, identity, worker, ctl\.\n$/);
  expect(await ctl(['config', 'check', '--service', 'portal'], {})).toMatchObject({
    code: 2,
    stderr: 'There is no service portal. Choose from api, identity, worker, ctl.\n',
  });
  expect(await ctl(['config', 'check', '--from', missing], {})).toMatchObject({
    code: 2,
    stderr: `The file ${missing} cannot be read. Check its path and permissions.\n`,
  });
});

test.each(['api', 'identity', 'worker', 'ctl'])(
  'the example file of %s contains all required and no unknown settings',
  async (service) => {
    const path = `deploy/env/${service}.env`;
    const { stdout } = await ctl(['config', 'check', '--json', '--from', `${service}=${path}`], {});
    const { findings } = JSON.parse(stdout) as { findings: { kind: string; name: string; problem: string }[] };
    // Only the secrets remain to be mounted, a sender to be set, and what some commands need.
    const remains = /cannot be read from the file|needs it|undetected|some commands need it|address of an example/;
    expect(findings.filter(({ problem }) => !remains.test(problem))).toEqual([]);
  },
);
