import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { inspectApi, readApi } from './api.ts';
import { SETTINGS } from './catalogue.ts';
import { readForCommand } from './command.ts';
import { inspectIdentity } from './identity.ts';
import { sentenceOf } from './read.ts';
import { inspectWorker, readWorker } from './worker.ts';

const KEY_RING = JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, 1).toString('base64') } });
const folder = mkdtempSync(join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function inFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a secret in a file', () => {
  const read = (environment: Record<string, string>) =>
    readForCommand(['MIGRATION_DATABASE_URL', 'KEY_RING'], environment);
  const url = 'postgres://onboarding_identity:hunter2@127.0.0.1/onboarding';

  test('is read without its last newline, LF or CRLF', () => {
    for (const [name, end] of Object.entries({ none: '', unix: '\n', windows: '\r\n' })) {
      const given = { MIGRATION_DATABASE_URL_FILE: inFile(`url-${name}`, url + end), KEY_RING };
      expect(read(given).MIGRATION_DATABASE_URL).toBe(url);
    }
    expect(readForCommand(['OWNER_PASSWORD'], { OWNER_PASSWORD_FILE: inFile('two', 'pass \n\n') }).OWNER_PASSWORD).toBe(
      'pass \n',
    );
  });

  test('is refused if the value is also set, or if the file cannot be read, which the error names', () => {
    const both = { MIGRATION_DATABASE_URL: url, MIGRATION_DATABASE_URL_FILE: inFile('both', url), KEY_RING };
    expect(() => read(both)).toThrow(
      'MIGRATION_DATABASE_URL is set twice, in MIGRATION_DATABASE_URL and in MIGRATION_DATABASE_URL_FILE',
    );
    const path = join(folder, 'nothing-here');
    expect(() => read({ MIGRATION_DATABASE_URL_FILE: path, KEY_RING })).toThrow(
      `MIGRATION_DATABASE_URL cannot be read from the file ${JSON.stringify(path)} (ENOENT). Correct MIGRATION_DATABASE_URL_FILE`,
    );
  });

  test('is never repeated in an error', () => {
    const wrong = { MIGRATION_DATABASE_URL_FILE: inFile('wrong', 'mysql://app:hunter2@db'), KEY_RING: '{"hunter3":1}' };
    expect(() => read(wrong)).toThrow(/MIGRATION_DATABASE_URL must be a postgres/);
    expect(() => read(wrong)).not.toThrow(/hunter/);
  });

  test('is not supported for settings that are not secret', () => {
    const given = { STORAGE_LINK_USER_FILE: inFile('arn', 'arn:aws:iam:::user/links') };
    expect(() => readForCommand(['STORAGE_LINK_USER'], given)).toThrow('STORAGE_LINK_USER is not set');
  });
});

test('no error message repeats the refused value', () => {
  const refusals = [...SETTINGS].flatMap(([name, { type }]) =>
    ['', '!hunter2!', '-1', 'https://hunter2/x?y#z'].flatMap((text) =>
      (type.safeParse(text).error?.issues ?? []).map(({ message }) => ({ name, message })),
    ),
  );
  expect(new Set(refusals.map(({ name }) => name)).size).toBeGreaterThan(SETTINGS.size / 2);
  expect(refusals.filter(({ message }) => message.includes('hunter2') || !message.startsWith('must '))).toEqual([]);
});

test('every declared default is valid', () => {
  const defaults = [...SETTINGS].flatMap(([name, { type, readBy }]) =>
    Object.values(readBy).flatMap((need) => (need.kind === 'default' ? [{ name, type, text: need.text }] : [])),
  );
  expect(defaults.length).toBeGreaterThan(0);
  expect(defaults.filter(({ type, text }) => !type.safeParse(text).success).map(({ name }) => name)).toEqual([]);
});

test('removes a trailing slash from issuers, sites and endpoints', () => {
  const api = (end: string) =>
    inspectApi({
      TOKEN_ISSUER: `https://id.example.com${end}`,
      SIGN_IN_ISSUER: `https://id.example.com/realms/x${end}`,
      PORTAL_URL: `https://portal.example.com${end}`,
      OTHER_PORTAL_URL: `https://portal.sandbox.example.com${end}`,
      CONSOLE_URL: `https://console.example.com${end}`,
      S3_ENDPOINT: `https://s3.example.com${end}`,
      S3_PUBLIC_ENDPOINT: `https://uploads.example.com${end}`,
    }).values;
  const identity = (end: string) =>
    inspectIdentity({
      ISSUER: `https://id.example.com${end}`,
      PORTAL_URL: `https://portal.example.com${end}`,
      CONSOLE_URL: `https://console.example.com${end}`,
    }).values;
  const worker = (end: string) =>
    inspectWorker({
      PORTAL_URL: `https://portal.example.com${end}`,
      SCREENING_URL: `https://yente.example.com/x${end}`,
    }).values;
  for (const read of [api, identity, worker]) {
    const bare: Record<string, unknown> = read('');
    expect(read('/')).toEqual(bare);
    const addresses = Object.values(bare).filter((value) => typeof value === 'string' && value.startsWith('https:'));
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) expect(address).not.toMatch(/\/$/);
  }
  expect(identity('/')).toMatchObject({ ISSUER: 'https://id.example.com' });
});

