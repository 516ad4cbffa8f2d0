// A partner with its own name servers: a receiver's host has a public address while its URL is registered, and an internal one
// when we connect. Everything runs in a separate network, so that a connection to any of these addresses would be noticed.
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

test('never connects to this machine, the private network or the metadata service', () => {
  // The listeners do notice a connection.
  expect(report.noticed).toEqual([...INSIDE].sort());
  expect(report.connected).toEqual([]);
});

test.each(CASES)(
  'records the outcome of an attempt to reach a host that resolves %s after its registration',
  (_how, { host, expected }) => {
    expect(report.attempts[host]).toEqual({ ...expected, url: `https://${host}/hooks` });
  },
);

test.each(CASES.filter(([, { expected }]) => expected.errorKind === 'BlockedAddress'))(
  'refuses to register a host that already resolves %s, with the reason',
  (_how, { host }) => {
    const { status, codes } = report.refusals[host] ?? {};
    expect([status, codes]).toEqual([400, expect.arrayContaining(['Webhook.UrlNotPublic'])]);
  },
);

test.each(Object.entries(REDIRECTS))('%s redirects to %s: the redirect is recorded and not followed', (host) => {
  expect(report.attempts[host]).toEqual({ errorKind: 'Redirect', statusCode: 302, url: `https://${host}/hooks` });
});

test('the public receiver gets only requests for hosts that are public at that moment', () => {
  expect(report.received).toEqual(['between.acme.com', ...Object.keys(REDIRECTS)]);
});
