// What callers and operators learn from each kind of error.
import { DomainError } from '@onboarding/domain';
import { AmbiguousCommit, DatabaseUnavailable } from '@onboarding/platform/postgres';
import { StorageReadOnly, StorageUnavailable } from '@onboarding/platform/s3';
import { InvalidToken, KeysUnavailable } from '@onboarding/platform/tokens';
import { type FastifyRequest, fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { answerError } from './failures.ts';
import type { Envelope } from './surface.ts';

interface Logged {
  level: number;
  msg: string;
  partnerId?: string;
  route?: string;
}
const [INFO, WARN, ERROR] = [30, 40, 50];

/** The answer of an operation that throws this, and what was logged about it. */
async function answerTo(thrown: unknown, { envelope = 'partner' as Envelope, authenticated = false } = {}) {
  const logged: Logged[] = [];
  const app = fastify({ logger: { stream: { write: (line: string) => void logged.push(JSON.parse(line)) } } });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.get('/things/:thingId', { config: { envelope } }, async (request: FastifyRequest) => {
    request.caller = { partnerId: 'p1' };
    if (authenticated) Object.assign(request, { claims: { partnerId: 'p1' } });
    throw thrown;
  });
  const answer = await app.inject('/things/7');
  await app.close();
  const own = logged.filter(({ msg }) => !/^(incoming request|request completed)$/.test(msg));
  return { answer, error: answer.json().error, logged: own.map(({ level, msg }) => [level, msg]), lines: own };
}

const frameworkError = (statusCode: number, code = 'FST_ERR_OTHER') =>
  Object.assign(new Error('of the framework'), { statusCode, code });

describe.each<[what: string, thrown: unknown, status: number, code: string, retry: string | undefined, log: unknown[]]>(
  [
    ['a bug of ours', new TypeError('x is undefined'), 500, 'Internal.Error', undefined, [ERROR, 'request failed']],
    [
      'a lost connection',
      new DatabaseUnavailable('x'),
      503,
      'Service.Unavailable',
      '2',
      [WARN, 'database unavailable'],
    ],
    ['an unclear commit', new AmbiguousCommit('x'), 503, 'Service.OutcomeUnknown', '2', [WARN, 'database unavailable']],
    ['a storage outage', new StorageUnavailable('x'), 503, 'Service.Unavailable', '2', [WARN, 'storage unavailable']],
    ['a rehearsal', new StorageReadOnly('x'), 503, 'Service.Unavailable', '2', [WARN, 'storage unavailable']],
    [
      'a full process',
      new DomainError('Service.Unavailable', { retryAfterSeconds: 7 }),
      503,
      'Service.Unavailable',
      '7',
      [WARN, 'service unavailable'],
    ],
  ],
)('%s', (_what, thrown, status, code, retry, log) => {
  test('gets its status and code, and when to retry', async () => {
    const { answer, error } = await answerTo(thrown);
    expect([answer.statusCode, error.code, answer.headers['retry-after']]).toEqual([status, code, retry]);
    expect(error.message).not.toContain('undefined');
  });

  test('is logged once at its level, with the caller and the route', async () => {
    const { logged, lines } = await answerTo(thrown);
    expect(logged).toEqual([log]);
    expect(lines[0]).toMatchObject({ partnerId: 'p1', route: '/things/:thingId' });
  });
});

test('keys of the issuer that cannot be read get 503 with Retry-After', async () => {
  const { answer, error } = await answerTo(new KeysUnavailable('x'));
  expect([answer.statusCode, error.code, answer.headers['retry-after']]).toEqual([503, 'Service.Unavailable', '2']);
});

test('the message of an unavailable storage names it, and in a rehearsal says that nothing can be changed', async () => {
  expect((await answerTo(new StorageUnavailable('x'))).error.message).toContain('document storage');
  expect((await answerTo(new StorageReadOnly('x'))).error.message).toContain('rehearsal');
});

test('an expected failure is not logged, and only a temporary one has Retry-After', async () => {
  const unknown = await answerTo(new DomainError('Customer.NotFound'));
  expect([unknown.answer.statusCode, unknown.answer.headers['retry-after'], unknown.logged]).toEqual([
    404,
    undefined,
    [],
  ]);
  const limited = await answerTo(new DomainError('RateLimit.Exceeded', { retryAfterSeconds: 3 }));
  expect([limited.answer.statusCode, limited.answer.headers['retry-after'], limited.logged]).toEqual([429, '3', []]);
});

describe('the Bearer challenge', () => {
  const NOT_SIGNED_IN = () => new DomainError('Partner.NotAuthenticated', { message: 'Send a token.' });
  const challengeOf = async (thrown: unknown, options = {}) =>
    (await answerTo(thrown, options)).answer.headers['www-authenticate'];

  test('has no error without a token', async () => {
    expect(await challengeOf(NOT_SIGNED_IN())).toBe('Bearer');
  });

  test('says why a token was refused, as the body does', async () => {
    const { answer, error, logged } = await answerTo(new InvalidToken('exp', 'Expired'));
    expect([answer.statusCode, error.code]).toEqual([401, 'Partner.NotAuthenticated']);
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer error="invalid_token", error_description="${error.message}"`,
    );
    expect(logged).toEqual([[INFO, 'token refused']]);
    expect(await challengeOf(NOT_SIGNED_IN(), { authenticated: true })).toBe(
      'Bearer error="invalid_token", error_description="Send a token."',
    );
  });

  test('is not sent to people, nor with another error', async () => {
    expect(await challengeOf(NOT_SIGNED_IN(), { envelope: 'dashboard' })).toBeUndefined();
    expect(await challengeOf(new DomainError('Partner.Inactive'))).toBeUndefined();
  });
});

test.each([
  [frameworkError(415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE'), 415, 'Request.UnsupportedMediaType'],
  [frameworkError(413, 'FST_ERR_CTP_BODY_TOO_LARGE'), 413, 'Request.TooLarge'],
  [frameworkError(400), 400, 'Request.Malformed'],
  [frameworkError(499), 400, 'Request.Malformed'],
  [frameworkError(399), 500, 'Internal.Error'],
  [frameworkError(500), 500, 'Internal.Error'],
])('%s of the framework with status %s becomes %s', async (thrown, status, code) => {
  const { answer, error } = await answerTo(thrown);
  expect([answer.statusCode, error.code]).toEqual([status, code]);
});
