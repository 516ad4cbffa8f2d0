// Unknown clients in front of the proxy that deploy/proxy describes, with real processes behind it: they spell internal paths
// in every way, claim to be someone else, and hide a second request in the first. The services' metrics show what has reached
// them.
import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionCookie } from '../../apps/api/src/http/cookies.ts';
import { createApplication } from '../harness/application.ts';
import type { RunningProcess } from '../harness/process.ts';
import { type BehindProxy, EVENTS_SECRET, PUBLIC_HOSTS, startBehindProxy } from '../harness/scenes/behind-proxy.ts';
import { PROXY_HOSTS, type ProxyHost, type TestProxy } from '../harness/servers/caddy.ts';
import { signIn } from '../harness/session.ts';
import { type Field, speak, toFrames } from './raw-http.ts';

const EVENTS = `/api/storage/v1/events?token=${EVENTS_SECRET}`;
const VISITS = 20;
/** Requests per minute with a cookie that we did not issue. */
const FORGED_COOKIES = 60;

let scene: BehindProxy;
let api: RunningProcess;
let identity: RunningProcess;
let proxy: TestProxy;
beforeAll(async () => {
  scene = await startBehindProxy({ visitsPerMinute: VISITS });
  ({ api, identity, proxy } = scene);
});
afterAll(() => scene?.close());

/**
 * How many requests each service has answered on internal routes. The proxy itself calls /health/accepting, so these tests call
 * /health/live.
 */
async function reached(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { metricsUrl } of [api, identity]) {
    const text = await (await fetch(metricsUrl)).text();
    for (const [, route = '', count] of text.matchAll(
      /^onboarding_http_request_seconds_count\{.*?route="([^"]*)".*?\} (\d+)$/gm,
    ))
      if (/^\/(health\/live|api\/storage)/.test(route)) counts[route] = (counts[route] ?? 0) + Number(count);
  }
  return counts;
}

async function say(host: ProxyHost, text: string, protocol: 'http/1.1' | 'h2' = 'http/1.1'): Promise<string> {
  return speak(await proxy.open(host, { ALPNProtocols: [protocol] }), text);
}

/** In all responses of the services, but not in the proxy's own. */
const FROM_SERVICE = /^content-security-policy:/im;

