// The verdict and advice of the doctor for each possible fault.
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { makeKeyPair } from '@onboarding/key-pair';
import { verifyWebhook, WebhookTimestampError } from '@onboarding/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CliHome, makeCliHome, runCli, serve, type TestServer } from '../../../../tests/harness/cli.ts';
import { checkCertificate, checkKey, checkProfile } from './credential.ts';
import { connectionFault } from './reach.ts';

const DAY_MS = 86_400_000;
const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
let home: CliHome;
let pair: { certificate: string; privateKey: string };
beforeAll(async () => {
  home = makeCliHome();
  pair = await makeKeyPair('acme-1');
});
afterAll(() => home.remove());

test.each([
  ['ENOTFOUND', /^the name api\.example cannot be resolved/],
  ['EAI_AGAIN', /^the name api\.example cannot be resolved/],
  ['ECONNREFUSED', /^nothing is listening at api\.example:8443/],
  ['CERT_HAS_EXPIRED', /^the TLS certificate of api\.example:8443 is not trusted/],
  ['timeout', /^api\.example:8443 does not answer within 10 s/],
  ['ECONNRESET', /^api\.example:8443 cannot be reached \(ECONNRESET\)/],
])('explains a connection that fails with %s', (code, found) => {
  const thrown = Object.assign(new Error(code), { code });
  const verdict = connectionFault('API', 'https://api.example:8443/x', thrown);
  expect(verdict).toMatchObject({ about: 'API', state: 'fault', found: expect.stringMatching(found) });
  expect(verdict.cure).not.toBe('');
});

