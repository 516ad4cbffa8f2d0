// Which tokens the Partner API accepts, and how it refuses all other requests.
import { AUTHENTICATION_FAULTS } from '@onboarding/contract';
import { createTokenVerifier } from '@onboarding/platform/tokens';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { AUDIENCE, ISSUER } from '../../harness/tokens.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});
const PATH = `/partner/v1/business-profiles/${crypto.randomUUID()}`;

function claims(): JWTPayload {
  const { clientId, partnerId } = api.partner;
  return { sub: clientId, client_id: clientId, partner_id: partnerId, scope: 'partner.read partner.write' };
}
const now = () => Math.floor(Date.now() / 1000);
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

async function foreignToken(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT({ ...claims(), iss: ISSUER, aud: AUDIENCE, iat: now(), exp: now() + 300 })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'test-key' })
    .sign(privateKey);
}

function unsigned(alg: string): string {
  const payload = { ...claims(), iss: ISSUER, aud: AUDIENCE, iat: now(), exp: now() + 300 };
  return `${encode({ alg, typ: 'at+jwt', kid: 'test-key' })}.${encode(payload)}.${alg === 'none' ? '' : 'AAAA'}`;
}

async function publicKeyAsSecret(): Promise<string> {
  const secret = new TextEncoder().encode(JSON.stringify((await api.issuer.published()).keys[0]));
  return new SignJWT({ ...claims(), iss: ISSUER, aud: AUDIENCE, iat: now(), exp: now() + 300 })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'test-key' })
    .sign(secret);
}

const UNRECOGNISED =
  'The token was not issued by the token endpoint of this environment, or was changed. Sandbox and production have their own: get the token from the one that belongs to this API, and send it unchanged.';
const EXPIRED =
  'The token has expired. Get a new one and repeat the request. Tokens last 300 seconds, and expires_in says how long.';
const MISDIRECTED =
  'The token is for another API or environment. Get one from the token endpoint that belongs to this API.';
const NOT_YET_VALID =
  'The token is not valid yet: the clock of the token endpoint is ahead of ours. Repeat the request in a few seconds; if that does not help, contact us with the requestId.';
const UNSUITABLE =
  'The token is genuine, but not an access token for this API: it may be of another kind, be bound to a key, or lack its client, partner or scope. Get one from the token endpoint with grant_type=client_credentials.';
const NO_PARTNER =
  'The token is genuine, but its partner does not exist in this environment. Contact us with the requestId.';

