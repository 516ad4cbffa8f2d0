import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../../tests/harness/servers/receiver.ts';
import { createGuard } from './guard.ts';
import type { Sender } from './outcome.ts';
import { createSender } from './sender.ts';

let receiver: Receiver;
let sender: Sender;
beforeAll(async () => {
  receiver = await startReceiver();
  const guard = createGuard({ ports: [443, 8443], allowed: receiver.allowed });
  sender = createSender({ guard, ca: [receiver.ca], timeoutMs: 600_000 });
});
beforeEach(() => {
  receiver.requests.length = 0;
});
afterAll(async () => {
  await sender.close();
  await receiver.close();
});

const post = () => sender.post({ url: receiver.url(), headers: {}, body: '{}' });
const posted = (respond: (response: ServerResponse) => void) => {
  receiver.answer((_request, response) => respond(response));
  return post();
};

test.each([
  [200, null],
  [204, null],
  [299, null],
  [300, 'Redirect'],
  [307, 'Redirect'],
  [399, 'Redirect'],
  [400, 'HttpStatus'],
  [404, 'HttpStatus'],
  [503, 'HttpStatus'],
])('a response with %i is %s, and its redirect is not followed', async (status, errorKind) => {
  const headers = { location: receiver.url(0, '/elsewhere'), 'retry-after': '17' };
  const outcome = await posted((response) => response.writeHead(status, headers).end());
  expect(outcome).toMatchObject({ ours: false, statusCode: status, errorKind, excerpt: null, retryAfter: '17' });
  expect(receiver.requests).toHaveLength(1);
});

test.each([
  [10, null, 200],
  [11, 'ProtocolError', null],
])('after %i interim responses the outcome is %s', async (count, errorKind, statusCode) => {
  const outcome = await posted((response) => {
    for (let sent = 0; sent < count; sent++) response.writeProcessing();
    response.end('ok');
  });
  expect(outcome).toMatchObject({ ours: false, errorKind, statusCode });
});

test.each([
  [4_096, 4_096, true],
  [4_097, 4_096, false],
  [100_000, 4_096, false],
])('of a body of %i bytes, %i are kept, and the connection is reused: %s', async (length, kept, isReused) => {
  await posted((response) => response.end('ok'));
  const before = receiver.connections();
  const outcome = await posted((response) => response.end('x'.repeat(length)));
  expect(outcome).toMatchObject({ statusCode: 200, errorKind: null, excerpt: 'x'.repeat(kept) });
  await posted((response) => response.end('ok'));
  expect(receiver.connections() - before).toBe(isReused ? 0 : 1);
});

test('an endless body is not read to its end, and its status counts', async () => {
  const outcome = await posted((response) => response.writeHead(500).write('x'.repeat(5_000)));
  expect(outcome).toMatchObject({ statusCode: 500, errorKind: 'HttpStatus', excerpt: 'x'.repeat(4_096) });
});

test.each<[string, (response: ServerResponse) => void, object]>([
  ['before the status', (response) => response.destroy(), { statusCode: null, errorKind: 'ConnectionReset' }],
  [
    'within the body',
    (response) => response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy()),
    { statusCode: 200, errorKind: 'ConnectionReset', excerpt: 'half' },
  ],
])('a response that breaks off %s fails', async (_, respond, expected) => {
  expect(await posted(respond)).toMatchObject({ ours: false, ...expected });
});

test('a receiver that does not answer in time is ResponseTimeout', async () => {
  const guard = createGuard({ ports: [443, 8443], allowed: receiver.allowed });
  const hasty = createSender({ guard, ca: [receiver.ca], timeoutMs: 100 });
  receiver.answer(() => {});
  const outcome = await hasty.post({ url: receiver.url(), headers: {}, body: '{}' });
  expect(outcome).toMatchObject({ ours: false, statusCode: null, errorKind: 'ResponseTimeout' });
  await hasty.close();
});

test('a receiver whose port is closed is ConnectRefused, and one with another certificate TlsFailure', async () => {
  const closed = createGuard({ ports: [443], allowed: new Map([['hooks.acme.com', 9]]) });
  const other = createGuard({ ports: [443], allowed: new Map([['hooks.acme.com', receiver.port]]) });
  for (const [guard, errorKind] of [
    [closed, 'ConnectRefused'],
    [other, 'TlsFailure'],
  ] as const) {
    const failing = createSender({ guard, ca: [receiver.ca], timeoutMs: 600_000 });
    const outcome = await failing.post({ url: 'https://hooks.acme.com/', headers: {}, body: '{}' });
    expect(outcome).toMatchObject({ ours: false, statusCode: null, errorKind });
    await failing.close();
  }
});

test('a URL that may not be used is not posted to', async () => {
  const refused = (url: string) => sender.post({ url, headers: {}, body: '{}' });
  expect(await refused('http://acme.com/hooks')).toMatchObject({ ours: false, errorKind: 'BlockedAddress' });
  expect(await refused('https://127.0.0.1/hooks')).toMatchObject({ ours: false, errorKind: 'BlockedAddress' });
  expect(receiver.requests).toEqual([]);
});
