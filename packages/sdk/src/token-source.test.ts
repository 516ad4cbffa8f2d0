import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createTokenSource,
  type PrivateKey,
  PrivateKeyError,
  type RsaPrivateJwk,
  TokenRequestError,
  type TokenSourceOptions,
} from './index.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

let server: Server;
let issuer: string;
let forms: URLSearchParams[];
/** The next response of the endpoint. */
let answer: { status: number; body: string };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    forms.push(new URLSearchParams(Buffer.concat(await request.toArray()).toString()));
    response.writeHead(answer.status).end(answer.body.replace('NUMBER', String(forms.length)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  forms = [];
  good(300);
});

function good(seconds: number): void {
  answer = { status: 200, body: JSON.stringify({ access_token: 'token-NUMBER', expires_in: seconds }) };
}

const source = (more: Partial<TokenSourceOptions> = {}) =>
  createTokenSource({ issuer, clientId: 'acme-1', privateKey, maxRetries: 1, backoffMs: 1, ...more });

test('requests a token once and shares it between all callers', async () => {
  const tokens = source();
  expect(await Promise.all([tokens.token(), tokens.token(), tokens.token()])).toEqual(Array(3).fill('token-1'));
  expect(await tokens.token()).toBe('token-1');
  expect(forms).toHaveLength(1);
});

test('requests a new token 30 seconds before expiry and after forget', async () => {
  let now = Date.now();
  const tokens = source({ now: () => now });
  expect(await tokens.token()).toBe('token-1');
  now += 269_000;
  expect(await tokens.token()).toBe('token-1');
  now += 26_500;
  expect(await tokens.token()).toBe('token-2');
  tokens.forget('another');
  expect(await tokens.token()).toBe('token-2');
  tokens.forget('token-2');
  expect(await tokens.token()).toBe('token-3');
  tokens.forget();
  expect(await tokens.token()).toBe('token-4');
});

test('renews in the background while the old token is valid, and retries a failed renewal', async () => {
  let now = Date.now();
  const tokens = source({ now: () => now, maxRetries: 0 });
  expect(await tokens.token()).toBe('token-1');
  now += 271_000;
  answer = { status: 503, body: '' };
  expect(await tokens.token()).toBe('token-1');
  await expect.poll(() => forms.length).toBe(2);
  good(300);
  await expect.poll(() => tokens.token()).not.toBe('token-1');
});

test('a refusal says what to do and is not cached', async () => {
  const tokens = source();
  answer = { status: 401, body: JSON.stringify({ error: 'invalid_client', error_description: 'No.' }) };
  const refusal = await tokens.token().catch((thrown: unknown) => thrown);
  expect(refusal).toBeInstanceOf(TokenRequestError);
  expect(refusal).toMatchObject({
    status: 401,
    message: expect.stringMatching(/invalid_client.*Check the client id first.*log of token requests/),
  });
  const said =
    'First check that iss and sub are your client id. Your team can find the reason in the log of token requests.';
  answer = { status: 401, body: JSON.stringify({ error: 'invalid_client', error_description: said }) };
  await expect(tokens.token()).rejects.toThrow(/log of token requests\.\)\. \/docs\/tokens explains each reason\.$/);
  answer = { status: 502, body: '<html>' };
  await expect(tokens.token()).rejects.toMatchObject({ status: 502 });
  expect(forms).toHaveLength(4);
  good(300);
  expect(await tokens.token()).toBe('token-5');
});

test('an unreachable endpoint is an error without a status', async () => {
  const tokens = createTokenSource({ issuer: 'http://127.0.0.1:1', clientId: 'acme-1', privateKey, maxRetries: 0 });
  await expect(tokens.token()).rejects.toMatchObject({ name: 'TokenRequestError', status: undefined });
});

test('signs each assertion with RS256, valid for a minute and used once', { tags: ['S-369'] }, async () => {
  const tokens = source({ scope: 'partner.read' });
  await tokens.token();
  tokens.forget();
  await tokens.token();
  const claims = forms.map((form) => {
    const [header = '', payload = '', signature = ''] = (form.get('client_assertion') ?? '').split('.');
    const signed = Buffer.from(signature, 'base64url');
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), createPublicKey(publicKey), signed)).toBe(true);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'RS256', typ: 'JWT' });
    return JSON.parse(Buffer.from(payload, 'base64url').toString());
  });
  expect(claims[0]).toMatchObject({ iss: 'acme-1', sub: 'acme-1', aud: issuer, exp: claims[0].iat + 60 });
  expect(claims[0].jti).not.toBe(claims[1].jti);
  expect(forms[0]?.get('scope')).toBe('partner.read');
  expect(forms[0]?.get('grant_type')).toBe('client_credentials');
});

test('accepts a key as PKCS#8 or PKCS#1 PEM, JWK, CryptoKey or a signing function', async () => {
  const key = createPrivateKey(privateKey);
  const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const jwk = key.export({ format: 'jwk' }) as RsaPrivateJwk;
  const forms_: PrivateKey[] = [
    privateKey,
    key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    { ...jwk, ...{ alg: 'RS512', key_ops: ['verify'] } },
    await crypto.subtle.importKey('jwk', { ...jwk }, rs256, false, ['sign']),
    (content) => sign('sha256', content, key),
  ];
  for (const form of forms_) await source({ privateKey: form }).token();
  for (const form of forms) {
    const [content, signature] = splitLast(form.get('client_assertion') ?? '');
    expect(verify('sha256', Buffer.from(content), publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  }
  expect(forms).toHaveLength(forms_.length);
});

function splitLast(assertion: string): [content: string, signature: string] {
  const at = assertion.lastIndexOf('.');
  return [assertion.slice(0, at), assertion.slice(at + 1)];
}

test('refuses an unusable key with advice and without showing it', async () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const encrypted = createPrivateKey(privateKey).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  });
  expect(() => source({ privateKey: './key.pem' })).toThrow(/content of the file, not its path/);
  expect(() => source({ privateKey: encrypted.toString() })).toThrow(/encrypted.*openssl pkey/);
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
  expect(() => source({ privateKey: certificate })).toThrow(/is a certificate\. Pass the private key/);
  expect(() => source({ privateKey: './key.pem' })).toThrow(/whose text starts with .*not its path/);
  expect(() => source({ privateKey: ec.export({ type: 'sec1', format: 'pem' }).toString() })).toThrow(/RSA/);
  const late = source({ privateKey: ec.export({ type: 'pkcs8', format: 'pem' }).toString() }).token();
  await expect(late).rejects.toThrow(PrivateKeyError);
  expect(() => createTokenSource({ clientId: 'acme-1', privateKey })).toThrow(/issuer.*tokenUrl/);
});
