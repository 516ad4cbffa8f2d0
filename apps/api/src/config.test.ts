import { ConfigError } from '@onboarding/platform/config';
import { describe, expect, test } from 'vitest';
import { readApiConfig } from './config.ts';

const valid = {
  ENVIRONMENT: 'development',
  DATABASE_URL: 'postgres://onboarding_app:secret@127.0.0.1:5432/onboarding',
  TOKEN_ISSUER: 'http://127.0.0.1:8081',
  TOKEN_AUDIENCE: 'onboarding-api',
  TOKEN_JWKS_URL: 'http://127.0.0.1:8081/.well-known/jwks.json',
  KEY_RING: JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32, 1).toString('base64') } }),
  S3_ENDPOINT: 'http://127.0.0.1:8333',
  S3_BUCKET: 'documents',
  S3_KEPT_BUCKET: 'kept',
  S3_QUARANTINE_BUCKET: 'quarantine',
  S3_ACCESS_KEY: 'access',
  S3_LINK_ACCESS_KEY: 'links',
  S3_LINK_SECRET_KEY: 'hunter5',
  S3_SECRET_KEY: 'secret',
};

test('omitted settings have their defaults', () => {
  expect(readApiConfig(valid)).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 8080,
    METRICS_PORT: 9464,
    DATABASE_POOL_SIZE: 10,
    DATABASE_CONNECT_SECONDS: 2,
    TOKEN_ALGORITHMS: ['RS256'],
    TOKEN_TYPE: 'at+jwt',
    TOKEN_CLIENT_CLAIM: 'client_id',
    TOKEN_SCOPE_CLAIM: 'scope',
    TOKEN_PARTNER_CLAIM: 'partner_id',
    TOKEN_MAX_AGE_SECONDS: 310,
  });
});

