import { expect, test } from 'vitest';
import { AUDIENCE, createTestIssuer } from '../../../../tests/harness/tokens.ts';
import { createTokenVerifier } from './index.ts';

test.each([
  ['https://id.example', 'https://id.example/'],
  ['https://id.example/', 'https://id.example'],
  ['https://id.example/realms/x', 'https://id.example/realms/x/'],
])('accepts a token of %s when the setting is %s', async (iss, setting) => {
  const issuer = await createTestIssuer({ issuer: iss });
  const clock = { now: () => new Date() };
  const verifier = (named: string) =>
    createTokenVerifier({ issuer: named, audience: AUDIENCE, jwks: issuer.jwks, clock });
  const token = await issuer.sign({ client_id: 'acme', partner_id: crypto.randomUUID(), scope: 'partner.read' });
  expect(await verifier(setting).verify(token)).toMatchObject({ clientId: 'acme' });
  await expect(verifier('https://id.example/other').verify(token)).rejects.toThrow('ERR_JWT_CLAIM_VALIDATION_FAILED');
});
