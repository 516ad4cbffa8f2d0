import { ConfigError } from '@onboarding/platform/config';
import { expect, test } from 'vitest';
import { readWorkerConfig, sitesOf } from './config.ts';

const valid = {
  ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://onboarding_worker:secret@db.example/onboarding?sslmode=verify-full',
  KEY_RING: JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, 1).toString('base64') } }),
  SMTP_URL: 'smtp://user:hunter2@mail.example:587',
  MAIL_FROM: 'Onboarding <no-reply@service.example>',
  PORTAL_URL: 'https://portal.example/',
  S3_BUCKET: 'documents',
  S3_KEPT_BUCKET: 'kept',
  S3_QUARANTINE_BUCKET: 'quarantine',
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'hunter3',
  CLAMD_HOST: 'clamd.internal',
  PLAIN_CONNECTIONS: 'CLAMD_HOST',
  SCREENING_PROVIDER: 'watchman',
  SCREENING_URL: 'https://watchman.internal:8084',
  AUDIT_ANCHORS: 's3://statements',
};

test('roles default to all, and mail requires TLS outside development', () => {
  const config = readWorkerConfig(valid);
  expect(config.WORKER_ROLES).toEqual(['mail', 'housekeeping', 'webhooks', 'documents', 'reviews', 'screening']);
  expect(config.mail?.requireTls).toBe(true);
  expect(config.PORTAL_URL).toBe('https://portal.example');
  expect(() => readWorkerConfig({ ...valid, PORTAL_URL: 'https://portal.example/portal' })).toThrow('without a path');
  expect(readWorkerConfig({ ...valid, ENVIRONMENT: 'development' }).mail?.requireTls).toBe(false);
});

test('in a rehearsal, only the role reviews remains, without the servers that the other roles would use', () => {
  const config = readWorkerConfig({
    ...valid,
    REHEARSAL: 'true',
    AUDIT_STREAM: 'file:/log',
    AUDIT_ANCHORS: 'file:/anchors',
  });
  expect(config).toMatchObject({ REHEARSAL: true, WORKER_ROLES: ['reviews'] });
  for (const part of ['mail', 'documents', 'screening', 'anchors', 'auditStream'] as const)
    expect(config[part], part).toBeUndefined();
  expect(config).not.toHaveProperty('SMTP_URL');
  expect(readWorkerConfig({ ...valid, REHEARSAL: 'true', WORKER_ROLES: 'mail,webhooks' }).WORKER_ROLES).toEqual([]);
  expect(readWorkerConfig(valid).REHEARSAL).toBe(false);
});

test('SMTP settings are required only for the role mail', () => {
  const { SMTP_URL: _, MAIL_FROM: __, ...rest } = valid;
  expect(readWorkerConfig({ ...rest, WORKER_ROLES: 'housekeeping' }).mail).toBeUndefined();
  expect(() => readWorkerConfig(rest)).toThrow(
    /SMTP_URL is not set, and the role mail needs it.*\n.*MAIL_FROM is not set/,
  );
});

test('storage and scanner are required only for the role documents', () => {
  expect(readWorkerConfig(valid).documents).toMatchObject({ S3_REGION: 'us-east-1', CLAMD_PORT: 3310 });
  const { CLAMD_HOST: _, S3_BUCKET: __, ...rest } = valid;
  expect(() => readWorkerConfig(rest)).toThrow(/S3_BUCKET is not set.*\n.*CLAMD_HOST is not set/);
  expect(readWorkerConfig({ ...rest, WORKER_ROLES: 'mail,webhooks' }).documents).toBeUndefined();
});

test('a provider is required only for the role screening, without a default', () => {
  expect(readWorkerConfig(valid).screening).toMatchObject({
    provider: 'watchman',
    url: 'https://watchman.internal:8084',
  });
  const { SCREENING_PROVIDER: _, ...rest } = valid;
  expect(() => readWorkerConfig(rest)).toThrow(/SCREENING_PROVIDER is not set, and the role screening needs it/);
  expect(readWorkerConfig({ ...rest, WORKER_ROLES: 'mail' }).screening).toBeUndefined();
  expect(() => readWorkerConfig({ ...valid, SCREENING_PROVIDER: 'builtin' })).toThrow(
    /must not be builtin in production/,
  );
  const sandbox = { ...valid, ENVIRONMENT: 'sandbox', WORKER_ROLES: 'screening', SCREENING_PROVIDER: 'builtin' };
  expect(readWorkerConfig(sandbox).screening).toEqual({ provider: 'builtin' });
});

