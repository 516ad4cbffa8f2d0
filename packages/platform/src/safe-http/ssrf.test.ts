// Every known way to make us connect to an address that is not public. Each is tried at registration and when sending, and
// no connection may even be attempted: a listener on this machine and Node's own hooks both verify it.
import { createHook } from 'node:async_hooks';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NameServer, startNameServer } from '../../../../tests/harness/servers/name-server.ts';
import { answerWith, type Receiver, startReceiver } from '../../../../tests/harness/servers/receiver.ts';
import { createGuard } from './guard.ts';
import type { Guard, RefusalReason, Sender } from './outcome.ts';
import { createSender } from './sender.ts';

const PUBLIC = '93.184.215.14';
let names: NameServer;
let receiver: Receiver;
let listener: Server;
let guard: Guard;
let sender: Sender;
let port: number;
let arrived = 0;
let connects = 0;
const account = createHook({
  init(_id, type) {
    if (type === 'TCPCONNECTWRAP') connects++;
  },
});

beforeAll(async () => {
  names = await startNameServer();
  receiver = await startReceiver();
  // Listens on all IPv4 and IPv6 addresses of this machine, on a port that URLs may name.
  listener = createServer((socket) => {
    arrived++;
    socket.destroy();
  }).listen(0);
  await once(listener, 'listening');
  port = (listener.address() as AddressInfo).port;
  guard = createGuard({
    ports: [443, 8443, port],
    allowed: receiver.allowed,
    dnsServers: [names.address],
    dnsTimeoutMs: 5_000,
  });
  sender = createSender({ guard, ca: [receiver.ca], timeoutMs: 15_000 });
  account.enable();
});
afterAll(async () => {
  account.disable();
  await sender.close();
  await receiver.close();
  await names.close();
  listener.close();
});
beforeEach(() => {
  connects = 0;
  arrived = 0;
});

const post = (url: string) => sender.post({ url, headers: {}, body: '{}' });
const refusal = (url: string) =>
  guard.check(url).then(
    () => 'accepted',
    (error: unknown) => error,
  );

async function expectRefused(url: string, reason: RefusalReason): Promise<void> {
  expect(await refusal(url)).toMatchObject({ name: 'UrlRefused', reason });
  expect(await post(url)).toMatchObject({ ours: false, statusCode: null, errorKind: 'BlockedAddress', excerpt: null });
  expect({ connects, arrived }).toEqual({ connects: 0, arrived: 0 });
}

test('the connection counter works: a post to an allowed receiver counts one', async () => {
  expect(await post(receiver.url())).toMatchObject({ errorKind: null });
  expect(connects).toBe(1);
});

describe('an IP address that is not public is refused in any notation', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0x7f.0.0.1',
    '0x7f.1',
    '0177.0.0.1',
    '0177.0x0.0.01',
    '127.0.0.1.',
    '127.0.0.1..',
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    '%30x7f000001',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.⓪.⓪.①',
    '0',
    '0.0.0.0',
    '0x0',
    '00.0.0.0',
    '256.256.256.256',
    '1.2.3.4.5',
    '0x100000000',
    '999999999999',
    '169.254.169.254',
    '168.63.129.16',
    '2822734096',
    '0xa83f8110',
    '[::ffff:168.63.129.16]',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[fe80::1%25eth0]',
    '[fd00:ec2::254]',
    '[::ffff:8.8.8.8]',
    '[::1',
    '[]',
    '::1',
  ])('%s', { tags: ['S-345'] }, async (host) => {
    await expectRefused(`https://${host}:${port}/hooks`, 'NotPublic');
  });
});

test.each([
  ['8.8.8.8', '8.8.8.8'],
  ['8.8.8.8.', '8.8.8.8'],
  ['[2606:4700:4700::1111]', '2606:4700:4700::1111'],
  ['[2606:4700:4700:0::1111]', '2606:4700:4700::1111'],
])('the public address %s is accepted without DNS and routes to itself', { tags: ['S-345'] }, async (host, address) => {
  const url = `https://${host}:8443/hooks`;
  names.silence(true);
  try {
    expect(await refusal(url)).toBe('accepted');
    expect(await guard.route(guard.target(url))).toEqual({
      addresses: [{ address, family: address.includes(':') ? 6 : 4 }],
      port: 8443,
    });
  } finally {
    names.silence(false);
  }
});

