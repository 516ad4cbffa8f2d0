import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type NameServer, startNameServer } from '../../../../tests/harness/servers/name-server.ts';
import { createGuard } from './guard.ts';
import { createNames, type Names } from './names.ts';
import { ResolverUnavailable, UrlRefused } from './outcome.ts';

const LONG_MS = 60_000;
let server: NameServer;
let names: Names;
let time: number;
beforeAll(async () => {
  server = await startNameServer();
});
beforeEach(() => {
  server.names.clear();
  server.questions.length = 0;
  for (const [name, answer] of Object.entries({
    'both.acme.com': ['93.184.215.14', '2606:4700:4700::1111'],
    'four.acme.com': ['93.184.215.15'],
    'six.acme.com': ['2606:4700:4700::1112'],
    'empty.acme.com': [],
    'broken.acme.com': 'fails' as const,
  }))
    server.names.set(name, answer);
  time = 0;
  names = createNames({ servers: [server.address], timeoutMs: LONG_MS, now: () => time });
});
afterAll(() => server.close());

const asked = () => server.questions.map(({ name, type }) => `${type} ${name}`);
const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test('returns all addresses of a name, of both kinds, and asks again each time', async () => {
  expect((await names('both.acme.com')).toSorted()).toEqual(['2606:4700:4700::1111', '93.184.215.14']);
  expect(await names('four.acme.com')).toEqual(['93.184.215.15']);
  expect(await names('six.acme.com')).toEqual(['2606:4700:4700::1112']);
  server.names.set('four.acme.com', ['93.184.215.16']);
  expect(await names('four.acme.com')).toEqual(['93.184.215.16']);
});

test.each(['missing.acme.com', 'empty.acme.com'])('%s is refused, without asking for others', async (name) => {
  expect(await failureOf(names(name))).toMatchObject({ name: 'UrlRefused', reason: 'Unresolvable' });
  expect(new Set(asked())).toEqual(new Set([`A ${name}`, `AAAA ${name}`]));
});

test('a name for which the server fails is refused if the server answers for others', async () => {
  await names('four.acme.com');
  server.questions.length = 0;
  time += 2_999;
  expect(await failureOf(names('broken.acme.com'))).toBeInstanceOf(UrlRefused);
  expect(asked().filter((one) => !one.endsWith('broken.acme.com'))).toEqual([]);
  time += 1;
  expect(await failureOf(names('broken.acme.com'))).toBeInstanceOf(UrlRefused);
  expect(asked().filter((one) => !one.endsWith('broken.acme.com'))).toEqual(['A four.acme.com']);
});

test('a name for which the server fails is inconclusive if it fails for all that were known, at most three', async () => {
  for (const name of ['1', '2', '3', '4']) {
    server.names.set(`${name}.acme.com`, ['93.184.215.15']);
    await names(`${name}.acme.com`);
  }
  for (const name of server.names.keys()) server.names.set(name, 'fails');
  server.questions.length = 0;
  time += 3_000;
  const [one, other] = await Promise.all([failureOf(names('broken.acme.com')), failureOf(names('both.acme.com'))]);
  expect([one, other]).toEqual([expect.any(ResolverUnavailable), expect.any(ResolverUnavailable)]);
  const probed = new Set(asked().filter((name) => /\d\.acme/.test(name)));
  expect(probed).toEqual(new Set(['A 2.acme.com', 'A 3.acme.com', 'A 4.acme.com']));
});

test('without a known name, the root tells whether the server answers', async () => {
  // The server does not know the root either, which is an answer.
  expect(await failureOf(names('broken.acme.com'))).toBeInstanceOf(UrlRefused);
  expect(asked()).toContain('NS .');
});

test('a guard shares a lookup between concurrent connections, and does not keep its result', async () => {
  const guard = createGuard({ ports: [443], dnsServers: [server.address], dnsTimeoutMs: LONG_MS });
  const target = { host: 'four.acme.com', port: 443 };
  const routes = await Promise.all([guard.route(target), guard.route(target)]);
  const route = { addresses: [{ address: '93.184.215.15', family: 4 }], port: 443 };
  expect(routes).toEqual([route, route]);
  expect(asked().toSorted()).toEqual(['A four.acme.com', 'AAAA four.acme.com']);
  server.names.set('four.acme.com', ['10.0.0.1']);
  await expect(guard.route(target)).rejects.toMatchObject({ reason: 'NotPublic' });
});
