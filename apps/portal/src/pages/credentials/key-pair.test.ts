import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeKeyPair } from './key-pair.ts';
import { APPROVED_NUMBER, businessSnippet, tokenSnippet } from './snippets.ts';

const HOUR_MS = 3_600_000;

test('a key generated in the browser has a self-signed certificate, valid from an hour ago for a year', async () => {
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

test('the commands for a token name the key, the client, the audience and the endpoint', () => {
  const issuer = 'https://id.example';
  const text = tokenSnippet({ clientId: 'client-1', issuer, tokenEndpoint: `${issuer}/token` }, 'main.pem');
  expect(text).toMatch(/^CLIENT_ID=client-1\nKEY=main\.pem\n/);
  expect(text).toContain(`"$CLIENT_ID" "$CLIENT_ID" "${issuer}" "$NOW"`);
  expect(text).toContain(`curl -sS ${issuer}/token `);
});

test('the first business is JSON that a shell passes unchanged', () => {
  const text = businessSnippet('https://api.example', APPROVED_NUMBER);
  const [, body = '', ...more] = text.split("-d '");
  expect(more).toEqual([]);
  // A quote inside the body would end the argument.
  const [json = '', rest] = body.split("'");
  expect(rest).toBe('\n');
  expect(JSON.parse(json)).toMatchObject({ registrationNumber: 'SBXAPPROVE', partnerCustomerId: 'first-business' });
  expect(text).toContain('https://api.example/api/partner/v1/business-profiles');
});
