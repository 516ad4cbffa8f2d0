// The reverse proxy of deploy/proxy in front of real processes: what it exposes, and what not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BehindProxy, EVENTS_SECRET, PUBLIC_HOSTS, startBehindProxy } from '../harness/scenes/behind-proxy.ts';
import { PROXY_HOSTS, type ProxyHost, type TestProxy } from '../harness/servers/caddy.ts';

const EVENTS = '/api/storage/v1/events';
const VISITS = 3;

let scene: BehindProxy;
let proxy: TestProxy;
beforeAll(async () => {
  scene = await startBehindProxy({ visitsPerMinute: VISITS });
  ({ proxy } = scene);
});
afterAll(() => scene?.close());

/** Responses of the services have this header; those of the proxy itself do not. */
const isFromService = ({ headers }: { headers: Record<string, unknown> }) =>
  headers['content-security-policy'] !== undefined;

test.each<[ProxyHost, string, number]>([
  ['api', '/docs/reference/', 200],
  ['api', '/api/openapi.json', 200],
  ['api', '/api/openapi-dashboard.json', 200],
  ['api', '/api/partner/v1/countries', 401],
  ['api', '/api/customer/v1/onboarding/ubo-identity-requirements', 401],
  ['api', '/api/auth/partner/v1/token', 410],
  ['portal', '/', 302],
  ['portal', '/home.css', 200],
  ['portal', '/portal', 302],
  ['portal', '/api/session/partner', 401],
  ['portal', '/api/customer/v1/partner-profile', 401],
  ['console', '/', 302],
  ['console', '/console', 302],
  ['console', '/api/session/staff', 401],
  ['console', '/api/compliance/v1/queue', 401],
  ['console', '/api/operations/v1/partners', 401],
  ['identity', '/.well-known/openid-configuration', 200],
  ['identity', '/oauth2/jwks', 200],
])('on %s, the service answers %s with %i', async (host, path, status) => {
  const answer = await proxy.ask(host, path);
  expect([answer.status, isFromService(answer)]).toEqual([status, true]);
  expect(answer.headers.server).toBeUndefined();
});

test.each(PUBLIC_HOSTS)('%s exposes neither health, metrics nor storage events', async (host) => {
  const roundabout = [
    '/api/partner/v1/../../..',
    '/portal/..',
    '/console/..',
    '/oauth2/..',
    '/api/partner/v1/%2e%2e/%2e%2e/%2e%2e',
    '/',
    '/.',
  ];
  for (const path of ['/health/live', '/health/accepting', '/metrics', `${EVENTS}?token=${EVENTS_SECRET}`]) {
    expect(isFromService(await proxy.ask(host, path)), path).toBe(false);
    for (const way of roundabout) {
      const { status } = await proxy.ask(host, way + path, { method: path.startsWith(EVENTS) ? 'POST' : 'GET' });
      expect(status, way + path).toBeGreaterThanOrEqual(400);
    }
  }
  const event = await proxy.ask(host, EVENTS, {
    method: 'POST',
    headers: { authorization: `Bearer ${EVENTS_SECRET}` },
  });
  expect([event.status, isFromService(event)]).toEqual([404, false]);
});

test.each<[ProxyHost, string]>([
  ['api', '/portal/'],
  ['api', '/console/'],
  ['api', '/api/session/partner'],
  ['api', '/api/compliance/v1/queue'],
  ['api', '/api/customer/v1/partner-profile'],
  ['portal', '/api/partner/v1/countries'],
  ['portal', '/api/compliance/v1/queue'],
  ['portal', '/api/session/staff'],
  ['console', '/api/session/partner'],
  ['console', '/api/customer/v1/partner-profile'],
  ['identity', '/api/partner/v1/countries'],
])('%s does not serve %s, which belongs to another host', async (host, path) => {
  const answer = await proxy.ask(host, path);
  expect([answer.status, isFromService(answer)]).toEqual([404, false]);
});

test('the internal host accepts storage events and nothing else', async () => {
  const headers = { authorization: `Bearer ${EVENTS_SECRET}`, 'content-type': 'application/json' };
  const reported = await proxy.ask('internal', EVENTS, { method: 'POST', headers, body: '{"Records":[]}' });
  expect(reported.status).toBe(200);
  const unknown = await proxy.ask('internal', EVENTS, { method: 'POST', body: '{}' });
  expect(unknown.status).toBe(401);
  for (const path of ['/health/ready', '/api/partner/v1/countries', '/docs/reference/', EVENTS])
    expect((await proxy.ask('internal', path)).status, path).toBe(404);
});

test('the proxy overwrites forwarding headers, so that callers cannot forge their address', async () => {
  const statuses: number[] = [];
  for (let visit = 0; visit <= VISITS; visit++) {
    const headers = { 'x-forwarded-for': `203.0.113.${visit}`, forwarded: `for=203.0.113.${visit}` };
    statuses.push((await proxy.ask('identity', '/forgotten-password', { headers })).status);
  }
  expect(statuses.at(-1)).toBe(429);
});

test('accepts only TLS 1.2 and newer', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
    expect((await proxy.ask('api', '/docs/reference/', { minVersion: version, maxVersion: version })).status).toBe(200);
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
  await expect(proxy.ask('api', '/docs/reference/', old)).rejects.toThrow(/protocol version|unsupported/i);
});

test('port 80 redirects browsers to https, and closes API connections without a response', async () => {
  for (const host of ['portal', 'console', 'identity'] as const) {
    const { status, headers } = await proxy.askPlain(host, '/somewhere?a=b');
    expect([status, headers.location]).toEqual([308, `https://${PROXY_HOSTS[host]}/somewhere?a=b`]);
  }
  await expect(proxy.askPlain('api', '/api/partner/v1/countries')).rejects.toThrow(/hang up|ECONNRESET/);
});
