// Which tokens the Partner API accepts, and how it refuses all other requests.
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

describe('a request is rejected with 401, and every invalid token with the same message:', () => {
  const refused: [string, () => Promise<string> | string][] = [
    ['garbage', () => 'garbage'],
    ['three parts of garbage', () => 'a.b.c'],
    ['alg none', () => unsigned('none')],
    ['a made-up signature', () => unsigned('RS256')],
    ['an algorithm that is not RS256', () => unsigned('RS512')],
    ['HS256 with the public key as its secret', publicKeyAsSecret],
    ['signed with an unknown key', foreignToken],
    ['an unknown kid', () => api.issuer.sign(claims(), { kid: 'other' })],
    ['another typ', () => api.issuer.sign(claims(), { typ: 'JWT' })],
    ['another issuer', () => api.issuer.sign({ ...claims(), iss: 'https://elsewhere.example' })],
    ['another audience', () => api.issuer.sign({ ...claims(), aud: 'another-api' })],
    ['expired', () => api.issuer.sign({ ...claims(), iat: now() - 400, exp: now() - 100 })],
    [
      'issued too long ago, though not expired',
      () => api.issuer.sign({ ...claims(), iat: now() - 400, exp: now() + 100 }),
    ],
    ['issued in the future', () => api.issuer.sign({ ...claims(), iat: now() + 100, exp: now() + 300 })],
    ['no client id', () => api.issuer.sign({ ...claims(), client_id: undefined })],
    ['no partner id', () => api.issuer.sign({ ...claims(), partner_id: undefined })],
    ['a partner id that is not a UUID', () => api.issuer.sign({ ...claims(), partner_id: "x' or 1=1" })],
    ['bound to a key, but sent as a plain bearer token', () => api.issuer.sign({ ...claims(), cnf: { jkt: 'x' } })],
    ['a partner that does not exist', () => api.issuer.sign({ ...claims(), partner_id: crypto.randomUUID() })],
  ];
  test.each(refused)('%s', { tags: ['S-293', 'S-298', 'S-299', 'S-331'] }, async (_what, make) => {
    const answer = await api.call('GET', PATH, { token: await make() });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
    expect(answer.json().error.code).toBe('Partner.NotAuthenticated');
    expect(answer.json().error.message).toMatch(
      /^The bearer token is missing or invalid, or does not belong to a partner/,
    );
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