test('the refusal of a port lists the allowed ports', async () => {
  for (const host of ['hooks.acme.com', '8.8.8.8']) {
    expect(await refusal(`https://${host}:444/`)).toMatchObject({
      reason: 'NotPublic',
      message: `The port of the URL must be 443 or 8443 or ${port}`,
    });
  }
});

describe('a name that is not in the public DNS is refused', () => {
  test.each([
    'localhost',
    'localhost.',
    'LOCALHOST',
    'LocalHost.',
    'ⓛocalhost',
    'intranet',
    'db',
    'acme.localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
    'router.home.arpa',
    'facebookcorewwwi.onion',
    'hooks.test',
    'hooks.invalid',
    'hooks.example',
    'hooks.EXAMPLE.',
    'a..b.com',
    '.acme.com',
    'acme.com..',
    '-acme.com',
    'acme-.com',
    'a!b.com',
    'acme.com%00.evil.com',
    'acme%2ecom%2f@x',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(127)}com`,
    'acme.123',
    '',
  ])('%s', async (host) => {
    await expectRefused(`https://${host}:${port}/hooks`, 'NotPublic');
  });
});

describe('a URL that is not a plain https URL is refused', () => {
  test.each<[string, RefusalReason]>([
    ['http://hooks.acme.com/', 'NotHttps'],
    ['HTTP://hooks.acme.com/', 'NotHttps'],
    ['ftp://hooks.acme.com/', 'NotHttps'],
    ['file:///etc/passwd', 'NotHttps'],
    ['gopher://hooks.acme.com/', 'NotHttps'],
    ['javascript:alert(1)', 'NotHttps'],
    ['data:text/plain,x', 'NotHttps'],
    ['hooks.acme.com', 'NotHttps'],
    ['//hooks.acme.com/', 'NotHttps'],
    ['', 'NotHttps'],
    ['https://', 'NotPublic'],
    ['https://user@hooks.acme.com/', 'NotPublic'],
    ['https://user:secret@hooks.acme.com/', 'NotPublic'],
    ['https://:secret@hooks.acme.com/', 'NotPublic'],
    ['https://hooks.acme.com@127.0.0.1/', 'NotPublic'],
    ['https://hooks.acme.com\\@127.0.0.1/', 'NotPublic'],
    ['https://hooks.acme.com:80/', 'NotPublic'],
    ['https://hooks.acme.com:22/', 'NotPublic'],
    ['https://hooks.acme.com:444/', 'NotPublic'],
    ['https://hooks.acme.com:0/', 'NotPublic'],
    ['https://hooks.acme.com:99999/', 'NotPublic'],
    [`https://hooks.acme.com/${'a'.repeat(2026)}`, 'NotPublic'],
  ])('%s', async (url, reason) => {
    names.names.set('hooks.acme.com', ['10.0.0.1']);
    await expectRefused(url, reason);
  });

  test('accepts 2048 characters, either port, and a trailing dot after the host', async () => {
    names.names.set('hooks.acme.com', [PUBLIC]);
    const longest = `https://hooks.acme.com/${'a'.repeat(2048 - 23)}`;
    expect(longest).toHaveLength(2048);
    for (const url of [longest, 'https://hooks.acme.com:443/', 'https://HOOKS.acme.com.:8443/x?y=1#z']) {
      expect(await refusal(url)).toBe('accepted');
    }
    expect(guard.target('https://HOOKS.acme.com.:8443/x?y=1#z')).toEqual({
      origin: 'https://hooks.acme.com:8443',
      host: 'hooks.acme.com',
      port: 8443,
      path: '/x?y=1',
    });
  });
});

