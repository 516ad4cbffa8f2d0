import { expect, test } from 'vitest';
import { plainConnectionsSetting, refusePlainConnections } from './index.ts';

const DB = 'postgres://role:secret@db.example/onboarding';

const judge = (settings: Record<string, string>, environment = 'production', plain: string[] = []) =>
  refusePlainConnections({ ENVIRONMENT: environment, PLAIN_CONNECTIONS: plain, ...settings });

test.each([
  ['DATABASE_URL', DB],
  ['DATABASE_URL', `${DB}?sslmode=require`],
  ['DATABASE_URL', `${DB}?sslmode=no-verify`],
  ['STAFF_DATABASE_URL', `${DB}?sslmode=disable`],
  ['REDIS_URL', 'redis://:secret@redis.example:6379'],
  ['OTLP_TRACES_URL', 'http://collector.example:4318/v1/traces'],
  ['S3_ENDPOINT', 'http://10.0.0.5:7480'],
  ['CLAMD_HOST', 'clamd.example'],
  ['HOST', '0.0.0.0'],
  ['HOST', '::'],
])(
  'outside of development %s=%s is refused, in words that repeat no secret, unless the network is said to encrypt',
  (name, value) => {
    for (const environment of ['production', 'sandbox']) {
      expect(() => judge({ [name]: value }, environment)).toThrow(`${name} is a connection without TLS`);
      expect(() => judge({ [name]: value }, environment)).not.toThrow(/secret/);
      expect(() => judge({ [name]: value }, environment, [name])).not.toThrow();
    }
    expect(() => judge({ [name]: value }, 'development')).not.toThrow();
  },
);

test.each([
  ['DATABASE_URL', `${DB}?sslmode=verify-full`],
  ['DATABASE_URL', 'postgres://role:secret@127.0.0.1:5432/onboarding'],
  ['DATABASE_URL', 'postgres://role@%2Fvar%2Frun%2Fpostgresql/onboarding'],
  ['REDIS_URL', 'rediss://redis.example:6380'],
  ['REDIS_URL', 'redis://localhost:6379'],
  ['OTLP_TRACES_URL', 'https://collector.example/v1/traces'],
  ['S3_ENDPOINT', 'http://[::1]:7480'],
  ['CLAMD_HOST', '127.0.0.1'],
  ['HOST', '127.0.0.1'],
])('%s=%s is good everywhere', (name, value) => {
  expect(() => judge({ [name]: value })).not.toThrow();
});

test('a name that is no connection is refused', () => {
  expect(plainConnectionsSetting.parse('S3_ENDPOINT, HOST')).toEqual(['S3_ENDPOINT', 'HOST']);
  expect(plainConnectionsSetting.safeParse('KEY_RING').success).toBe(false);
});
