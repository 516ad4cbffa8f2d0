import { afterEach, beforeEach, expect, test } from 'vitest';
import { startStopwatch } from '../../../../tests/harness/checks/stopwatch.ts';
import { type NameServer, startNameServer } from '../../../../tests/harness/servers/name-server.ts';
import { createNames } from './names.ts';
import { ResolverUnavailable } from './outcome.ts';

let server: NameServer;
beforeEach(async () => {
  server = await startNameServer({
    'good.acme.com': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
    'broken.acme.com': 'fails',
    'slow.acme.com': 'is silent',
    'empty.acme.com': [],
  });
});
afterEach(() => server.close());

/** Long enough for a busy machine to answer; shorter where a test waits for the timeout. */
const names = (timeoutMs = 5_000) => createNames({ servers: [server.address], timeoutMs });

test('resolves a name to its IPv4 and IPv6 addresses', async () => {
  expect((await names()('good.acme.com')).sort()).toEqual(['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '93.184.215.14']);
});

test('queries the name server each time, without a cache', async () => {
  const ask = names();
  let address = '93.184.215.14';
  server.names.set('flips.acme.com', () => [address]);
  expect(await ask('flips.acme.com')).toEqual(['93.184.215.14']);
  address = '10.0.0.1';
  expect(await ask('flips.acme.com')).toEqual(['10.0.0.1']);
});

test('resolves a name that has only one kind of address', async () => {
  server.names.set('half.acme.com', ({ type }) => (type === 'A' ? ['93.184.215.14'] : []));
  expect(await names()('half.acme.com')).toEqual(['93.184.215.14']);
});

test.each(['missing.acme.com', 'empty.acme.com', 'broken.acme.com', 'slow.acme.com'])(
  '%s is Unresolvable while the name server answers for other names',
  async (host) => {
    const ask = names(host === 'slow.acme.com' ? 2_000 : 5_000);
    await ask('good.acme.com');
    await expect(ask(host)).rejects.toMatchObject({ name: 'UrlRefused', reason: 'Unresolvable' });
  },
);

test.each(['broken.acme.com', 'slow.acme.com'])('%s is Unresolvable even as the first name queried', async (host) => {
  const ask = names(host === 'slow.acme.com' ? 2_000 : 5_000);
  await expect(ask(host)).rejects.toMatchObject({ name: 'UrlRefused', reason: 'Unresolvable' });
});

test('a silent name server is ResolverUnavailable for every name', async () => {
  server.silence(true);
  await expect(names(300)('good.acme.com')).rejects.toBeInstanceOf(ResolverUnavailable);
  await expect(names(300)('missing.acme.com')).rejects.toBeInstanceOf(ResolverUnavailable);
});

test('a name server that answers every query with a failure is ResolverUnavailable', async () => {
  let clock = 0;
  const ask = createNames({ servers: [server.address], timeoutMs: 5_000, now: () => clock });
  await ask('good.acme.com');
  server.names.set('good.acme.com', 'fails');
  // Long enough that the last successful answer no longer proves anything.
  clock += 10_000;
  await expect(ask('broken.acme.com')).rejects.toBeInstanceOf(ResolverUnavailable);
  server.names.set('good.acme.com', ['93.184.215.14']);
  await expect(ask('broken.acme.com')).rejects.toMatchObject({ reason: 'Unresolvable' });
});

test('a name server that refuses connections is ResolverUnavailable', async () => {
  const gone = createNames({ servers: ['127.0.0.1:9'], timeoutMs: 2_000 });
  await expect(gone('good.acme.com')).rejects.toBeInstanceOf(ResolverUnavailable);
});

test('times out after the limit', async () => {
  server.silence(true);
  const elapsed = startStopwatch();
  await expect(names(200)('good.acme.com')).rejects.toThrow();
  // One timeout for the name, and one to check whether other names resolve.
  expect(elapsed()).toBeLessThan(4_000);
});