describe('the profile', () => {
  const complete = {
    profile: 'sandbox',
    file: '/none',
    api: 'https://a.example',
    issuer: 'https://i.example',
    clientId: 'c',
  };
  test('is good if it is complete and private', async () => {
    const { verdicts, settings } = await checkProfile(complete);
    expect(verdicts).toMatchObject([{ state: 'good', found: '"sandbox": c at https://a.example' }]);
    expect(settings?.clientId).toBe('c');
  });
  test('is a fault if other users can read it, or if a setting is missing', async () => {
    const file = home.write('exposed.json', '{}');
    chmodSync(file, 0o644);
    expect(await checkProfile({ ...complete, file })).toMatchObject({
      verdicts: [{ state: 'fault', cure: `Run: chmod 600 ${file}` }],
      settings: { clientId: 'c' },
    });
    const { clientId: _, ...rest } = complete;
    const { verdicts, settings } = await checkProfile(rest);
    expect(verdicts).toMatchObject([
      {
        state: 'fault',
        found: expect.stringMatching(/^--client-id is missing/),
        cure: expect.stringMatching(/^Run "onboarding init/),
      },
    ]);
    expect(settings).toBeUndefined();
  });
});

describe('the key', () => {
  const found = { profile: 'sandbox', file: '/none' };
  const check = (pem: string, more = {}) => checkKey({ ...found, privateKey: pem, ...more }, async () => pem);
  const rsa = (modulusLength: number) =>
    generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  test('is good with at least 2048 bits', async () => {
    const pem = rsa(2048);
    expect(await check(pem)).toEqual({
      verdicts: [{ about: 'key', state: 'good', found: 'RSA with 2048 bits, in the environment', cure: '' }],
      pem,
    });
  });
  test('is a fault if it is too short, not RSA, not a key, or missing', async () => {
    const faults = async (checked: ReturnType<typeof check>) => {
      const { verdicts, pem } = await checked;
      expect([verdicts.length, verdicts[0]?.state, pem]).toEqual([1, 'fault', undefined]);
      return `${verdicts[0]?.found} ${verdicts[0]?.cure}`;
    };
    expect(await faults(check(rsa(1024)))).toContain('RSA with 1024 bits');
    const { privateKey } = generateKeyPairSync('ed25519');
    expect(await faults(check(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()))).toContain(
      'it is ed25519',
    );
    expect(await faults(check('x'))).toContain('It must be in PEM format');
    expect(await faults(check(pair.certificate))).toContain('This is the certificate.');
    expect(await faults(checkKey(found, () => Promise.reject(new Error('gone: check the path.'))))).toBe(
      'gone Check the path. "onboarding init" creates a new one.',
    );
  });
  test('is a fault, but still used, if other users can read its file', async () => {
    const keyFile = home.write('exposed.pem', pair.privateKey);
    chmodSync(keyFile, 0o640);
    const read = async () => pair.privateKey;
    expect(await checkKey({ ...found, keyFile }, read)).toMatchObject({
      verdicts: [{ state: 'fault', cure: `Run: chmod 600 ${keyFile}` }],
      pem: pair.privateKey,
    });
    chmodSync(keyFile, 0o600);
    expect(await checkKey({ ...found, keyFile }, read)).toMatchObject({ verdicts: [{ state: 'good' }] });
  });
});

describe('the certificate', () => {
  const now = Date.now();
  const check = async (days: number, { pem = pair.privateKey, certificate = pair.certificate } = {}) => {
    const certificateFile = home.write('certificate.pem', certificate);
    const { state, found } = await checkCertificate(
      { profile: 'sandbox', file: '/none', certificateFile },
      pem,
      new Date(now + days * DAY_MS),
    );
    return `${state}: ${found}`;
  };
  test('is skipped if missing, and a warning if unreadable', async () => {
    const found = { profile: 'sandbox', file: '/none' };
    expect(await checkCertificate(found, undefined, new Date())).toMatchObject({ state: 'skipped' });
    expect(await checkCertificate({ ...found, certificateFile: '/none' }, undefined, new Date())).toMatchObject({
      state: 'warning',
    });
  });
  test.each([
    [0, /^good: matches the key, valid until/],
    [334, /^good/],
    [336, /^warning: it expires on/],
    [366, /^fault: it expired on/],
    [-1, /^fault: it is not valid until/],
  ])('%i days after it was created gets a verdict by its dates', async (days, expected) => {
    expect(await check(days)).toMatch(expected);
  });
  test('is a fault if it is not a certificate, or belongs to another key', async () => {
    expect(await check(0, { certificate: 'x' })).toMatch(/^fault: .* is not a certificate in PEM format/);
    expect(await check(0, { pem: readFileSync(home.keyFile, 'utf8') })).toBe('fault: it belongs to another key');
  });
});

type Kind = 'genuine' | 'forged' | 'old';

function kindOf(body: string, headers: Record<string, string>): Kind {
  try {
    verifyWebhook({ body, headers, secrets: SECRET });
    return 'genuine';
  } catch (error) {
    return error instanceof WebhookTimestampError ? 'old' : 'forged';
  }
}

describe('the services', () => {
  let service: TestServer;
  let receiver: Record<Kind, number>;
  let said: {
    api: number;
    error: unknown;
    access: number;
    issuer: string | undefined;
    tokenEndpoint: string | undefined;
    token: number;
    scope: string;
    aheadMs: number;
  };
  let received: number;
  beforeEach(async () => {
    received = 0;
    receiver = { genuine: 204, forged: 401, old: 401 };
    said = {
      api: 401,
      error: { code: 'Token.Missing' },
      access: 200,
      issuer: undefined,
      tokenEndpoint: undefined,
      token: 200,
      scope: 'partner.read partner.write',
      aheadMs: 0,
    };
    service = await serve(async (request, response) => {
      const send = (status: number, body: unknown) =>
        response
          .writeHead(status, {
            'content-type': 'application/json',
            date: new Date(Date.now() + said.aheadMs).toUTCString(),
          })
          .end(JSON.stringify(body));
      if (request.url === '/oauth2/token')
        return send(
          said.token,
          said.token === 200 ? { access_token: 't', expires_in: 300, scope: said.scope } : { error: 'invalid_client' },
        );
      if (request.url?.includes('.well-known'))
        return send(200, {
          issuer: said.issuer ?? service.url,
          token_endpoint: said.tokenEndpoint ?? `${service.url}/oauth2/token`,
        });
      if (request.url === '/hooks') {
        received++;
        const body = await text(request);
        const headers = request.headers as Record<string, string>;
        return send(receiver[kindOf(body, headers)], {});
      }
      return request.headers.authorization === undefined
        ? send(said.api, { error: said.error })
        : send(said.access, { error: said.error });
    });
  });
  afterEach(() => service.close());

  async function examine(...words: string[]) {
    const { code, out } = await runCli(['doctor', '--json', ...words], {
      environment: {
        HOME: home.folder,
        ONBOARDING_API: service.url,
        ONBOARDING_ISSUER: service.url,
        ONBOARDING_CLIENT_ID: 'acme-1',
        ONBOARDING_KEY: home.keyFile,
        ONBOARDING_WEBHOOK_SECRET: SECRET,
      },
    });
    const { verdicts, ...counts } = JSON.parse(out) as {
      verdicts: { about: string; state: string; found: string }[];
      faults: number;
    };
    expect(code).toBe(counts.faults > 0 ? 1 : 0);
    return Object.fromEntries(verdicts.map(({ about, state, found }) => [about, `${state}: ${found}`]));
  }

  test('are reported as good, in order, with exit code 0', async () => {
    const found = await examine();
    expect(Object.keys(found)).toEqual([
      'profile',
      'key',
      'certificate',
      'API',
      'clock',
      'identity',
      'token',
      'access',
    ]);
    expect(Object.values(found).filter((one) => !one.startsWith('good'))).toEqual([
      expect.stringMatching(/^skipped: the profile names no certificate file/),
    ]);
  });

  test.each([
    ['API', { api: 500 }, /^fault: it answers 500/, /^skipped/],
    ['API', { api: 429 }, /^fault: it answers 429/, /^skipped/],
    ['API', { api: 200 }, /^fault: .* answers \(200\), but is not the API/, /^skipped/],
    ['API', { error: null }, /^fault: .* but is not the API/, /^skipped/],
    ['clock', { aheadMs: 30_000 }, /^fault: this machine is (29|30) s behind the API/, /^good/],
    ['clock', { aheadMs: -30_000 }, /^fault: this machine is (30|31) s ahead of the API/, /^good/],
    ['clock', { aheadMs: 8_000 }, /^good: agrees/, /^good/],
    [
      'identity',
      { issuer: 'https://other.example' },
      /^fault: the issuer identifies itself as https:\/\/other/,
      /^skipped/,
    ],
    [
      'identity',
      { tokenEndpoint: 'https://other.example' },
      /^fault: its token endpoint is https:\/\/other/,
      /^skipped/,
    ],
    ['token', { token: 401 }, /^fault: refused for acme-1/, /^skipped/],
    ['token', { scope: 'partner.read' }, /^warning: issued, without partner.write/, /^good/],
    ['access', { access: 401 }, /^fault: the API does not accept tokens from/, /^fault/],
    ['access', { access: 403 }, /^fault: the API refuses this partner/, /^fault/],
    ['access', { access: 503 }, /^fault: the API answers 503/, /^fault/],
  ])('%s: %j is reported, and access is checked only if possible', async (about, change, expected, access) => {
    Object.assign(said, change);
    const found = await examine();
    expect(found[about]).toMatch(expected);
    expect(found.access).toMatch(access);
  });

  test.each([
    [204, 401, 401, [/^good/, /^good: a forged/, /^good: an old/]],
    [204, 204, 401, [/^good/, /^fault: the receiver accepts a forged/, /^good/]],
    [204, 401, 204, [/^good/, /^good/, /^fault: the receiver accepts a delivery that is ten minutes old/]],
    [302, 401, 401, [/^fault: answers with a redirect/]],
    [404, 401, 401, [/^fault: answers 404/]],
    [405, 401, 401, [/^fault: answers 405/]],
    [401, 401, 401, [/^fault: refuses a genuine delivery \(401/]],
  ])(
    'a receiver that answers %i, a forgery with %i and an old delivery with %i gets the expected verdicts',
    async (genuine, forged, old, expected) => {
      receiver = { genuine, forged, old };
      const found = await examine('--forward-to', `${service.url}/hooks`);
      const told = ['receiver', 'signature', 'replay'].flatMap((about) => found[about] ?? []);
      expect(told).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
    },
  );

  test('a receiver is not called while the clock is wrong', async () => {
    said.aheadMs = 60_000;
    expect((await examine('--forward-to', `${service.url}/hooks`)).receiver).toMatch(/^skipped: set the clock first/);
    expect(received).toBe(0);
  });
});
