// Token requests with valid assertions, including edge cases, and requests with an invalid form.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ASSERTION_TYPE, type AssertionChoice, makeAssertion, tokenForm } from '../harness/clients.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import {
  addMachine,
  ask,
  claimsOf,
  errorIn,
  type LoggedRequest,
  type Machine,
  type TokenAnswer,
  textWithoutId,
  watchRequests,
} from '../harness/scenes/asking.ts';
import { type Identity, NO_LIMITS, startIdentity } from '../harness/scenes/identity-process.ts';

let database: TestDatabase;
let identity: Identity;
let machine: Machine;
let other: Machine;
let fresh: () => Promise<LoggedRequest[]>;

beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startIdentity(database, NO_LIMITS);
  machine = await addMachine(database);
  other = await addMachine(database);
  fresh = watchRequests(database);
});
afterAll(async () => {
  await identity.stop();
  await database.close();
});

const seconds = () => Math.floor(Date.now() / 1000);
const ours = (choice: AssertionChoice = {}) =>
  makeAssertion(identity.issuer, machine.partner, machine.certificate, choice);
const saying = (claims: () => JWTPayload) => () => ours({ claims: claims() });

describe('accepts an assertion at the limits', () => {
  const edges: Record<string, () => Promise<string>> = {
    'iat 9 seconds ahead': saying(() => ({ iat: seconds() + 9 })),
    'exp exactly 300 seconds after iat': saying((now = seconds()) => ({ iat: now, exp: now + 300 })),
    'exp 6 seconds ago, as with a slow clock': saying(() => ({ iat: seconds() - 60, exp: seconds() - 6 })),
    'nbf 9 seconds ahead': saying(() => ({ nbf: seconds() + 9 })),
    'jti of 8 characters': saying(() => ({ jti: crypto.randomUUID().slice(0, 8) })),
    'jti of 128 characters': saying(() => ({ jti: crypto.randomUUID().padEnd(128, 'x') })),
    'aud the token endpoint': saying(() => ({ aud: `${identity.issuer}/oauth2/token` })),
    'kid the thumbprint': () => ours({ header: { kid: machine.certificate.thumbprint } }),
    'typ JWT': () => ours({ header: { typ: 'JWT' } }),
    'no typ': () => ours(),
    'unknown claims': saying(() => ({ azp: 'x', nonce: 'y' })),
  };
  test.each(Object.entries(edges))('%s', { tags: ['S-294'] }, async (_name, make) => {
    let answer: TokenAnswer;
    let madeAt: number;
    do {
      await fresh();
      madeAt = Date.now();
      answer = await ask(identity, tokenForm(await make()));
      // If the assertion arrived seconds late, its time limit has passed; try again with a new one.
    } while (answer.status === 401 && Date.now() - madeAt > 3_000);
    expect([answer.status, answer.text.slice(0, 20)]).toEqual([200, '{"access_token":"eyJ']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await fresh()).toMatchObject([
      { outcome: 'Issued', error: null, reason: null, certificate_id: machine.certificate.certificateId },
    ]);
  });

  test('with the jti of another client', async () => {
    const jti = crypto.randomUUID();
    const theirs = await makeAssertion(identity.issuer, other.partner, other.certificate, { claims: { jti } });
    expect((await ask(identity, tokenForm(await ours({ claims: { jti } })))).status).toBe(200);
    expect((await ask(identity, tokenForm(theirs))).status).toBe(200);
  });

  test.each([
    [undefined, 'partner.read partner.write'],
    ['', 'partner.read partner.write'],
    ['partner.read', 'partner.read'],
    ['partner.write', 'partner.write'],
    ['partner.write partner.read', 'partner.write partner.read'],
  ])('scope %s grants %s', { tags: ['S-9', 'S-297', 'S-298', 'S-300', 'S-356', 'S-369'] }, async (scope, given) => {
    const answer = await ask(identity, tokenForm(await ours(), scope === undefined ? {} : { scope }));
    const body = JSON.parse(answer.text);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300, scope: given });
    const claims = claimsOf(body.access_token);
    expect(claims).toMatchObject({
      iss: identity.issuer,
      aud: 'onboarding-api',
      sub: machine.partner.clientId,
      client_id: machine.partner.clientId,
      partner_id: machine.partner.partnerId,
      scope: given,
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(300);
    expect((await fresh()).at(-1)).toMatchObject({ outcome: 'Issued', scope: given });
  });
});

