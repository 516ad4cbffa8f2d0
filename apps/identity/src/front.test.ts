import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { straighten } from './front.ts';

function straightened(headers: IncomingHttpHeaders, trustedProxies: number, remoteAddress?: string) {
  const request = { headers: { ...headers }, socket: { remoteAddress } } as Parameters<typeof straighten>[0];
  straighten(request, { host: 'id.example', scheme: 'https', trustedProxies });
  return request.headers;
}

test.each<[string | undefined, number, string | undefined, string]>([
  ['203.0.113.1', 0, '192.0.2.9', '192.0.2.9'],
  ['203.0.113.1', 1, '192.0.2.9', '203.0.113.1'],
  ['203.0.113.1, 203.0.113.2', 1, '192.0.2.9', '203.0.113.2'],
  ['203.0.113.1, 203.0.113.2', 2, '192.0.2.9', '203.0.113.1'],
  // Fewer entries than proxies, or none: the request did not come through them.
  ['203.0.113.1', 2, '192.0.2.9', '192.0.2.9'],
  ['203.0.113.1, ', 1, '192.0.2.9', '192.0.2.9'],
  [undefined, 1, '192.0.2.9', '192.0.2.9'],
  [undefined, 1, undefined, ''],
])(
  'with X-Forwarded-For "%s" and %i trusted proxies, a request from %s is from "%s"',
  (forwarded, proxies, from, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(straightened(headers, proxies, from)['x-forwarded-for']).toBe(expected);
  },
);

test('URLs start with the issuer, regardless of the headers of the request', () => {
  const claimed = {
    host: 'evil.example',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'evil.example',
    accept: '*/*',
  };
  expect(straightened(claimed, 0, '192.0.2.9')).toEqual({
    host: 'id.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '192.0.2.9',
    accept: '*/*',
  });
});
