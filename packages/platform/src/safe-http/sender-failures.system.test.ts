// Covers every way a post can fail: each must yield the right kind, status and excerpt in time.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { ERROR_KINDS } from '@onboarding/contract';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startStopwatch } from '../../../../tests/harness/checks/stopwatch.ts';
import { until } from '../../../../tests/harness/patience.ts';
import { startDeafPort } from '../../../../tests/harness/servers/deaf-port.ts';
import {
  type Answering,
  answerWith,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from '../../../../tests/harness/servers/receiver.ts';
import { createGuard } from './guard.ts';
import type { SendErrorKind, Sender, SendOutcome } from './outcome.ts';
import { createSender, type SenderOptions } from './sender.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** The kinds covered here; the tests of the guard cover the first two. */
const seen = new Set<SendErrorKind>(['DnsFailure', 'BlockedAddress']);
afterAll(() => {
  expect([...seen].sort()).toEqual([...ERROR_KINDS].sort());
});

const QUICK_CONNECT = { connectMs: 300 };
/** For receivers that do not respond; includes connecting, which takes long on a busy machine. */
const QUICK = { timeoutMs: 3_000 };

async function pair(
  options: ReceiverOptions = {},
  sending: Partial<SenderOptions> = {},
): Promise<{ receiver: Receiver; sender: Sender }> {
  const receiver = await startReceiver(options);
  const guard = createGuard({ ports: [443], allowed: receiver.allowed });
  const sender = createSender({ guard, ca: [receiver.ca], timeoutMs: 15_000, ...sending });
  open.push(receiver, sender);
  return { receiver, sender };
}

async function postTo({ receiver, sender }: { receiver: Pick<Receiver, 'url'>; sender: Sender }): Promise<SendOutcome> {
  const elapsed = startStopwatch();
  const outcome = await sender.post({ url: receiver.url(), headers: {}, body: '{}' });
  expect(elapsed()).toBeLessThan(15_000);
  if (!outcome.ours && outcome.errorKind !== null) seen.add(outcome.errorKind);
  return outcome;
}

const failure = (errorKind: SendErrorKind, statusCode: number | null = null, excerpt: string | null = null) => ({
  ours: false,
  errorKind,
  statusCode,
  excerpt,
  retryAfter: null,
  durationMs: expect.any(Number),
});

/** Answers the request with raw bytes. */
const says =
  (...words: (string | ((socket: TLSSocket) => void))[]) =>
  (socket: TLSSocket) => {
    socket.once('data', () => {
      for (const word of words) {
        if (typeof word === 'string') socket.write(word);
        else setImmediate(() => word(socket));
      }
    });
  };
const reset = (socket: TLSSocket) => socket.destroy();
const end = (socket: TLSSocket) => socket.end();

describe('connecting', () => {
  test('to a closed port: ConnectRefused', async () => {
    const sender = createSender({
      guard: createGuard({ ports: [443], allowed: new Map([['gone.example', 1]]) }),
      timeoutMs: 15_000,
    });
    open.push(sender);
    expect(await postTo({ receiver: { url: () => 'https://gone.example/' }, sender })).toEqual(
      failure('ConnectRefused'),
    );
  });

  test('to a port that does not accept connections: ConnectTimeout', async () => {
    const hole = await startDeafPort();
    const guard = createGuard({ ports: [443], allowed: new Map([['hole.example', hole.port]]) });
    const sender = createSender({ guard, timeoutMs: 15_000, limits: QUICK_CONNECT });
    open.push(hole, sender);
    const outcome = await postTo({ receiver: { url: () => 'https://hole.example/' }, sender });
    expect(outcome).toEqual(failure('ConnectTimeout'));
    expect(outcome).toMatchObject({ durationMs: expect.toSatisfy((ms: number) => ms >= 290 && ms < 5_000) });
  });

  test('to a receiver that accepts and then sends nothing: ConnectTimeout', async () => {
    expect(await postTo(await pair({ onSocket: () => undefined }, { limits: QUICK_CONNECT }))).toEqual(
      failure('ConnectTimeout'),
    );
  });

  test('to a receiver that closes during the TLS handshake: ConnectionReset', async () => {
    expect(await postTo(await pair({ onSocket: (socket) => socket.destroy() }))).toEqual(failure('ConnectionReset'));
    expect(await postTo(await pair({ onSocket: (socket) => socket.resetAndDestroy() }))).toEqual(
      failure('ConnectionReset'),
    );
  });
});

describe('TLS', () => {
  test.each<[string, ReceiverOptions]>([
    ['an expired certificate', { certificate: { days: -1 } }],
    ['a certificate for another host', { certificate: { hosts: ['hooks.acme.com'] } }],
    ['a wildcard certificate for one level less', { hosts: ['a.b'], certificate: { hosts: ['*.receivers.example'] } }],
    ['something that is not TLS', { onSocket: (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') }],
  ])('%s: TlsFailure', async (_name, options) => {
    const parties = await pair(options);
    expect(await postTo(parties)).toEqual(failure('TlsFailure'));
    expect(parties.receiver.requests).toEqual([]);
  });

  test('an unknown certificate authority: TlsFailure', async () => {
    const receiver = await startReceiver();
    const sender = createSender({ guard: createGuard({ ports: [443], allowed: receiver.allowed }), timeoutMs: 15_000 });
    open.push(receiver, sender);
    expect(await postTo({ receiver, sender })).toEqual(failure('TlsFailure'));
    expect(receiver.requests).toEqual([]);
  });
});

describe('response', () => {
  const head = 'HTTP/1.1 200 OK\r\n';

  test.each<[string, (socket: TLSSocket) => void, ReturnType<typeof failure>]>([
    ['a reset before the status', says(reset), failure('ConnectionReset')],
    ['a close before the status', says(end), failure('ConnectionReset')],
    ['a reset in the middle of the headers', says(`${head}Content-Le`, reset), failure('ConnectionReset')],
    ['endless interim responses', says('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11)), failure('ProtocolError')],
    [
      'a reset in the middle of the body',
      says(`${head}Content-Length: 99\r\n\r\nhalf`, reset),
      failure('ConnectionReset', 200, 'half'),
    ],
    [
      'a close in the middle of the body',
      says(`${head}Content-Length: 99\r\n\r\nhalf`, end),
      failure('ConnectionReset', 200, 'half'),
    ],
    [
      'a close in the middle of a body with Connection: close',
      says(`${head}Connection: close\r\nContent-Length: 99\r\n\r\nhalf`, end),
      failure('ConnectionReset', 200, 'half'),
    ],
    [
      'a close in the middle of a chunk',
      says(`${head}Transfer-Encoding: chunked\r\n\r\n9\r\nhalf`, end),
      failure('ConnectionReset', 200, 'half'),
    ],
    ['no response', says(), failure('ResponseTimeout')],
    ['no body after the headers', says(`${head}Content-Length: 99\r\n\r\n`), failure('ResponseTimeout', 200)],
    ['garbage', says('220 mail.acme.com ESMTP ready\r\n'), failure('ProtocolError')],
    ['endless headers', says(`${head}X-Long: ${'a'.repeat(40_000)}`), failure('ProtocolError')],
    ['too many headers', says(`${head}${'X-Many: a\r\n'.repeat(4_000)}`), failure('ProtocolError')],
    [
      'a switch of protocols',
      says('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
      failure('ProtocolError'),
    ],
    ['an invalid length', says(`${head}Content-Length: many\r\n\r\n`), failure('ProtocolError')],
    [
      'an invalid chunk',
      says(`${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzzz\r\n`),
      failure('ProtocolError', 200, 'half'),
    ],
    [
      'a close in the middle of a chunk with Connection: close',
      says(`${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf`, end),
      failure('ConnectionReset', 200, 'half'),
    ],
    [
      'two different lengths',
      says(`${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`),
      failure('ProtocolError'),
    ],
  ])('%s', async (_name, onSecureSocket, expected) => {
    const sending = expected.errorKind === 'ResponseTimeout' ? QUICK : {};
    expect(await postTo(await pair({ onSecureSocket }, sending))).toEqual(expected);
  });

  test.each<[string, (socket: TLSSocket) => NodeJS.Timeout, ReturnType<typeof failure>]>([
    ['headers', (socket) => setInterval(() => socket.write('X-A: b\r\n'), 30), failure('ResponseTimeout')],
    [
      'a body',
      (socket) => {
        socket.write('\r\n');
        return setInterval(() => socket.write('1\r\nx\r\n'), 30);
      },
      failure('ResponseTimeout', 200, expect.stringMatching(/^x+$/)),
    ],
  ])('%s sent slowly without end: ResponseTimeout', async (_name, trickle, expected) => {
    const onSecureSocket = says(`${head}Transfer-Encoding: chunked\r\n`, (socket) => {
      const timer = trickle(socket);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await postTo(await pair({ onSecureSocket }, QUICK))).toEqual(expected);
  });

  test.each<[string, Answering, object]>([
    ['500', answerWith(500, {}, 'no database'), failure('HttpStatus', 500, 'no database')],
    ['404', answerWith(404), failure('HttpStatus', 404)],
    ['410', answerWith(410, {}, 'gone'), failure('HttpStatus', 410, 'gone')],
    ['304', answerWith(304), failure('Redirect', 304)],
    ['307', answerWith(307, { location: 'https://127.0.0.1/' }), failure('Redirect', 307)],
    [
      '429 with Retry-After in seconds',
      answerWith(429, { 'retry-after': '120' }, 'slower'),
      { ...failure('HttpStatus', 429, 'slower'), retryAfter: '120' },
    ],
    [
      '429 with Retry-After as a date',
      answerWith(429, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }),
      { ...failure('HttpStatus', 429), retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' },
    ],
    [
      '503 with an invalid Retry-After',
      answerWith(503, { 'retry-after': 'soon' }),
      { ...failure('HttpStatus', 503), retryAfter: 'soon' },
    ],
  ])('%s', async (_name, answer, expected) => {
    expect(await postTo(await pair({ answer }))).toEqual(expected);
  });

  test.each<[string, (socket: TLSSocket) => void]>([
    [
      'it follows early hints',
      says('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', `${head}Content-Length: 2\r\n\r\nok`),
    ],
    ['it ends with the connection', says('HTTP/1.0 200 OK\r\n\r\nok', end)],
    ['it has Connection: close', says(`${head}Connection: close\r\nContent-Length: 2\r\n\r\nok`, end)],
  ])('succeeds when %s', async (_name, onSecureSocket) => {
    expect(await postTo(await pair({ onSecureSocket }))).toMatchObject({
      errorKind: null,
      statusCode: 200,
      excerpt: 'ok',
    });
  });
});

describe('a large response', () => {
  const sockets: TLSSocket[] = [];
  const note = (message: unknown) => sockets.push((message as { socket: TLSSocket }).socket);

  async function bytesReadFor(parties: { receiver: Receiver; sender: Sender }) {
    sockets.length = 0;
    subscribe('undici:client:connected', note);
    const outcome = await postTo(parties);
    unsubscribe('undici:client:connected', note);
    const [socket] = sockets;
    expect(sockets).toHaveLength(1);
    await until(async () => socket?.destroyed === true, 'the connection is closed');
    return { outcome, bytesRead: socket?.bytesRead ?? Number.NaN };
  }

  test('with an endless body is cut after 4 KiB, its connection is closed, and its status counts', {
    tags: ['S-179', 'S-360'],
  }, async () => {
    const answer: Answering = (_request, response) => {
      response.writeHead(200);
      const pour = () => {
        while (response.writable && response.write(Buffer.alloc(16_384, 'x')));
      };
      response.on('drain', pour);
      pour();
    };
    const { outcome, bytesRead } = await bytesReadFor(await pair({ answer }));
    expect(outcome).toMatchObject({ errorKind: null, statusCode: 200, excerpt: 'x'.repeat(4_096) });
    // The response was cut within the first read from the network, at most 64 KiB.
    expect(bytesRead).toBeLessThan(80_000);
  });

  test('with a compressed body is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 'a'));
    const answer: Answering = (_request, response) =>
      void response.writeHead(500, { 'content-encoding': 'gzip' }).end(bomb);
    const { outcome, bytesRead } = await bytesReadFor(await pair({ answer }));
    expect(outcome).toMatchObject({ errorKind: 'HttpStatus', statusCode: 500 });
    expect(Buffer.byteLength(outcome.ours ? '' : (outcome.excerpt ?? ''))).toBeLessThanOrEqual(4_096);
    expect(bytesRead).toBeLessThan(80_000);
  });
});

test('a post times out after the time that the sender was given, not earlier', async () => {
  const { receiver, sender } = await pair({ onSecureSocket: () => undefined }, QUICK);
  const started = performance.now();
  const elapsed = startStopwatch();
  const outcome = await sender.post({ url: receiver.url(), headers: {}, body: '{}' });
  expect(outcome).toEqual(failure('ResponseTimeout'));
  expect(performance.now() - started).toBeGreaterThan(QUICK.timeoutMs - 100);
  expect(elapsed()).toBeLessThan(QUICK.timeoutMs + 2_000);
});
