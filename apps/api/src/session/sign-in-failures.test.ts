import { AuthorizationResponseError } from 'openid-client';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ProviderUnavailable, SignInRefused, toSignInFailure } from './sign-in-failures.ts';

const failed = (facts: object = {}) => Object.assign(new Error('failed'), facts);
const timeout = failed({ name: 'TimeoutError' });

test.each<[string, unknown]>([
  ['a timeout', timeout],
  ['a lost connection', new TypeError('fetch failed')],
  ['a status of 500', failed({ status: 500 })],
  ['a status of 503', failed({ status: 503 })],
  ['a response of 500', failed({ cause: new Response('', { status: 500 }) })],
  ['any of these as the cause', failed({ cause: failed({ cause: timeout }) })],
])('with %s, the provider is unavailable', (_what, error) => {
  const failure = toSignInFailure(error);
  expect(failure).toBeInstanceOf(ProviderUnavailable);
  expect(failure.cause).toBe(error);
});

const answered = (error: string) =>
  new AuthorizationResponseError('refused', {
    cause: new URLSearchParams({ error }),
  } as unknown as ConstructorParameters<typeof AuthorizationResponseError>[1]);

test.each<[string, unknown, string]>([
  ['an error of the provider', answered('server_error'), 'refused by the provider'],
  ['a person who cancelled', answered('access_denied'), 'access_denied'],
  ['missing claims', z.object({ sub: z.string() }).safeParse({}).error, 'claims missing'],
  ['a code of the library', failed({ code: 'OAUTH_INVALID_RESPONSE' }), 'OAUTH_INVALID_RESPONSE'],
  ['a status of 499', failed({ status: 499 }), 'exchange failed'],
  ['a status that is no number', failed({ status: '503' }), 'exchange failed'],
  ['a response of 499', failed({ cause: new Response('', { status: 499 }) }), 'exchange failed'],
  ['another type error', new TypeError('no such method'), 'exchange failed'],
  ['another error with that message', failed({ message: 'fetch failed' }), 'exchange failed'],
  ['what is no error', 'odd', 'exchange failed'],
])('with %s, the sign-in is refused with the reason for our log', (_what, error, reason) => {
  const failure = toSignInFailure(error);
  expect(failure).toBeInstanceOf(SignInRefused);
  expect([failure.message, failure.cause]).toEqual([reason, error]);
});
