import { afterEach, expect, test } from 'vitest';
import { until } from '../../../../tests/harness/patience.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from '../../../../tests/harness/servers/receiver.ts';
import { createGuard } from './guard.ts';
import type { Guard, Sender } from './outcome.ts';
import { createSender, type SenderOptions } from './sender.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function pair(
  options: ReceiverOptions = {},
  limits: SenderOptions['limits'] = {},
): Promise<{ receiver: Receiver; sender: Sender }> {
  const receiver = await startReceiver(options);
  const guard = createGuard({ ports: [443, 8443], allowed: receiver.allowed });
  const sender = createSender({ guard, ca: [receiver.ca], timeoutMs: 15_000, limits });
  open.push(receiver, sender);
  return { receiver, sender };
}

test('a post arrives byte for byte at the host and path of its URL, and returns the response', async () => {
  const { receiver, sender } = await pair();
  const body = Buffer.from('{"name":"Zoë \u{1f600}"}');
  const outcome = await sender.post({ url: receiver.url(0, '/in?a=1#x'), headers: { 'svc-id': 'e1' }, body });
  expect(outcome).toEqual({
    ours: false,
    statusCode: 200,
    errorKind: null,
    excerpt: 'ok',
    retryAfter: null,
    durationMs: expect.any(Number),
  });
  expect(receiver.requests).toHaveLength(1);
  expect(receiver.requests[0]).toMatchObject({ method: 'POST', path: '/in?a=1', host: receiver.hosts[0], body });
  expect(receiver.requests[0]?.headers).toMatchObject({
    'svc-id': 'e1',
    'accept-encoding': 'identity',
    'content-length': String(body.length),
  });
});

test.each([
  ['93.184.215.14', 'https://93.184.215.14/hooks'],
  ['2606:4700:4700::1111', 'https://[2606:4700:4700::1111]:8443/hooks'],
])(
  'a post to the address %s succeeds if the certificate is for that address, otherwise TlsFailure',
  async (address, url) => {
    const { hostname, host } = new URL(url);
    for (const [certified, errorKind] of [
      [[address], null],
      [['93.184.215.15', '2606:4700:4700::1112', 'acme.com'], 'TlsFailure'],
      [[`*.${address.replaceAll(':', '-')}`], 'TlsFailure'],
    ] as const) {
      const { receiver, sender } = await pair({ hosts: [hostname], certificate: { hosts: certified } });
      const outcome = await sender.post({ url, headers: {}, body: '{}' });
      expect([certified, outcome]).toEqual([certified, expect.objectContaining({ ours: false, errorKind })]);
      expect(receiver.requests.map(({ headers }) => headers.host)).toEqual(errorKind === null ? [host] : []);
    }
  },
);

test('sequential posts share one connection, and concurrent posts use several', async () => {
  const { receiver, sender } = await pair();
  const message = { url: receiver.url(), headers: {}, body: '{}' };
  for (let count = 0; count < 20; count++) await sender.post(message);
  expect(receiver.connections()).toBe(1);
  await Promise.all(Array.from({ length: 6 }, () => sender.post(message)));
  expect(receiver.connections()).toBe(6);
  expect(receiver.requests).toHaveLength(26);
});

test('closes idle connections to many hosts after the idle timeout', async () => {
  const { receiver, sender } = await pair({ hosts: 40 }, { idleMs: 300 });
  await Promise.all(
    receiver.hosts.map((_host, index) => sender.post({ url: receiver.url(index), headers: {}, body: '' })),
  );
  expect(receiver.connections()).toBe(40);
  await until(async () => receiver.openConnections() === 0, 'idle connections are closed');
  expect(await sender.post({ url: receiver.url(7), headers: {}, body: '' })).toMatchObject({ errorKind: null });
  expect(receiver.connections()).toBe(41);
});

