// A partner whose own name servers answer: a receiver's host is public while its URL is registered, and leads inside when we
// connect. Everything is real and in a network of its own, so that a connection to any of these addresses would be noticed.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInOwnNetwork } from '../harness/own-network.ts';
import { INSIDE, METADATA, PRIVATE, PUBLIC, REBINDINGS, REDIRECTS, type Report } from './rebinding/cases.ts';

let folder: string;
let report: Report;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rebinding-'));
  await runInOwnNetwork('tests/attacks/rebinding/attacker.ts', [folder], {
    folder,
    addresses: [PUBLIC, PRIVATE, METADATA],
    environment: {},
  });
  report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const CASES = Object.entries(REBINDINGS);

test('nobody connects to this machine, to the private network or to the metadata service: not even to close again', () => {
  // The listeners do notice a connection.
  expect(report.noticed).toEqual([...INSIDE].sort());
  expect(report.connected).toEqual([]);
});

test.each(CASES)('a host that leads %s after its registration: the attempt says why', (_how, { host, expected }) => {
  expect(report.attempts[host]).toEqual({ ...expected, url: `https://${host}/hooks` });
});

test.each(CASES.filter(([, { expected }]) => expected.errorKind === 'BlockedAddress'))(
  'a host that leads %s already at its registration is refused with the reason',
  (_how, { host }) => {
    const { status, codes } = report.refusals[host] ?? {};
    expect([status, codes]).toEqual([400, expect.arrayContaining(['Webhook.UrlNotPublic'])]);
  },
);

test.each(Object.entries(REDIRECTS))('%s redirects to %s: that is recorded, and not followed', (host) => {
  expect(report.attempts[host]).toEqual({ errorKind: 'Redirect', statusCode: 302, url: `https://${host}/hooks` });
});

test('the public receiver gets only what is meant for a host that is public at that moment', () => {
  expect(report.received).toEqual(['between.acme.com', ...Object.keys(REDIRECTS)]);
});