test('a place for statements is required in production, and only for the role housekeeping', () => {
  const { AUDIT_ANCHORS: _, ...rest } = valid;
  expect(readWorkerConfig(valid).anchors).toMatchObject({ kind: 's3', bucket: 'statements' });
  expect(() => readWorkerConfig(rest)).toThrow(/AUDIT_ANCHORS must be set for the role housekeeping/);
  expect(readWorkerConfig({ ...rest, WORKER_ROLES: 'mail' }).anchors).toBeUndefined();
  expect(readWorkerConfig({ ...rest, ENVIRONMENT: 'development' }).anchors).toBeUndefined();
});

test('rejects an unknown role, and no error message contains a secret', () => {
  const read = () => readWorkerConfig({ ...valid, WORKER_ROLES: 'mail,cleaning', SMTP_URL: 'http://user:hunter2@x' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/WORKER_ROLES.*must be some of mail, housekeeping/);
  expect(read).not.toThrow(/hunter2/);
});

test('rejects WEBHOOK_LOOPBACK_RECEIVERS outside development', () => {
  const WEBHOOK_LOOPBACK_RECEIVERS = 'hooks.acme.example=9443';
  expect(() => readWorkerConfig({ ...valid, WEBHOOK_LOOPBACK_RECEIVERS })).toThrow('WEBHOOK_LOOPBACK_RECEIVERS');
  const development = readWorkerConfig({ ...valid, ENVIRONMENT: 'development', WEBHOOK_LOOPBACK_RECEIVERS });
  expect(development.WEBHOOK_LOOPBACK_RECEIVERS?.get('hooks.acme.example')).toBe(9443);
});

test('STAFF_DATABASE_URL is required only for the role reviews with simulated reviews', () => {
  const STAFF_DATABASE_URL = 'postgresql://onboarding_staff:hunter4@db.internal/onboarding?sslmode=verify-full';
  expect(readWorkerConfig({ ...valid, STAFF_DATABASE_URL }).sandbox).toBeUndefined();
  const sandbox = { ...valid, ENVIRONMENT: 'sandbox' };
  expect(() => readWorkerConfig(sandbox)).toThrow(/STAFF_DATABASE_URL must be set for the role reviews/);
  expect(readWorkerConfig({ ...sandbox, STAFF_DATABASE_URL }).sandbox).toEqual({ staffUrl: STAFF_DATABASE_URL });
  expect(readWorkerConfig({ ...sandbox, WORKER_ROLES: 'webhooks' }).sandbox).toBeUndefined();
  const local = { ...valid, ENVIRONMENT: 'development', SIMULATED_REVIEWS: 'true', STAFF_DATABASE_URL };
  expect(readWorkerConfig(local).sandbox).toEqual({ staffUrl: STAFF_DATABASE_URL });
  expect(() => readWorkerConfig({ ...local, ENVIRONMENT: 'production' })).toThrow(
    'SIMULATED_REVIEWS is for development',
  );
});

test('outside development, the scanner must be local or listed in PLAIN_CONNECTIONS', () => {
  const { PLAIN_CONNECTIONS: _, ...rest } = valid;
  expect(() => readWorkerConfig(rest)).toThrow('CLAMD_HOST is a connection without TLS');
  expect(readWorkerConfig({ ...rest, CLAMD_HOST: '127.0.0.1' }).documents?.CLAMD_HOST).toBe('127.0.0.1');
  expect(readWorkerConfig({ ...rest, WORKER_ROLES: 'mail' }).documents).toBeUndefined();
});

test('mails lead to the portal, and to the console if there is one', () => {
  expect(sitesOf(readWorkerConfig(valid))).toEqual({
    portalUrl: 'https://portal.example/portal',
    consoleUrl: undefined,
  });
  const withConsole = readWorkerConfig({ ...valid, CONSOLE_URL: 'https://console.example' });
  expect(sitesOf(withConsole).consoleUrl).toBe('https://console.example/console');
});