describe('a request is rejected with 401, and a token without our signature always with the same message:', () => {
  const refused: [string, () => Promise<string> | string, message: string][] = [
    ['garbage', () => 'garbage', UNRECOGNISED],
    ['three parts of garbage', () => 'a.b.c', UNRECOGNISED],
    ['alg none', () => unsigned('none'), UNRECOGNISED],
    ['a made-up signature', () => unsigned('RS256'), UNRECOGNISED],
    ['an algorithm that is not RS256', () => unsigned('RS512'), UNRECOGNISED],
    ['HS256 with the public key as its secret', publicKeyAsSecret, UNRECOGNISED],
    ['signed with an unknown key', foreignToken, UNRECOGNISED],
    ['an unknown kid', () => api.issuer.sign(claims(), { kid: 'other' }), UNRECOGNISED],
    ['another typ', () => api.issuer.sign(claims(), { typ: 'JWT' }), UNSUITABLE],
    ['another issuer', () => api.issuer.sign({ ...claims(), iss: 'https://elsewhere.example' }), MISDIRECTED],
    ['another audience', () => api.issuer.sign({ ...claims(), aud: 'another-api' }), MISDIRECTED],
    ['expired', () => api.issuer.sign({ ...claims(), iat: now() - 400, exp: now() - 100 }), EXPIRED],
    [
      'issued too long ago, though not expired',
      () => api.issuer.sign({ ...claims(), iat: now() - 400, exp: now() + 100 }),
      EXPIRED,
    ],
    ['issued in the future', () => api.issuer.sign({ ...claims(), iat: now() + 100, exp: now() + 300 }), NOT_YET_VALID],
    ['no client id', () => api.issuer.sign({ ...claims(), client_id: undefined }), UNSUITABLE],
    ['no partner id', () => api.issuer.sign({ ...claims(), partner_id: undefined }), UNSUITABLE],
    ['a partner id that is not a UUID', () => api.issuer.sign({ ...claims(), partner_id: "x' or 1=1" }), UNSUITABLE],
    [
      'bound to a key, but sent as a plain bearer token',
      () => api.issuer.sign({ ...claims(), cnf: { jkt: 'x' } }),
      UNSUITABLE,
    ],
    [
      'a partner that does not exist',
      () => api.issuer.sign({ ...claims(), partner_id: crypto.randomUUID() }),
      NO_PARTNER,
    ],
  ];
  test.each(refused)('%s', { tags: ['S-293', 'S-298', 'S-299', 'S-331'] }, async (_what, make, message) => {
    const answer = await api.call('GET', PATH, { token: await make() });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(`Bearer error="invalid_token", error_description="${message}"`);
    expect(answer.json().error).toMatchObject({ code: 'Partner.NotAuthenticated', message });
  });

  test('expired since it was accepted', async () => {
    let seconds = Math.floor(Date.now() / 1000);
    const clock = { now: () => new Date(seconds * 1000) };
    const { jwks } = api.issuer;
    const verifier = createTokenVerifier({ issuer: ISSUER, audience: AUDIENCE, jwks, clock });
    const token = await api.issuer.sign({ ...claims(), iat: seconds, exp: seconds + 300 });
    await verifier.verify(token);
    seconds += 311;
    for (const _attempt of ['remembered', 'checked again'])
      await expect(verifier.verify(token)).rejects.toMatchObject({ name: 'InvalidToken', fault: 'Expired' });
  });

  test.each([
    ['no Authorization header', {}],
    ['another scheme', { authorization: 'Basic abc' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['an API key id', { 'x-api-key': 'ak_0123456789', 'x-api-key-id': 'ak_0123456789' }],
    ['an API key id as its scheme', { authorization: 'ApiKey ak_0123456789' }],
  ])('%s', { tags: ['S-293', 'S-299'] }, async (_what, headers) => {
    const answer = await api.app.inject({ method: 'GET', url: `/api${PATH}`, headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json().error.message).toBe(
      'No bearer token was sent. Get one from the token endpoint and send it in the header Authorization: Bearer <token>.',
    );
  });

  test.each([
    ['in quotes', (token: string) => `Bearer "${token}"`],
    ['after two spaces', (token: string) => `Bearer  ${token}`],
    ['with a space in it', (token: string) => `Bearer ${token.slice(0, 50)} ${token.slice(50)}`],
    ['with the scheme twice', (token: string) => `Bearer Bearer ${token}`],
    ['as JSON', (token: string) => `Bearer {"access_token":"${token}"}`],
  ])('a valid token %s', async (_what, written) => {
    const headers = { authorization: written(await api.issuer.token(api.partner)) };
    const answer = await api.app.inject({ method: 'GET', url: `/api${PATH}`, headers });
    const message =
      'The Authorization header is malformed. Send the word Bearer, one space, and the token exactly as you received it, without quotes or line breaks.';
    expect([answer.statusCode, answer.json().error.message]).toEqual([401, message]);
    expect(answer.headers['www-authenticate']).toBe(`Bearer error="invalid_token", error_description="${message}"`);
  });

  test.each(Object.entries(AUTHENTICATION_FAULTS))('%s has a text that a quoted string can contain', (_fault, text) => {
    expect(text).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });
});

describe('every route requires a token with its scope:', () => {
  test.each(partnerRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    { tags: ['S-9', 'S-196', 'S-300'] },
    async (_name, route) => {
      const path = route.path.replace('{customerId}', crypto.randomUUID()).replace('{partnerCustomerId}', 'x');
      const method = route.method as 'GET' | 'POST';
      const anonymous = await api.app.inject({ method, url: `/api${path}` });
      expect(anonymous.statusCode, 'without a token').toBe(401);
      const other = route.scope === 'partner.read' ? 'partner.write' : 'partner.read';
      const wrongScope = await api.call(method, path, { token: await api.issuer.token(api.partner, other) });
      expect(wrongScope.statusCode, 'with the other scope only').toBe(403);
      expect(wrongScope.json().error).toMatchObject({
        code: 'Partner.ScopeMissing',
        message: expect.stringContaining(route.scope),
      });
      expect(route.scope).toBe(route.method === 'GET' ? 'partner.read' : 'partner.write');
    },
  );
});

describe("the partner's standing is checked on each request", () => {
  test('deactivating and activating a partner take effect immediately', async () => {
    const partner = await database.addPartner();
    const token = await api.issuer.token(partner);
    const ask = async () => (await api.call('GET', PATH, { token })).json().error.code;
    expect(await ask()).toBe('Customer.NotFound');
    await database.owner.query(`update partners set status = 'Inactive' where partner_id = $1`, [partner.partnerId]);
    expect(await ask()).toBe('Partner.Inactive');
    await database.owner.query(`update partners set status = 'Active' where partner_id = $1`, [partner.partnerId]);
    expect(await ask()).toBe('Customer.NotFound');
  });

  test('a partner that is not approved gets 409 Partner.OnboardingNotApproved', async () => {
    const token = await api.issuer.token(await database.addPartner({ onboardingStatus: 'Pending' }));
    const answer = await api.call('GET', PATH, { token });
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'Partner.OnboardingNotApproved']);
  });
});