describe('a name that resolves to an address that is not public is refused', () => {
  test.each([
    ['0.0.0.0'],
    ['0.1.2.3'],
    ['10.1.2.3'],
    ['100.64.0.1'],
    ['100.127.255.254'],
    ['127.0.0.1'],
    ['127.255.255.254'],
    ['169.254.169.254'],
    ['169.254.170.2'],
    ['172.16.0.1'],
    ['172.31.255.254'],
    ['192.0.0.1'],
    ['192.0.2.1'],
    ['192.88.99.1'],
    ['192.168.1.1'],
    ['198.18.0.1'],
    ['198.19.255.254'],
    ['198.51.100.1'],
    ['203.0.113.1'],
    ['224.0.0.1'],
    ['239.255.255.250'],
    ['240.0.0.1'],
    ['255.255.255.255'],
    ['::'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['::127.0.0.1'],
    ['64:ff9b::a9fe:a9fe'],
    ['100::1'],
    ['2001::1'],
    ['2001:db8::1'],
    ['2002:7f00:1::'],
    ['3fff::1'],
    ['fc00::1'],
    ['fd00:ec2::254'],
    ['fe80::1'],
    ['fec0::1'],
    ['ff02::1'],
    [PUBLIC, '10.0.0.1'],
    ['10.0.0.1', PUBLIC],
    [PUBLIC, '::1'],
    [PUBLIC, '2606:4700::1111', '::ffff:10.0.0.1'],
  ])('%s %s %s', { tags: ['S-345'] }, async (...addresses) => {
    names.names.set('rebound.acme.com', addresses);
    await expectRefused(`https://rebound.acme.com:${port}/hooks`, 'NotPublic');
  });

  test('even if it was public at registration and changed before sending', { tags: ['S-345'] }, async () => {
    let address = PUBLIC;
    names.names.set('flips.acme.com', ({ type }) => (type === 'A' ? [address] : []));
    const url = `https://flips.acme.com:${port}/hooks`;
    expect(await refusal(url)).toBe('accepted');
    address = '127.0.0.1';
    expect(await post(url)).toMatchObject({ ours: false, statusCode: null, errorKind: 'BlockedAddress' });
    expect({ connects, arrived }).toEqual({ connects: 0, arrived: 0 });
  });

  test('even if its answers alternate, because each post uses a single answer', { tags: ['S-345'] }, async () => {
    let asked = 0;
    names.names.set('turns.acme.com', ({ type }) => (type === 'A' && asked++ % 2 === 1 ? ['127.0.0.1'] : []));
    const url = `https://turns.acme.com:${port}/hooks`;
    expect(await post(url)).toMatchObject({ errorKind: 'DnsFailure' });
    expect(await post(url)).toMatchObject({ errorKind: 'BlockedAddress' });
    expect({ connects, arrived }).toEqual({ connects: 0, arrived: 0 });
  });
});

describe('redirects are not followed', () => {
  afterEach(() => receiver.answer(answerWith(200)));

  test.each([301, 302, 303, 307, 308])('%i to the metadata address or to this machine', async (status) => {
    for (const location of ['http://169.254.169.254/latest/meta-data/', `https://127.0.0.1:${port}/`]) {
      receiver.answer(answerWith(status, { location }, 'moved'));
      expect(await post(receiver.url())).toMatchObject({
        ours: false,
        statusCode: status,
        errorKind: 'Redirect',
        excerpt: 'moved',
      });
    }
    expect(arrived).toBe(0);
    expect(connects).toBeLessThanOrEqual(1);
  });
});

test('a name that does not exist is refused at registration and fails when sending', { tags: ['S-346'] }, async () => {
  const url = 'https://nothing.acme.com/hooks';
  expect(await refusal(url)).toMatchObject({ reason: 'Unresolvable' });
  expect(await post(url)).toMatchObject({ ours: false, statusCode: null, errorKind: 'DnsFailure' });
});

test('unavailable name servers refuse no URL and cost no attempt', async () => {
  const away = createGuard({ ports: [443], dnsServers: ['127.0.0.1:9'], dnsTimeoutMs: 300 });
  const idle = createSender({ guard: away, timeoutMs: 15_000 });
  await expect(away.check('https://hooks.acme.com/')).rejects.toMatchObject({ name: 'ResolverUnavailable' });
  expect(await idle.post({ url: 'https://hooks.acme.com/', headers: {}, body: '' })).toEqual({
    ours: true,
    cause: 'ResolverUnavailable',
  });
  await idle.close();
});

test('only exact names on the allow-list may resolve to this machine', async () => {
  const [host = ''] = receiver.hosts;
  for (const other of [`x.${host}`, host.replace('r', 'q'), `${host}.acme.com`]) {
    expect(await refusal(`https://${other}/`)).toMatchObject({ name: 'UrlRefused' });
  }
  for (const same of [host, host.toUpperCase(), `${host}.`]) expect(await refusal(`https://${same}/`)).toBe('accepted');
  // The port of the URL is still checked.
  expect(await refusal(`https://${host}:81/`)).toMatchObject({ reason: 'NotPublic' });
});
