import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '../logger/index.ts';
import { type HttpServerOptions, openHttpServer, PATIENCE } from './http-server.ts';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

async function open(options: Partial<HttpServerOptions> = {}) {
  const logger = createLogger({ service: 'test', level: 'fatal' });
  const opened = openHttpServer({ logger, encryptedOnly: false, ...options });
  app = opened;
  opened.get('/', async () => 'here');
  await opened.listen({ host: '127.0.0.1', port: 0 });
  const { port } = opened.server.address() as AddressInfo;
  /** Sends these bytes and returns everything that arrives until the server closes the connection. */
  return async (sent: string) => {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.write(sent);
    const received = await text(socket);
    const [head = '', body = ''] = received.split('\r\n\r\n');
    const [line = '', ...headers] = head.split('\r\n');
    const named = headers.map((header) => [header.split(': ')[0]?.toLowerCase() ?? '', header.replace(/^[^:]*: /, '')]);
    return { line, headers: Object.fromEntries(named) as Record<string, string>, body };
  };
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Connection: close', ...headers, '', ''].join('\r\n');
const PLAIN = 'This is no request that can be read.\n';

describe('every response has our headers', () => {
  test.each([
    ['HTTP/1.1 200 OK', get('/', 'Host: x'), 'here'],
    ['HTTP/1.1 200 OK', 'GET / HTTP/1.0\r\n\r\n', 'here'],
    ['HTTP/1.1 404 Not Found', get('/nowhere', 'Host: x'), expect.any(String)],
    ['HTTP/1.1 400 Bad Request', get('/'), PLAIN],
    ['HTTP/1.1 400 Bad Request', get('/%zz', 'Host: x'), PLAIN],
    ['HTTP/1.1 400 Bad Request', 'nonsense\r\n\r\n', PLAIN],
    ['HTTP/1.1 431 Request Header Fields Too Large', get('/', `X: ${'x'.repeat(20_000)}`), PLAIN],
    ['HTTP/1.1 417 Expectation Failed', get('/', 'Host: x', 'Expect: more'), expect.any(String)],
  ])('%s', async (line, sent, body) => {
    const ask = await open();
    const answer = await ask(sent);
    expect(answer).toMatchObject({ line, headers: HEADERS, body });
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
    expect(answer.headers).not.toHaveProperty('x-rehearsal');
  });

  test('outside development with https only, and in a rehearsal with its mark', async () => {
    const ask = await open({ encryptedOnly: true, rehearsal: true });
    for (const sent of [get('/', 'Host: x'), get('/'), 'nonsense\r\n\r\n'])
      expect((await ask(sent)).headers).toMatchObject({ ...HEADERS, ...HSTS, 'x-rehearsal': 'true' });
  });
});

test('what cannot be read is answered in the words and with the headers of the service', async () => {
  const unreadable = () => ({ type: 'application/json', body: '{"é":1}', headers: { 'x-own': '1' } });
  const ask = await open({ unreadable });
  for (const sent of [get('/'), get('/%zz', 'Host: x'), 'nonsense\r\n\r\n']) {
    const answer = await ask(sent);
    expect(answer).toMatchObject({ line: 'HTTP/1.1 400 Bad Request', body: '{"é":1}' });
    expect(answer.headers).toMatchObject({ 'x-own': '1', 'content-length': '8', connection: 'close' });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  }
});

test('a client that does not finish the head of its request gets 408 and is disconnected', async () => {
  const ask = await open({ patience: { ...PATIENCE, head: 20, look: 10 } });
  expect(await ask('GET / HTTP/1.1\r\nHost: x\r\n')).toMatchObject({
    line: 'HTTP/1.1 408 Request Timeout',
    headers: { ...HEADERS, connection: 'close' },
    body: PLAIN,
  });
});