test('reports all missing and invalid settings by name at once', () => {
  const read = () => readApiConfig({ ...valid, DATABASE_URL: undefined, PORT: '70000', KEY_RING: '{}' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/DATABASE_URL is not set/);
  expect(read).toThrow(/PORT must be a whole number from 0 to 65535/);
  expect(read).toThrow(/KEY_RING must be JSON such as/);
});

test('errors do not contain secrets', () => {
  const read = () =>
    readApiConfig({
      ...valid,
      KEY_RING: '{"current":"k1","keys":{"k1":"c2hvcnQ="}}',
      DATABASE_URL: 'mysql://app:hunter2@db/x',
    });
  expect(read).toThrow(ConfigError);
  expect(read).not.toThrow(/hunter2|c2hvcnQ/);
});

describe('an external issuer', () => {
  const partner = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';

  test('is configured by settings', () => {
    const config = readApiConfig({
      ...valid,
      TOKEN_ALGORITHMS: 'PS256, ES256',
      TOKEN_PARTNERS_BY_CLIENT: JSON.stringify({ machine: partner }),
    });
    expect(config.TOKEN_ALGORITHMS).toEqual(['PS256', 'ES256']);
    expect(config.TOKEN_PARTNERS_BY_CLIENT).toEqual({ machine: partner });
  });

  test.each([
    ['TOKEN_ALGORITHMS', 'HS256'],
    ['TOKEN_ALGORITHMS', 'none'],
    ['TOKEN_ALGORITHMS', 'RS256,none'],
    ['TOKEN_ALGORITHMS', ''],
    ['TOKEN_PARTNERS_BY_CLIENT', 'machine'],
    ['TOKEN_PARTNERS_BY_CLIENT', '{"machine":"x"}'],
    ['TOKEN_PARTNERS_BY_CLIENT', '[]'],
    ['TOKEN_MAX_AGE_SECONDS', '0'],
    ['TOKEN_CLIENT_CLAIM', ''],
  ])('%s=%s is rejected by name', (name, value) => {
    expect(() => readApiConfig({ ...valid, [name]: value })).toThrow(name);
  });
});

describe('sites where users sign in', () => {
  const secret = 'a secret of the portal, long enough';

  test('may be omitted, but an address requires a secret and vice versa', () => {
    expect(
      readApiConfig({ ...valid, PORTAL_URL: 'http://127.0.0.1:8080', PORTAL_CLIENT_SECRET: secret }).PORTAL_URL,
    ).toBe('http://127.0.0.1:8080');
    expect(() => readApiConfig({ ...valid, PORTAL_URL: 'http://127.0.0.1:8080' })).toThrow('PORTAL_CLIENT_SECRET');
    expect(() => readApiConfig({ ...valid, CONSOLE_CLIENT_SECRET: secret })).toThrow('CONSOLE_URL');
  });

  test('the console requires STAFF_DATABASE_URL', () => {
    const console = { CONSOLE_URL: 'http://127.0.0.1:8080', CONSOLE_CLIENT_SECRET: secret };
    expect(() => readApiConfig({ ...valid, ...console })).toThrow('STAFF_DATABASE_URL');
    const STAFF_DATABASE_URL = 'postgres://onboarding_staff:secret@127.0.0.1/onboarding';
    expect(readApiConfig({ ...valid, ...console, STAFF_DATABASE_URL })).toMatchObject({ STAFF_DATABASE_URL });
  });

  test.each([
    'https://portal.example.com/path',
    'https://portal.example.com?x',
    'https://me@portal.example.com',
    'ftp://portal.example.com',
    'portal',
  ])('require an origin without a path: %s is rejected', (PORTAL_URL) => {
    expect(() => readApiConfig({ ...valid, PORTAL_URL, PORTAL_CLIENT_SECRET: secret })).toThrow('PORTAL_URL');
  });

  test('a short secret is rejected and does not appear in the error', () => {
    const read = () => readApiConfig({ ...valid, PORTAL_URL: 'http://127.0.0.1:1', PORTAL_CLIENT_SECRET: 'short1' });
    expect(read).toThrow('PORTAL_CLIENT_SECRET');
    expect(read).not.toThrow(/short1/);
  });
});

describe('outside of development', () => {
  const production = {
    ...valid,
    ENVIRONMENT: 'production',
    TOKEN_ISSUER: 'https://id.example.com',
    TOKEN_JWKS_URL: 'https://id.example.com/jwks',
    PORTAL_URL: 'https://portal.example.com',
    PORTAL_CLIENT_SECRET: 'a secret of the portal, long enough',
    CONSOLE_URL: 'https://console.example.com',
    CONSOLE_CLIENT_SECRET: 'a secret of the console, long enough',
    STAFF_DATABASE_URL: 'postgres://onboarding_staff:secret@db.example.com/onboarding?sslmode=verify-full',
    S3_ENDPOINT: 'https://s3.example.com',
  };

  test('https addresses are accepted', () => {
    expect(readApiConfig(production).ENVIRONMENT).toBe('production');
  });

  test.each([
    ['TOKEN_JWKS_URL', 'http://127.0.0.1:8081/.well-known/jwks.json'],
    ['TOKEN_JWKS_URL', 'https://127.0.0.1/jwks'],
    ['TOKEN_JWKS_URL', 'https://localhost/jwks'],
    ['TOKEN_ISSUER', 'http://id.example.com'],
    ['TOKEN_ISSUER', 'https://[::1]/'],
    ['SIGN_IN_ISSUER', 'http://id.example.com'],
    ['TOKEN_ENDPOINT', 'http://id.example.com/token'],
    ['PORTAL_URL', 'http://portal.example.com'],
    ['OTHER_PORTAL_URL', 'http://portal.sandbox.example.com'],
    ['ACCOUNT_URL', 'http://id.example.com/account'],
    ['CONSOLE_URL', 'https://localhost'],
    ['S3_ENDPOINT', 'http://s3.example.com'],
    ['S3_PUBLIC_ENDPOINT', 'http://uploads.example.com'],
  ])('plain http and loopback addresses are rejected: %s=%s', (name, value) => {
    for (const ENVIRONMENT of ['production', 'sandbox']) {
      expect(() => readApiConfig({ ...production, ENVIRONMENT, [name]: value })).toThrow(
        `${name} must be an https address`,
      );
    }
  });

  test('storage without TLS is accepted if PLAIN_CONNECTIONS lists it and partners use a public endpoint', () => {
    const S3_PUBLIC_ENDPOINT = 'https://uploads.example.com';
    const inside = { ...production, S3_ENDPOINT: 'http://10.0.0.5:7480', S3_PUBLIC_ENDPOINT };
    expect(() => readApiConfig(inside)).toThrow('S3_ENDPOINT is a connection without TLS');
    const config = readApiConfig({ ...inside, PLAIN_CONNECTIONS: 'S3_ENDPOINT' });
    expect(config.S3_ENDPOINT).toBe('http://10.0.0.5:7480');
  });

  test('a sandbox requires STAFF_DATABASE_URL, because partners simulate reviews there', () => {
    const { STAFF_DATABASE_URL, CONSOLE_URL: _url, CONSOLE_CLIENT_SECRET: _secret, ...rest } = production;
    const sandbox = { ...rest, ENVIRONMENT: 'sandbox' };
    expect(() => readApiConfig(sandbox)).toThrow('STAFF_DATABASE_URL must be set when ENVIRONMENT is sandbox');
    expect(readApiConfig({ ...sandbox, STAFF_DATABASE_URL }).ENVIRONMENT).toBe('sandbox');
    expect(readApiConfig(rest).STAFF_DATABASE_URL).toBeUndefined();
  });

  test.each(['production', 'sandbox'])('%s rejects SIMULATED_REVIEWS', (ENVIRONMENT) => {
    expect(() => readApiConfig({ ...production, ENVIRONMENT, SIMULATED_REVIEWS: 'true' })).toThrow(
      `SIMULATED_REVIEWS is for development and must not be set when ENVIRONMENT is ${ENVIRONMENT}`,
    );
    const { STAFF_DATABASE_URL } = production;
    expect(readApiConfig({ ...valid, SIMULATED_REVIEWS: 'true', STAFF_DATABASE_URL }).SIMULATED_REVIEWS).toBe(true);
    expect(() => readApiConfig({ ...valid, SIMULATED_REVIEWS: 'true' })).toThrow('STAFF_DATABASE_URL');
  });

  test('WEBHOOK_LOOPBACK_RECEIVERS is rejected', () => {
    const WEBHOOK_LOOPBACK_RECEIVERS = 'hooks.acme.example=9443';
    expect(() => readApiConfig({ ...production, WEBHOOK_LOOPBACK_RECEIVERS })).toThrow('WEBHOOK_LOOPBACK_RECEIVERS');
    expect(readApiConfig({ ...valid, WEBHOOK_LOOPBACK_RECEIVERS }).WEBHOOK_LOOPBACK_RECEIVERS?.size).toBe(1);
  });
});

test('upload links require their own storage key', () => {
  expect(() => readApiConfig({ ...valid, S3_LINK_ACCESS_KEY: valid.S3_ACCESS_KEY })).toThrow(
    /S3_LINK_ACCESS_KEY must differ from S3_ACCESS_KEY/,
  );
  const { S3_LINK_ACCESS_KEY: _, ...rest } = valid;
  expect(() => readApiConfig(rest)).toThrow(/S3_LINK_ACCESS_KEY is not set/);
});