/** Ways to write an internal path; a service that normalised paths would find it. */
function spellings(path: string): string[] {
  const [, first = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? [];
  const target = `${first}${rest}`;
  const prefixes = ['/api/partner/v1', '/portal', '/console', '/oauth2', '/docs'];
  const ups = (prefix: string, up: string) => prefix + up.repeat(prefix.split('/').length - 1);
  return [
    path,
    `//${target}`,
    `///${target}`,
    `/./${target}`,
    `/.//${target}`,
    `/%2e/${target}`,
    `/%2E%2e/${target}`,
    `/%2f${target}`,
    `/%5c${target}`,
    `/\\${target}`,
    `/${first.toUpperCase()}${rest.toUpperCase()}`,
    `/${first}/${rest}`,
    `/${first}/.${rest}`,
    `/${first}/%2e${rest}`,
    `/${first}%2f${rest.slice(1)}`,
    `/${first}%252f${rest.slice(1)}`,
    `/%${first.charCodeAt(0).toString(16)}${target.slice(1)}`,
    path.replace(/(\?|$)/, '/$1'),
    path.replace(/(\?|$)/, ';x=/portal/$1'),
    path.replace(/(\?|$)/, '%00$1'),
    path.replace(/(\?|$)/, '%20$1'),
    path.replace(/(\?|$)/, '%23/portal/$1'),
    ...prefixes.flatMap((prefix) => [
      `${ups(prefix, '/..')}/${target}`,
      `${ups(prefix, '/%2e%2e')}/${target}`,
      `${ups(prefix, '/.%2E')}/${target}`,
      `${ups(prefix, '%2f..')}/${target}`,
      `${ups(prefix, '/..;')}/${target}`,
      `${ups(prefix, '/..%5c')}/${target}`,
      `${prefix}//..${'/..'.repeat(3)}/${target}`,
      `${prefix}/?/../../../../${target}`,
    ]),
  ];
}

const INTERNAL: [method: string, path: string][] = [
  ['GET', '/health/live'],
  ['GET', '/health/ready'],
  ['POST', EVENTS],
];
/** The response of a health route. */
const HEALTH = /\{"status":"/;
const REST = `connection: close\r\ncontent-type: application/json\r\nauthorization: Bearer ${EVENTS_SECRET}\r\ncontent-length: 2\r\n\r\n{}`;
/** Pseudo-headers come first. */
const fieldsOf = (method: string, path: string, named: readonly Field[]): Field[] => [
  [':method', method],
  [':scheme', 'https'],
  [':path', path],
  ...named,
  ['content-type', 'application/json'],
  ['authorization', `Bearer ${EVENTS_SECRET}`],
];

const REACHED_BY_US = { '/api/storage/v1/events': 1, '/health/live': 1 };

test('the counter works: a storage event sent to the internal host is counted', async () => {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"Records":[]}' };
  expect((await proxy.ask('internal', EVENTS, sent)).status).toBe(200);
  await fetch(`${identity.url}/health/live`);
  expect(await reached()).toEqual(REACHED_BY_US);
  const asked = `GET /api/openapi.json HTTP/1.1\r\nhost: ${PROXY_HOSTS.api}\r\nconnection: close\r\n\r\n`;
  expect(await say('api', asked)).toMatch(FROM_SERVICE);
  const fields = fieldsOf('GET', '/api/openapi.json', [
    [':authority', PROXY_HOSTS.api],
    ['x-long', 'x'.repeat(1_000)],
  ]);
  expect(await say('api', toFrames(fields, ''), 'h2')).toContain('{"openapi":"');
});

describe.each(PUBLIC_HOSTS)('an unknown client reaches nothing internal at %s', (host) => {
  test.each(['HTTP/1.1', 'HTTP/2'])('over %s, however the path is spelled', async (version) => {
    const before = await reached();
    for (const [method, path] of INTERNAL) {
      for (const spelling of spellings(path)) {
        const own = PROXY_HOSTS[host];
        const heard =
          version === 'HTTP/2'
            ? await say(host, toFrames(fieldsOf(method, spelling, [[':authority', own]]), '{}'), 'h2')
            : await say(host, `${method} ${spelling} HTTP/1.1\r\nhost: ${own}\r\n${REST}`);
        expect([spelling, heard.length > 0, HEALTH.test(heard)]).toEqual([spelling, true, false]);
      }
    }
    expect(await reached()).toEqual(before);
  });

  test('by naming another host in the request line, in Host, twice, or not at all', async () => {
    const before = await reached();
    const own = PROXY_HOSTS[host];
    const others = [
      PROXY_HOSTS.internal,
      `${PROXY_HOSTS.internal}:8443`,
      new URL(api.url).host,
      new URL(identity.url).host,
      'localhost',
      '127.0.0.1',
      '[::1]',
      `${PROXY_HOSTS.internal}.`,
      `${own}@${PROXY_HOSTS.internal}`,
      '',
    ];
    for (const [method, path] of INTERNAL) {
      for (const other of others) {
        const texts = [
          `${method} ${path} HTTP/1.1\r\nhost: ${other}\r\n${REST}`,
          `${method} ${path} HTTP/1.1\r\nhost: ${own}\r\nhost: ${other}\r\n${REST}`,
          `${method} ${path} HTTP/1.1\r\nhost: ${other}\r\nhost: ${own}\r\n${REST}`,
          `${method} http://${other}${path} HTTP/1.1\r\nhost: ${own}\r\n${REST}`,
          `${method} https://${other}${path} HTTP/1.1\r\nhost: ${other}\r\n${REST}`,
          `${method} https://${own}${path} HTTP/1.1\r\nhost: ${other}\r\n${REST}`,
          `${method} ${path} HTTP/1.0\r\n${REST}`,
        ];
        for (const text of texts) {
          expect([text, FROM_SERVICE.test(await say(host, text))]).toEqual([text, false]);
        }
        const named: Field[][] = [
          [[':authority', other]],
          [
            [':authority', own],
            ['host', other],
          ],
          [
            [':authority', other],
            ['host', own],
          ],
          [['host', other]],
        ];
        for (const fields of named) {
          const heard = await say(host, toFrames(fieldsOf(method, path, fields), '{}'), 'h2');
          expect([fields, HEALTH.test(heard)]).toEqual([fields, false]);
        }
      }
    }
    expect(await reached()).toEqual(before);
  });
});

/** Every header by which some proxy describes the caller to some service, forged. */
const forged = (number: number): OutgoingHttpHeaders => ({
  forwarded: `for=203.0.113.${number};host=evil.example;proto=http`,
  'x-forwarded-for': `203.0.113.${number}`,
  'x-forwarded-host': PROXY_HOSTS.console,
  'x-forwarded-proto': 'http',
  'x-forwarded-port': '80',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-prefix': '/evil',
  'x-real-ip': `203.0.113.${number}`,
  'x-client-ip': `203.0.113.${number}`,
  'true-client-ip': `203.0.113.${number}`,
  'cf-connecting-ip': `203.0.113.${number}`,
  'x-original-url': '/health/live',
  'x-rewrite-url': '/health/live',
  'x-http-method-override': 'DELETE',
});
/** The ways to pass them: plain, as lists, twice, and as headers that the proxy must not forward. */
const WAYS: Record<string, (number: number) => OutgoingHttpHeaders> = {
  plain: forged,
  'as a list that ends with one of our addresses': (number) => ({
    ...forged(number),
    'x-forwarded-for': `203.0.113.${number}, 127.0.0.1, 10.0.0.1`,
  }),
  'as repeated headers': (number) => ({
    ...forged(number),
    'x-forwarded-for': [`203.0.113.${number}`, `198.51.100.${number}`],
    'x-forwarded-host': ['evil.example', PROXY_HOSTS.console],
  }),
  'named in Connection': (number) => ({
    ...forged(number),
    connection: 'close, X-Forwarded-For, X-Forwarded-Host, X-Forwarded-Proto, Host',
  }),
  'with underscores and an invalid address': (number) => ({
    x_forwarded_for: `203.0.113.${number}`,
    'x-forwarded-for': 'operator',
    'X-FORWARDED-HOST': `${PROXY_HOSTS.console}, evil.example`,
  }),
};

describe.each(Object.entries(WAYS))('forged headers, %s', (how, made) => {
  const at = Object.keys(WAYS).indexOf(how);
  /** A separate address for each way, so that each has its own limits. */
  const caller = (other = 0) => `127.0.${at + 1}.${other + 2}`;

  test('do not change the recorded address', async () => {
    const admin = await signIn(scene.database);
    const invited = await proxy.ask('portal', '/api/customer/v1/partner-profile/people', {
      method: 'POST',
      localAddress: caller(),
      headers: {
        ...made(7),
        ...admin.headers,
        origin: `https://${PROXY_HOSTS.portal}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'Grace Otieno', email: `${admin.accountId}@invited.example`, role: 'developer' }),
    });
    expect([invited.status, invited.body]).toEqual([200, expect.any(String)]);
    const { rows } = await scene.database.owner.query('select address from account_events where actor_id = $1', [
      admin.accountId,
    ]);
    expect(rows).toEqual([{ address: caller() }]);
  });

  test("do not lift the limit of the caller's address or use up another's", async () => {
    const statuses = { api: 0, identity: 0 };
    // On a slow machine, a new minute may begin meanwhile.
    for (let count = 0; count < 2 * FORGED_COOKIES + 2 && statuses.api !== 429; count++) {
      const headers = { ...made(count), cookie: `${sessionCookie('partner')}=${'x'.repeat(43)}` };
      statuses.api = (await proxy.ask('portal', '/api/session/partner', { headers, localAddress: caller() })).status;
    }
    for (let count = 0; count < 2 * VISITS + 2 && statuses.identity !== 429; count++) {
      const asked = { headers: made(count), localAddress: caller() };
      statuses.identity = (await proxy.ask('identity', '/forgotten-password', asked)).status;
    }
    expect(statuses).toEqual({ api: 429, identity: 429 });
    expect((await proxy.ask('identity', '/forgotten-password', { localAddress: caller(1) })).status).toBe(200);
  });

  test('change neither redirects nor the domain of cookies', async () => {
    const front = await proxy.ask('portal', '/', { headers: made(7), localAddress: caller(2) });
    expect([front.status, front.headers.location]).toEqual([302, '/portal/']);
    const issuer = `https://${PROXY_HOSTS.identity}`;
    const application = createApplication(issuer, {
      realm: 'partner',
      client: 'partner-portal',
      url: `https://${PROXY_HOSTS.portal}`,
      secret: 'not needed here',
    });
    const { pathname, search } = new URL(application.authorizeUrl());
    const asked = { headers: made(7), localAddress: caller(2) };
    const begun = await proxy.ask('identity', pathname + search, asked);
    expect(begun.status).toBe(303);
    expect(new URL(begun.headers.location ?? '', issuer).origin).toBe(issuer);
    expect(begun.headers['set-cookie']?.length).toBeGreaterThan(0);
    for (const cookie of begun.headers['set-cookie'] ?? []) {
      expect(cookie).toMatch(/; secure/i);
      expect(cookie).not.toMatch(/domain=/i);
    }
    const path = '/.well-known/openid-configuration';
    expect((await proxy.ask('identity', path, asked)).body).toBe((await proxy.ask('identity', path)).body);
  });
});

test('no header replaces a client assertion or a token', async () => {
  const { clientId, partnerId } = await scene.database.addPartner();
  const headers = {
    'x-client-cert': 'MIIB',
    'x-forwarded-client-cert': `Hash=00;Subject="CN=${clientId}"`,
    'client-cert': ':MIIB:',
    'x-ssl-client-verify': 'SUCCESS',
    'x-ssl-client-s-dn': `CN=${clientId}`,
    'x-forwarded-user': clientId,
    'x-remote-user': clientId,
    'x-partner-id': partnerId,
  };
  const token = await proxy.ask('identity', '/oauth2/token', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${clientId}`,
  });
  expect([token.status, token.body]).toEqual([401, expect.stringContaining('invalid_client')]);
  expect((await proxy.ask('api', '/api/partner/v1/countries', { headers })).status).toBe(401);
});

/** The request hidden in the body of another one, or after it. */
const HIDDEN = `POST ${EVENTS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{"Records":[]}`;
const LENGTH = HIDDEN.length;
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const END = '0\r\n\r\n';
const inChunk = `${chunked(HIDDEN)}${END}`;

/** By the headers and the body of the request that hides it. */
const SMUGGLINGS: Record<string, [headers: string[], body: string]> = {
  'a length that covers only the end of the chunks': [
    [`content-length: ${END.length}`, 'transfer-encoding: chunked'],
    END + HIDDEN,
  ],
  'a length that covers more than the chunks': [
    [`content-length: ${END.length + LENGTH}`, 'transfer-encoding: chunked'],
    END + HIDDEN,
  ],
  'a length of 4 and one chunk': [['content-length: 4', 'transfer-encoding: chunked'], inChunk],
  'two lengths': [['content-length: 0', `content-length: ${LENGTH}`], HIDDEN],
  'two lengths in the other order': [[`content-length: ${LENGTH}`, 'content-length: 0'], HIDDEN],
  'two lengths in one line': [[`content-length: 0, ${LENGTH}`], HIDDEN],
  'a length with a sign': [[`content-length: +0`], HIDDEN],
  'a negative length': [[`content-length: -1`], HIDDEN],
  'a hexadecimal length': [[`content-length: 0x0`], HIDDEN],
  'a length with a space before the colon': [[`content-length : 0`, `content-length: ${LENGTH}`], HIDDEN],
  'no length at all': [[], HIDDEN],
  'an encoding with a space before the colon': [['content-length: 4', 'transfer-encoding : chunked'], inChunk],
  'an unknown encoding': [[`content-length: ${END.length}`, 'transfer-encoding: xchunked'], END + HIDDEN],
  'an encoding in two lines': [['transfer-encoding: chunked', 'transfer-encoding: identity'], END + HIDDEN],
  'an encoding applied twice': [['transfer-encoding: chunked, chunked'], END + HIDDEN],
  'an encoding after a vertical tab': [
    [`content-length: ${END.length}`, 'transfer-encoding: \x0bchunked'],
    END + HIDDEN,
  ],
  'an encoding in a folded line': [[`content-length: ${END.length}`, 'transfer-encoding:\r\n chunked'], END + HIDDEN],
  'an encoding folded into another header': [
    [`content-length: ${END.length}`, 'x-folded: a\r\n\ttransfer-encoding: chunked'],
    END + HIDDEN,
  ],
  'an encoding after a bare line feed': [
    [`content-length: ${END.length}`, 'x-bare: a\ntransfer-encoding: chunked'],
    END + HIDDEN,
  ],
  'an encoding after a bare carriage return': [
    [`content-length: ${END.length}`, 'x-bare: a\rtransfer-encoding: chunked'],
    END + HIDDEN,
  ],
  'a chunk with an extension that ends in a bare line feed': [['transfer-encoding: chunked'], `0;x\n\r\n${HIDDEN}`],
  'a chunk with a long extension': [['transfer-encoding: chunked'], `0;${'x'.repeat(4_000)}="\r\n\r\n${HIDDEN}`],
  'a chunk with an extension that quotes a line end': [
    ['transfer-encoding: chunked'],
    `5;a="\r\nhello\r\n${END}${HIDDEN}`,
  ],
  'a chunk whose size is too large for a number': [
    ['transfer-encoding: chunked'],
    `10000000000000000\r\n${HIDDEN}\r\n${END}`,
  ],
  'a chunk whose size has a prefix': [['transfer-encoding: chunked'], `0x0\r\n\r\n${HIDDEN}`],
  'a chunk without its line end': [['transfer-encoding: chunked'], `5\r\nhelloXX0\r\n\r\n${HIDDEN}`],
  'trailers that name a length': [['transfer-encoding: chunked'], `0\r\ncontent-length: 0\r\n\r\n${HIDDEN}`],
  'an upgrade to HTTP/2 in plain text': [
    ['connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AAMAAABkAAQAAP__'],
    HIDDEN,
  ],
  'an upgrade to a websocket': [
    [
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
    ],
    HIDDEN,
  ],
  'Expect: 100-continue': [['expect: 100-continue', 'content-length: 0'], HIDDEN],
  'a length named in Connection': [[`connection: content-length`, `content-length: ${LENGTH}`], HIDDEN],
  'an encoding named in Connection': [['connection: transfer-encoding', 'transfer-encoding: chunked'], inChunk],
};

describe('a hidden second request in a request with', () => {
  test.each(Object.entries(SMUGGLINGS))('%s never reaches the service', async (_shape, [headers, body]) => {
    const before = await reached();
    for (const line of ['POST /api/partner/v1/business-profiles', 'GET /api/openapi.json', 'POST /docs/']) {
      for (const version of ['1.1', '1.0']) {
        const head = [
          `${line} HTTP/${version}`,
          `host: ${PROXY_HOSTS.api}`,
          'content-type: application/json',
          ...headers,
        ];
        await say('api', `${head.join('\r\n')}\r\n\r\n${body}`);
      }
      // The proxy reuses its connection to the service: the next caller must get the response to its own request.
      const next = await proxy.ask('api', '/api/openapi.json');
      expect([next.status, next.body.slice(0, 12)]).toEqual([200, '{"openapi":"']);
    }
    expect(await reached()).toEqual(before);
  });

  const POST: Field[] = [
    [':method', 'POST'],
    [':scheme', 'https'],
    [':authority', PROXY_HOSTS.api],
    [':path', '/api/partner/v1/business-profiles'],
    ['content-type', 'application/json'],
  ];
  const withPath = (path: string): Field[] => POST.map(([name, value]) => [name, name === ':path' ? path : value]);

  test.each<[string, Field[]]>([
    ['a length that is too short', [...POST, ['content-length', '0']]],
    ['a length that is too long', [...POST, ['content-length', String(2 * LENGTH)]]],
    ['two lengths', [...POST, ['content-length', '0'], ['content-length', String(LENGTH)]]],
    ['an encoding', [...POST, ['transfer-encoding', 'chunked']]],
    ['an encoding in capitals', [...POST, ['Transfer-Encoding', 'chunked']]],
    ['an encoding after a line break in a value', [...POST, ['x-folded', 'a\r\ntransfer-encoding: chunked']]],
    ['an encoding after a bare line feed in a value', [...POST, ['x-folded', 'a\ntransfer-encoding: chunked']]],
    ['an encoding after a line break in a name', [...POST, ['x: a\r\ntransfer-encoding', 'chunked']]],
    ['a whole request in a value', [...POST, ['x-folded', `a\r\n\r\n${HIDDEN}`]]],
    ['a whole request in the path', withPath(`/docs/ HTTP/1.1\r\nhost: x\r\n\r\n${HIDDEN}`)],
    ['another request line in the path', withPath(`/docs/ HTTP/1.1\r\nx: ${EVENTS}`)],
    ['a whole request in the method', [[':method', HIDDEN], ...POST.slice(1)]],
    ['two paths', [...POST.slice(0, 4), [':path', EVENTS], ...POST.slice(4)]],
    ['a path after the headers', [...POST, [':path', EVENTS]]],
    ['a path in the authority', [...POST, [':authority', `${PROXY_HOSTS.api}${EVENTS}`]]],
    ['a path in the scheme', [POST[0] ?? ['', ''], [':scheme', `http://x${EVENTS}?`], ...POST.slice(2)]],
    ['a connection upgrade', [...POST, ['connection', 'upgrade'], ['upgrade', 'h2c']]],
  ])('HTTP/2 and %s never reaches the service', async (_what, fields) => {
    const before = await reached();
    for (const body of [HIDDEN, inChunk, END + HIDDEN]) {
      await say('api', toFrames(fields, body), 'h2');
      const next = await proxy.ask('api', '/api/openapi.json');
      expect([next.status, next.body.slice(0, 12)]).toEqual([200, '{"openapi":"']);
    }
    expect(await reached()).toEqual(before);
  });
});

test('none of these requests reached anything internal later either', async () => {
  expect(await reached()).toEqual(REACHED_BY_US);
});
