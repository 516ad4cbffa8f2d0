// Every response of every service forbids storing, content sniffing and framing.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openChromium } from '../harness/chromium.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type RunningIssuer, type RunningProcess, runApi, runIdentity, runIssuer } from '../harness/process.ts';
import { signIn } from '../harness/session.ts';
import { runWorker } from '../harness/worker.ts';

let database: TestDatabase;
let issuer: RunningIssuer;
let api: RunningProcess;
let identity: RunningProcess;
let worker: RunningProcess;

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: issuer.url,
    environment: { PORTAL_URL: 'http://127.0.0.1:1', PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough' },
  });
  identity = await runIdentity({ databaseUrl: database.identityUrl });
  // Not in development, so that headers sent only in other environments are checked too.
  worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:9',
    environment: { WORKER_ROLES: 'housekeeping', ENVIRONMENT: 'sandbox', PORTAL_URL: 'https://portal.example' },
  });
});
afterAll(async () => {
  await Promise.all([api, identity, worker].map((one) => one?.kill()));
  await issuer.close();
  await database.close();
});

/** Sends a raw text and returns the status and headers of the response. */
async function ask(url: string, text: string): Promise<{ status: number; headers: Map<string, string> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  socket.write(text);
  await new Promise((resolve) => socket.once('close', resolve));
  const [first = '', ...lines] = (heard.split('\r\n\r\n')[0] ?? '').split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: */, '')]),
  );
  return { status: Number(first.split(' ')[1]), headers };
}

const request = (line: string, headers: Record<string, string> = {}, body = '') =>
  [
    `${line} HTTP/1.1`,
    'host: x',
    'connection: close',
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    ...(body === '' ? [] : [`content-length: ${body.length}`]),
    '',
    body,
  ].join('\r\n');
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

type Case = [name: string, status: number, text: () => string | Promise<string>];

const bearer = async (scope?: string) => ({
  authorization: `Bearer ${await issuer.issuer.token(await database.addPartner(), scope)}`,
});
const REQUIREMENTS = 'GET /api/customer/v1/onboarding/ubo-identity-requirements?countryCode=NGA';