test('does not reuse a connection past its maximum age', async () => {
  const { receiver, sender } = await pair({}, { maxAgeMs: 0 });
  for (let count = 0; count < 3; count++) await sender.post({ url: receiver.url(), headers: {}, body: '' });
  expect(receiver.requests.map(({ connection }) => connection)).toEqual([1, 2, 3]);
  await until(async () => receiver.openConnections() <= 1, 'old connections are closed');
});

test('a kept-alive connection closed by the receiver during the next post costs no attempt', async () => {
  const { receiver, sender } = await pair();
  const message = { url: receiver.url(), headers: {}, body: '{}' };
  await sender.post(message);
  receiver.answer(({ connection }, response) => {
    if (connection === 1) response.socket?.destroy();
    else response.end('ok');
  });
  expect(await sender.post(message)).toMatchObject({ ours: false, errorKind: null });
  expect(receiver.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
});

test('a receiver that closes every connection fails after at most two tries', async () => {
  const { receiver, sender } = await pair();
  const message = { url: receiver.url(), headers: {}, body: '{}' };
  await sender.post(message);
  receiver.answer((_request, response) => void response.socket?.destroy());
  expect(await sender.post(message)).toMatchObject({ ours: false, errorKind: 'ConnectionReset', statusCode: null });
  expect(receiver.requests).toHaveLength(3);
  // On a fresh connection, so there is no second try.
  expect(await sender.post(message)).toMatchObject({ errorKind: 'ConnectionReset' });
  expect(receiver.requests).toHaveLength(4);
});

test('a slow path does not hold up another path of the same host', async () => {
  const { receiver, sender } = await pair();
  const slow = Promise.withResolvers<void>();
  receiver.answer(async ({ path }, response) => {
    if (path === '/slow') await slow.promise;
    response.end('ok');
  });
  const waiting = Array.from({ length: 30 }, () =>
    sender.post({ url: receiver.url(0, '/slow'), headers: {}, body: '' }),
  );
  await until(async () => receiver.requests.length === 30, 'the slow ones are under way');
  expect(await sender.post({ url: receiver.url(0, '/quick'), headers: {}, body: '' })).toMatchObject({
    errorKind: null,
  });
  slow.resolve();
  expect((await Promise.all(waiting)).every((outcome) => !outcome.ours && outcome.errorKind === null)).toBe(true);
});

test('sends nothing on a connection to an address that was not checked', async () => {
  const receiver = await startReceiver();
  const judge = createGuard({ ports: [443], allowed: receiver.allowed });
  let looks = 0;
  // The address changes between lookup and connection.
  const changing: Guard = {
    ...judge,
    route: async (target) => {
      const route = await judge.route(target);
      return {
        port: route.port,
        get addresses() {
          return looks++ === 0 ? route.addresses : [{ address: '127.0.0.9', family: 4 as const }];
        },
      };
    },
  };
  const sender = createSender({ guard: changing, ca: [receiver.ca], timeoutMs: 15_000 });
  open.push(receiver, sender);
  const outcome = await sender.post({ url: receiver.url(), headers: {}, body: '{}' });
  expect(outcome).toMatchObject({ ours: false, errorKind: 'BlockedAddress', statusCode: null });
  expect(looks).toBe(2);
  expect(receiver.requests).toEqual([]);
});

test('close waits for a post in flight and refuses new ones', async () => {
  const { receiver, sender } = await pair();
  const held = Promise.withResolvers<void>();
  receiver.answer(async (_request, response) => {
    await held.promise;
    response.end('ok');
  });
  const message = { url: receiver.url(), headers: {}, body: '' };
  const underWay = sender.post(message);
  await until(async () => receiver.requests.length === 1, 'the post is under way');
  const closed = sender.close();
  expect(await sender.post(message)).toEqual({ ours: true, cause: 'Closing' });
  held.resolve();
  expect(await underWay).toMatchObject({ errorKind: null });
  await closed;
  await until(async () => receiver.openConnections() === 0, 'its connections are closed');
});