interface Request {
  status: number;
  error: string;
  /** Changes the form with a valid assertion, or returns another body. */
  change?(form: URLSearchParams): URLSearchParams | FormData | string | null;
  headers?: () => Record<string, string>;
  /** The request does not identify a partner. */
  anonymous?: true;
}

const set = (name: string, value: string) => (form: URLSearchParams) => {
  form.set(name, value);
  return form;
};
const twice = (name: string) => (form: URLSearchParams) => {
  form.append(name, form.get(name) ?? '');
  return form;
};
const without = (name: string) => (form: URLSearchParams) => {
  form.delete(name);
  return form;
};
const basic = (name: string, secret: string) => () => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
});
const JSON_TYPE = () => ({ 'content-type': 'application/json' });

describe('a response does not reveal whether a client exists', () => {
  const attestation = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.e30.c2ln`;
  const extras: Record<string, Record<string, string>> = {
    'an Origin': { origin: 'https://site.example' },
    'an attestation': { 'oauth-client-attestation': attestation },
    'only the proof of an attestation': { 'oauth-client-attestation-pop': attestation },
    'a DPoP proof': { dpop: attestation },
    'Accept: text/html': { accept: 'text/html' },
    'a secret': basic('client', 'secret')(),
  };
  test.each(Object.entries(extras))('when the request has %s', async (_name, headers) => {
    async function answers(clientId: string) {
      const forged = await ours({ claims: { iss: clientId, sub: clientId, aud: 'x' } });
      const named = { grant_type: 'client_credentials', client_id: clientId };
      const bodies = [tokenForm(forged), tokenForm(forged, { client_id: clientId }), new URLSearchParams(named)];
      const all = await Promise.all(bodies.map((body) => ask(identity, body, headers)));
      const facts = (answer: TokenAnswer) =>
        [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
      return all.map((answer) => [answer.status, textWithoutId(answer), facts(answer)]);
    }
    expect(await answers('no-such-client')).toEqual(await answers(machine.partner.clientId));
  });
});

describe('an invalid request gets the error code of RFC 6749', () => {
  const requests: Record<string, Request> = {
    'client_assertion_type missing': {
      status: 400,
      error: 'invalid_request',
      change: without('client_assertion_type'),
    },
    'client_assertion_type of SAML': {
      status: 400,
      error: 'invalid_request',
      change: set('client_assertion_type', ASSERTION_TYPE.replace('jwt', 'saml2')),
    },
    'grant_type missing': { status: 400, error: 'invalid_request', change: without('grant_type') },
    'grant_type unknown': { status: 400, error: 'unsupported_grant_type', change: set('grant_type', 'magic') },
    'grant_type password': { status: 400, error: 'unsupported_grant_type', change: set('grant_type', 'password') },
    'grant_type implicit': { status: 400, error: 'unsupported_grant_type', change: set('grant_type', 'implicit') },
    'grant_type refresh_token': {
      status: 400,
      error: 'unsupported_grant_type',
      change: set('grant_type', 'refresh_token'),
    },
    'grant_type authorization_code': {
      status: 400,
      error: 'unauthorized_client',
      change: set('grant_type', 'authorization_code'),
    },
    'two grant_types': { status: 400, error: 'invalid_request', change: twice('grant_type') },
    'two scope parameters': {
      status: 400,
      error: 'invalid_request',
      change: (form) => twice('scope')(set('scope', 'partner.read')(form)),
    },
    'two assertions': { status: 400, error: 'invalid_request', change: twice('client_assertion'), anonymous: true },
    'a client_id that is not the sub': { status: 400, error: 'invalid_request', change: set('client_id', 'another') },
    'an unknown scope': { status: 400, error: 'invalid_scope', change: set('scope', 'partner.read partner.admin') },
    'the scope openid': { status: 400, error: 'invalid_scope', change: set('scope', 'openid') },
    'a scope with a quote': { status: 400, error: 'invalid_scope', change: set('scope', 'partner.read"') },
    'a scope with a zero byte': { status: 400, error: 'invalid_scope', change: set('scope', 'partner.read\u0000') },
    'a resource': { status: 400, error: 'invalid_target', change: set('resource', 'https://other.example') },
    'a resource that is not a URL': { status: 400, error: 'invalid_target', change: set('resource', 'x') },
    'two resources': {
      status: 400,
      error: 'invalid_target',
      change: (form) => twice('resource')(set('resource', 'https://other.example')(form)),
    },
    'a JSON body': {
      status: 400,
      error: 'invalid_request',
      change: (form) => JSON.stringify(Object.fromEntries(form)),
      headers: JSON_TYPE,
      anonymous: true,
    },
    'malformed JSON': {
      status: 400,
      error: 'invalid_request',
      change: () => '{',
      headers: JSON_TYPE,
      anonymous: true,
    },
    'a multipart body': {
      status: 400,
      error: 'invalid_request',
      change(form) {
        const parts = new FormData();
        for (const [name, value] of form) parts.set(name, value);
        return parts;
      },
      anonymous: true,
    },
    'plain text': { status: 400, error: 'invalid_request', change: (form) => form.toString(), anonymous: true },
    'no body': { status: 401, error: 'invalid_client', change: () => null, anonymous: true },
    'no assertion': { status: 401, error: 'invalid_client', change: without('client_assertion'), anonymous: true },
    '60 KB': {
      status: 400,
      error: 'invalid_request',
      change: set('client_assertion', 'a'.repeat(60_000)),
      anonymous: true,
    },
    'a client id with a zero byte and no assertion': {
      status: 401,
      error: 'invalid_client',
      change: () => new URLSearchParams({ grant_type: 'client_credentials', client_id: 'no\u0000body' }),
      anonymous: true,
    },
    'a client id and a secret': {
      status: 401,
      error: 'invalid_client',
      change: without('client_assertion'),
      headers: () => basic(machine.partner.clientId, 'a secret')(),
    },
    'an assertion and a secret': {
      status: 400,
      error: 'invalid_request',
      headers: () => basic(machine.partner.clientId, 'a secret')(),
    },
    'an Authorization that is not Basic': {
      status: 400,
      error: 'invalid_request',
      change: without('client_assertion'),
      headers: () => ({ authorization: 'Bearer abc' }),
      anonymous: true,
    },
    "the portal's client id with a wrong secret": {
      status: 401,
      error: 'invalid_client',
      change: without('client_assertion'),
      headers: basic('partner-portal', 'wrong'),
      anonymous: true,
    },
    "the portal's credentials for client_credentials": {
      status: 400,
      error: 'unauthorized_client',
      change: without('client_assertion'),
      headers: basic('partner-portal', 'portal secret for tests, long enough'),
      anonymous: true,
    },
    'Accept: text/html': {
      status: 400,
      error: 'unsupported_grant_type',
      change: set('grant_type', 'magic'),
      headers: () => ({ accept: 'text/html' }),
    },
  };
  test.each(Object.entries(requests))(
    '%s',
    { tags: ['S-289', 'S-290', 'S-300', 'S-369'] },
    async (_name, { status, error, change, headers, anonymous }) => {
      await fresh();
      const form = tokenForm(await ours());
      const answer = await ask(identity, change === undefined ? form : change(form), headers?.());
      expect([answer.status, errorIn(answer)]).toEqual([status, error]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.token).toBeUndefined();
      const { request_id } = JSON.parse(answer.text);
      expect(answer.headers.get('x-request-id')).toBe(request_id);
      const partner_id = anonymous ? '00000000-0000-0000-0000-000000000000' : machine.partner.partnerId;
      const rows = await fresh();
      expect(rows).toMatchObject([{ outcome: 'Refused', error, partner_id, scope: null, last_request_id: request_id }]);
      expect(rows[0]?.reason).toMatch(/\w/);
    },
  );

  test.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])('%s instead of POST', async (method) => {
    const query = method === 'GET' ? `?${tokenForm(await ours())}` : '';
    const answer = await fetch(`${identity.url}/oauth2/token${query}`, { method, headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    const request_id = answer.headers.get('x-request-id');
    expect(await answer.json()).toMatchObject({ error: 'invalid_request', request_id });
  });

  test('a valid request is answered in JSON regardless of Accept', async () => {
    const answer = await ask(identity, tokenForm(await ours()), { accept: 'text/html' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  });

  test('an assertion sent with a wrong scope cannot be used again', async () => {
    const assertion = await ours();
    expect((await ask(identity, tokenForm(assertion, { scope: 'partner.admin' }))).status).toBe(400);
    expect((await ask(identity, tokenForm(assertion))).status).toBe(401);
    expect((await fresh()).at(-1)).toMatchObject({ reason: 'the assertion has already been used' });
  });

  test('a caller that disconnects during its request causes no output and blocks no other caller', async () => {
    const { hostname, port } = new URL(identity.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write('POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n');
    socket.write('Content-Length: 5000\r\n\r\ngrant_type=cli');
    socket.destroy();
    await once(socket, 'close');
    expect((await ask(identity, tokenForm(await ours()))).status).toBe(200);
    expect(
      identity
        .output()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('{')),
    ).toEqual([]);
  });
});

describe('metrics and logs', () => {
  test('count the token endpoint separately from the other OAuth paths', async () => {
    await ask(identity, tokenForm(await ours()));
    await fetch(`${identity.url}/oauth2/jwks`);
    await fetch(`${identity.url}/oauth2/nothing-of-ours`);
    const metrics = await (await fetch(identity.metricsUrl)).text();
    const routes = new Set(
      [...metrics.matchAll(/^onboarding_http_request_seconds_count\{.*route="(\/oauth2[^"]*)"/gm)].map(
        (found) => found[1],
      ),
    );
    expect(routes).toEqual(new Set(['/oauth2/token', '/oauth2/jwks', '/oauth2/*']));
  });

  test('name client and error code in the request line, and no client for an unknown one', async () => {
    const lines = () =>
      identity
        .output()
        .split('\n')
        .filter((line) => line.includes('"route":"/oauth2/token"') && line.includes('"msg":"request"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    // Found by its id, because lines of earlier requests may arrive late.
    const told = async (form: URLSearchParams) => {
      const id = (await ask(identity, form)).headers.get('x-request-id');
      const line = () => lines().find(({ requestId }) => requestId === id);
      await until(async () => line() !== undefined, 'the request is logged');
      return line();
    };
    const { partnerId, clientId } = machine.partner;
    expect(await told(tokenForm(await ours()))).toMatchObject({ partnerId, clientId, status: 200 });
    const expired = await ours({ claims: { iat: seconds() - 900, exp: seconds() - 600 } });
    expect(await told(tokenForm(expired))).toMatchObject({ partnerId, clientId, status: 401, code: 'invalid_client' });
    const outsider = await ours({ claims: { iss: 'someone', sub: 'someone' } });
    const line = await told(tokenForm(outsider));
    expect(line).toMatchObject({ status: 401, code: 'invalid_client' });
    expect(line).not.toHaveProperty('clientId');
  });

  test('show the age of the active signing key', async () => {
    const metrics = await (await fetch(identity.metricsUrl)).text();
    expect(metrics).toContain(
      'onboarding_signing_keys{status="Active",service="identity",environment="development"} 1',
    );
    const [, since] = /^onboarding_signing_key_active_timestamp_seconds\{[^}]*\} (\S+)$/m.exec(metrics) ?? [];
    expect(Math.abs(Number(since) - seconds())).toBeLessThan(3_600);
  });
});