const CASES: Record<'api' | 'identity' | 'worker' | 'metrics', Case[]> = {
  api: [
    ['a read', 200, async () => request('GET /api/partner/v1/business-profiles', await bearer())],
    ['a read of reference data', 200, async () => request(REQUIREMENTS, await bearer())],
    ['no token', 401, () => request('GET /api/partner/v1/business-profiles')],
    ['no scope', 403, async () => request('GET /api/partner/v1/business-profiles', await bearer('partner.none'))],
    ['unknown path', 404, () => request('GET /nothing')],
    ['wrong method', 405, () => request('DELETE /api/partner/v1/business-profiles')],
    ['withdrawn route', 410, () => request('POST /api/auth/partner/v1/token')],
    [
      'body too large',
      413,
      async () =>
        request('POST /api/partner/v1/business-profiles', { ...(await bearer()), ...JSON_TYPE }, '1'.repeat(1_100_000)),
    ],
    ['URL too long', 414, () => request(`GET /${'x'.repeat(9_000)}`)],
    [
      'wrong content type',
      415,
      async () =>
        request('POST /api/partner/v1/business-profiles', { ...(await bearer()), 'content-type': 'text/xml' }, '<a/>'),
    ],
    [
      'malformed JSON',
      400,
      async () => request('POST /api/partner/v1/business-profiles', { ...(await bearer()), ...JSON_TYPE }, '{'),
    ],
    ['malformed URL', 400, () => request('GET /%zz')],
    ['not HTTP', 400, () => 'hello\r\n\r\n'],
    ['no Host header', 400, () => 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['unknown Expect header', 417, () => request('GET /', { expect: 'a miracle' })],
    ['a session', 200, async () => request('GET /api/session/partner', (await signIn(database)).cookie)],
    ['no session', 401, () => request('GET /api/session/partner')],
    ['sign-in while identity is unavailable', 503, () => request('GET /api/session/partner/sign-in')],
    ['callback without a cookie', 400, () => request('GET /api/session/partner/callback')],
    ['home page', 200, () => request('GET /')],
    ['a script', 200, () => request('GET /home.js')],
    ['a redirect', 301, () => request('GET /docs')],
    ['API reference', 200, () => request('GET /docs/reference/')],
    ['script of the API reference', 200, () => request('GET /docs/reference/js/scalar.js')],
    ['OpenAPI description', 200, () => request('GET /api/openapi.json')],
    ['OpenAPI description for analysts', 200, () => request('GET /api/openapi-compliance.json')],
    ['health', 200, () => request('GET /health/ready')],
  ],
  identity: [
    ['metadata', 200, () => request('GET /.well-known/openid-configuration')],
    ['keys', 200, () => request('GET /oauth2/jwks')],
    [
      'refused token request',
      401,
      () =>
        request(
          'POST /oauth2/token',
          FORM,
          'grant_type=client_credentials&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=a.b.c',
        ),
    ],
    ['token request with the wrong method', 405, () => request('GET /oauth2/token')],
    ['form too large', 400, () => request('POST /oauth2/token', FORM, 'a=1&'.repeat(25_000))],
    ['sign-in of an unknown client', 400, () => request('GET /oauth2/authorize?client_id=nobody')],
    ['unknown OAuth path', 404, () => request('GET /oauth2/nothing')],
    ['unknown page', 404, () => request('GET /nothing')],
    ['unknown sign-in', 400, () => request('GET /sign-in/nothing')],
    ['malformed URL', 400, () => request('GET /%zz')],
    ['not HTTP', 400, () => 'hello\r\n\r\n'],
    ['health', 200, () => request('GET /health/ready')],
  ],
  worker: [
    ['health', 200, () => request('GET /health/live')],
    ['unknown path', 404, () => request('POST /nothing')],
    ['malformed URL', 400, () => request('GET /%zz')],
    ['not HTTP', 400, () => 'hello\r\n\r\n'],
  ],
  metrics: [
    ['metrics', 200, () => request('GET /metrics')],
    ['unknown path', 404, () => request('GET /')],
    ['not HTTP', 400, () => 'hello\r\n\r\n'],
  ],
};

/** Responses that may be cached, with their Cache-Control. */
const KEPT: Record<string, string> = { 'a read of reference data': 'private, max-age=3600' };

describe.each(Object.entries(CASES))('%s', (where, cases) => {
  test.each(cases)('%s, status %i', async (name, status, text) => {
    const url = { api: api.url, identity: identity.url, worker: worker.url, metrics: worker.metricsUrl }[where] ?? '';
    const { headers, ...answer } = await ask(url, await text());
    expect(answer.status).toBe(status);
    expect(headers.get('cache-control')).toContain(KEPT[name] ?? 'no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|same-origin)$/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const encryptedOnly = where === 'worker' || where === 'metrics';
    expect(headers.get('strict-transport-security')).toBe(
      encryptedOnly ? 'max-age=31536000; includeSubDomains' : undefined,
    );
  });
});

test('the API reference works under its policy, which allows no other script, and its documents can be chosen by keyboard', async () => {
  const policy = (await fetch(`${api.url}/docs/reference/`)).headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'(;| 'sha256)/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const browser = await openChromium();
  try {
    const { page, tabTo } = await browser.newWindow();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    await page.goto(`${api.url}/docs/reference/`);
    await page.getByText('Create a business', { exact: false }).first().waitFor();
    await tabTo('Partner API');
    for (const title of ['Sandbox API', 'Dashboard API', 'Compliance API']) {
      await page.keyboard.press('Enter');
      await page.getByRole('option', { name: title }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    }
    // On a small screen, the switch is in the menu.
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: /menu/i }).first().press('Enter');
    await page.getByRole('button', { name: 'Compliance API' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(refused).toEqual([]);
  } finally {
    await browser.close();
  }
});
