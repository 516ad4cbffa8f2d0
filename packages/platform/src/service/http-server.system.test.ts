import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../logger/index.ts';
import { openHttpServer, PATIENCE } from './http-server.ts';

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  const logger = createLogger({ service: 'test', level: 'error' }, { write: () => {} });
  const patience = { head: 1_000, request: 1_500, idle: 1_000, stalled: 2_500, look: 50, farewell: 50 };
  app = openHttpServer({ logger, encryptedOnly: true, patience });
  app.post('/', async () => ({}));
  app.post('/refused', { onRequest: async (_request, reply) => reply.status(429).send({}) }, async () => ({}));
  app.get('/', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

/** Sends the text, keeps its own end open, and returns what it receives until the server closes the connection. */
async function clingTo(text: string): Promise<string> {
  const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'end');
  // Writing to a closed socket causes a reset; writing to a half-closed one does not.
  const knocking = setInterval(() => socket.write('x'), 20);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(knocking);
  return heard;
}

const HEAD = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

test.each([
  ['something other than HTTP', 'hello\r\n\r\n', '400'],
  ['half a head', HEAD, '408'],
  ['half a body', `${HEAD}content-length: 100\r\n\r\n{`, '408'],
  ['a head of 20 KB', `${HEAD}x: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
])(
  'a client that sends %s and keeps the connection open gets a response and is disconnected',
  async (_name, text, status) => {
    const heard = await clingTo(text);
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(heard).toContain('\r\nstrict-transport-security: ');
    expect(heard).toContain(
      "\r\ncontent-security-policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'\r\n",
    );
    expect(heard).toContain('\r\ncontent-type: text/plain; charset=utf-8\r\n');
    expect(heard.match(/HTTP\/1.1/g)).toHaveLength(1);
  },
);

test('refuses a request with two body lengths with 400', async () => {
  const both = 'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n';
  for (const ending of [both, 'content-length: 2\r\ncontent-length: 3\r\n\r\n{}x']) {
    const heard = await clingTo(HEAD + ending);
    expect(heard).toMatch(/^HTTP\/1.1 400 /);
    expect(heard.match(/HTTP\/1.1/g)).toHaveLength(1);
  }
});

test('TRACE does not echo the request', async () => {
  const heard = await clingTo('TRACE / HTTP/1.1\r\nhost: x\r\nx-secret: told-nobody\r\nconnection: close\r\n\r\n');
  expect(heard).toMatch(/^HTTP\/1.1 4/);
  expect(heard).not.toContain('told-nobody');
});

test.each([
  ['sends nothing', '', 1],
  ['sends nothing more after a request', 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', 1],
  ['is refused before sending its body', 'POST /refused HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n', 1],
])('a client that %s is disconnected', async (_name, text, answers) => {
  expect((await clingTo(text)).match(/HTTP\/1.1/g)).toHaveLength(answers);
});

test('a missing Host and an unknown Expect are refused with our headers', async () => {
  for (const [text, status] of [
    ['GET / HTTP/1.1\r\nconnection: close\r\n\r\n', '400'],
    ['GET / HTTP/1.1\r\nhost: x\r\nexpect: a miracle\r\nconnection: close\r\n\r\n', '417'],
  ] as const) {
    const heard = await clingTo(text);
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(heard.toLowerCase()).toContain('x-content-type-options: nosniff');
  }
});

test('the default timeouts bound every wait', () => {
  expect(Math.max(...Object.values(PATIENCE))).toBeLessThanOrEqual(75_000);
  expect(Math.min(...Object.values(PATIENCE))).toBeGreaterThan(0);
});
