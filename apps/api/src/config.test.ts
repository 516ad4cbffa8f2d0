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
};

test('settings that are not given have their defaults', () => {
  expect(readApiConfig(valid)).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 8080,
    METRICS_PORT: 9464,
    DATABASE_POOL_SIZE: 10,
  });
});

test('every missing or wrong setting is told by name, all at once', () => {
  const read = () => readApiConfig({ ...valid, DATABASE_URL: undefined, PORT: '70000', KEY_RING: '{}' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/DATABASE_URL: is not set/);
  expect(read).toThrow(/PORT: /);
  expect(read).toThrow(/KEY_RING: must be JSON such as/);
});

test('no error repeats a secret', () => {
  const read = () =>
    readApiConfig({
      ...valid,
      KEY_RING: '{"current":"k1","keys":{"k1":"c2hvcnQ="}}',
      DATABASE_URL: 'mysql://app:hunter2@db/x',
    });
  expect(read).toThrow(ConfigError);
  expect(read).not.toThrow(/hunter2|c2hvcnQ/);
});

describe('outside of development', () => {
  const production = {
    ...valid,
    ENVIRONMENT: 'production',
    TOKEN_ISSUER: 'https://id.example.com',
    TOKEN_JWKS_URL: 'https://id.example.com/jwks',
  };

  test('a real issuer is accepted', () => {
    expect(readApiConfig(production).ENVIRONMENT).toBe('production');
  });

  test.each([
    ['TOKEN_JWKS_URL', 'http://127.0.0.1:8081/.well-known/jwks.json'],
    ['TOKEN_JWKS_URL', 'https://127.0.0.1/jwks'],
    ['TOKEN_JWKS_URL', 'https://localhost/jwks'],
    ['TOKEN_ISSUER', 'http://id.example.com'],
    ['TOKEN_ISSUER', 'https://[::1]/'],
  ])('the development issuer cannot be trusted: %s=%s is refused', (name, value) => {
    for (const ENVIRONMENT of ['production', 'sandbox']) {
      expect(() => readApiConfig({ ...production, ENVIRONMENT, [name]: value })).toThrow(
        `${name} must be an https address`,
      );
    }
  });
});
