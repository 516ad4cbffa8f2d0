import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeKeyPair } from './key-pair.ts';

const HOUR_MS = 3_600_000;

test('a key comes with a self-signed certificate, valid from an hour ago for a year', async () => {
  const before = Date.now();
  const { certificate, privateKey } = await makeKeyPair('client-1');
  const read = new X509Certificate(certificate);
  expect(read.checkPrivateKey(createPrivateKey(privateKey))).toBe(true);
  expect(read.verify(read.publicKey)).toBe(true);
  expect([read.subject, read.issuer]).toEqual(['CN=client-1', 'CN=client-1']);
  expect(read.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
  // Certificates have a resolution of one second.
  expect(Math.abs(Date.parse(read.validFrom) - (before - HOUR_MS))).toBeLessThan(60_000);
  expect(Math.abs(Date.parse(read.validTo) - (before + 365 * 24 * HOUR_MS))).toBeLessThan(60_000);
});
