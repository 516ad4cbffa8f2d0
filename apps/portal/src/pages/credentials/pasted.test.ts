import { expect, test } from 'vitest';
import { asksBeforeLeaving, byUse, fileNameOf, hasPrivateKey } from './pasted.ts';

test.each([
  ['-----BEGIN PRIVATE KEY-----\nMII…', true],
  ['-----BEGIN RSA PRIVATE KEY-----\nMII…', true],
  ['-----BEGIN ENCRYPTED PRIVATE KEY-----\nMII…', true],
  ['-----BEGIN CERTIFICATE-----\nMII…\n-----END CERTIFICATE-----\n-----BEGIN EC PRIVATE KEY-----', true],
  ['-----BEGIN CERTIFICATE-----\nMII…\n-----END CERTIFICATE-----', false],
  ['-----BEGIN PUBLIC KEY-----\nMII…', false],
])('%j contains a private key: %s', (pasted, has) => {
  expect(hasPrivateKey(pasted)).toBe(has);
});

test.each([
  ['Production, first server', 'production-first-server-key.pem'],
  ['../../etc/passwd', 'etc-passwd-key.pem'],
  ['$(rm -rf ~); "x"', 'rm-rf-x-key.pem'],
  ['Zürich', 'zu-rich-key.pem'],
  ['  ', 'onboarding-key.pem'],
  ['日本', 'onboarding-key.pem'],
  ['x'.repeat(60), `${'x'.repeat(40)}-key.pem`],
])('saves the key of %j as %s', (name, file) => {
  expect(fileNameOf(name)).toBe(file);
});

test('asks for confirmation only when leaving the page with an unsaved key', () => {
  expect(asksBeforeLeaving(true, '/credentials/new', '/team')).toBe(true);
  expect(asksBeforeLeaving(true, '/credentials/new', '/credentials/new')).toBe(false);
  expect(asksBeforeLeaving(false, '/credentials/new', '/team')).toBe(false);
});

test('separates active certificates from revoked and expired ones', () => {
  const all = ['Active', 'Revoked', 'Expired', 'Active'].map((status) => ({ status }));
  const { active, ended } = byUse(all);
  expect([active, ended]).toEqual([
    [all[0], all[3]],
    [all[1], all[2]],
  ]);
});
