import { expect, test } from 'vitest';
import { SETTINGS } from './catalogue.ts';
import { sentenceOf } from './read.ts';
import { plainConnections } from './rules.ts';

const DB = 'postgres://role:secret@db.example/onboarding';

const judge = (settings: Record<string, string>, environment = 'production', plain: string[] = []) =>
  plainConnections({ ENVIRONMENT: environment, PLAIN_CONNECTIONS: plain, ...settings }).map(sentenceOf);

test.each([
  ['DATABASE_URL', DB],
  ['DATABASE_URL', `${DB}?sslmode=require`],
  ['DATABASE_URL', `${DB}?sslmode=no-verify`],
  ['DATABASE_DIRECT_URL', DB],
  ['STAFF_DATABASE_URL', `${DB}?sslmode=disable`],
  ['OPERATIONS_DATABASE_URL', `${DB}?sslmode=disable`],
  ['REDIS_URL', 'redis://:secret@redis.example:6379'],
  ['OTLP_TRACES_URL', 'http://collector.example:4318/v1/traces'],
  ['S3_ENDPOINT', 'http://10.0.0.5:7480'],
  ['CLAMD_HOST', 'clamd.example'],
  ['HOST', '0.0.0.0'],
  ['HOST', '::'],
])(
  'outside development, %s=%s is refused without repeating a secret, unless listed in PLAIN_CONNECTIONS',
  (name, value) => {
    for (const environment of ['production', 'sandbox']) {
      const [fault = '', ...more] = judge({ [name]: value }, environment);
      expect(more).toEqual([]);
      expect(fault).toContain(`${name} is a connection without TLS`);
      expect(fault).not.toMatch(/secret/);
      expect(judge({ [name]: value }, environment, [name])).toEqual([]);
    }
    expect(judge({ [name]: value }, 'development')).toEqual([]);
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
])('%s=%s is accepted in production', (name, value) => {
  expect(judge({ [name]: value })).toEqual([]);
});

test('PLAIN_CONNECTIONS refuses a name that is not a connection', () => {
  const { type } = SETTINGS.get('PLAIN_CONNECTIONS') ?? {};
  expect(type?.parse('S3_ENDPOINT, HOST')).toEqual(['S3_ENDPOINT', 'HOST']);
  const refused = type?.safeParse('KEY_RING');
  expect(refused?.error?.issues[0]?.message).toMatch(/^must be some of .*HOST.*S3_ENDPOINT/);
});