describe('storage without keys', () => {
  const api = {
    ENVIRONMENT: 'development',
    DATABASE_URL: 'postgres://onboarding_app:secret@127.0.0.1:5432/onboarding',
    TOKEN_ISSUER: 'http://127.0.0.1:8081',
    TOKEN_AUDIENCE: 'onboarding-api',
    TOKEN_JWKS_URL: 'http://127.0.0.1:8081/oauth2/jwks',
    KEY_RING,
    S3_BUCKET: 'documents',
    S3_KEPT_BUCKET: 'kept',
    S3_QUARANTINE_BUCKET: 'quarantine',
    S3_LINK_ACCESS_KEY: 'links',
    S3_LINK_SECRET_KEY: 'hunter5',
  };

  test('is accepted, and upload links keep their own key', () => {
    const config = readApi(api);
    expect(config.S3_ACCESS_KEY).toBeUndefined();
    expect(config.S3_LINK_ACCESS_KEY).toBe('links');
  });

  test('is refused if only one key of the pair is set', () => {
    expect(() => readApi({ ...api, S3_ACCESS_KEY: 'access' })).toThrow(
      'S3_SECRET_KEY must be set together with S3_ACCESS_KEY',
    );
    expect(() => readForCommand(['S3_ACCESS_KEY', 'S3_SECRET_KEY'], { S3_SECRET_KEY: 'x' })).toThrow(
      'S3_ACCESS_KEY must be set together with S3_SECRET_KEY',
    );
  });
});

test('reports all faults together: missing, invalid and inconsistent settings', () => {
  const { faults } = inspectApi({ ENVIRONMENT: 'sandbox', PORT: 'high', CONSOLE_URL: 'http://console.example.com' });
  const told = faults.map(sentenceOf).join('\n');
  expect(told).toMatch(/PORT must be a whole number from 0 to 65535\. Set PORT/);
  expect(told).toMatch(
    /KEY_RING is not set\. Set KEY_RING \(or KEY_RING_FILE, the path of a file that contains it\): root keys/,
  );
  expect(told).toMatch(/STAFF_DATABASE_URL must be set together with CONSOLE_URL/);
  expect(told).toMatch(/CONSOLE_URL must be an https address of another machine/);
  expect(told).toMatch(/CONSOLE_CLIENT_SECRET must be set together with CONSOLE_URL/);
});

test('REDIS_URL is a redis URL or not set, and a fault does not repeat it', () => {
  const read = (REDIS_URL?: string) => inspectIdentity(REDIS_URL === undefined ? {} : { REDIS_URL });
  expect(read('rediss://:secret@cache:6380/2').values.REDIS_URL).toBe('rediss://:secret@cache:6380/2');
  const named = (reading: ReturnType<typeof read>) => reading.faults.filter(({ name }) => name === 'REDIS_URL');
  expect(named(read())).toEqual([]);
  for (const url of ['http://:hunter2@cache', 'cache:6379', '']) {
    expect(named(read(url)).map(sentenceOf).join()).toMatch(/^REDIS_URL must be a redis:\/\/(?!.*hunter2)/);
  }
});

test('a worker reads only what its roles need', () => {
  const environment = {
    ENVIRONMENT: 'development',
    DATABASE_URL: 'postgres://onboarding_worker:secret@127.0.0.1/onboarding',
    KEY_RING,
    PORTAL_URL: 'https://portal.example',
    WORKER_ROLES: 'housekeeping',
    // Belongs to another role, so it is not read.
    SMTP_URL: 'nonsense',
    AUDIT_ANCHORS: 's3://audit/x',
  };
  const config = readWorker(environment);
  expect(config).toMatchObject({ mail: undefined, documents: undefined, screening: undefined });
  expect(config.anchors).toMatchObject({
    kind: 's3',
    bucket: 'audit',
    prefix: 'x/',
    keepDays: 3650,
    region: 'us-east-1',
  });
});
