import type { JwksSource } from '@onboarding/platform/tokens';
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import type { TestPartner } from './database.ts';

export const ISSUER = 'https://issuer.example';
export const AUDIENCE = 'onboarding-api';

export interface TestIssuer {
  jwks: JwksSource;
  /** The public keys as the issuer would serve them. */
  published(): Promise<{ keys: object[] }>;
  token(partner: TestPartner, scope?: string): Promise<string>;
  sign(claims: JWTPayload, header?: Record<string, string>): Promise<string>;
}

/** Shared by all issuers of a process: generating it takes a tenth of a second. */
const KEY_PAIR = generateKeyPair('RS256', { extractable: true });

export async function createTestIssuer({ issuer = ISSUER, now = () => new Date() } = {}): Promise<TestIssuer> {
  const { publicKey, privateKey } = await KEY_PAIR;
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test-key', alg: 'RS256', use: 'sig' };
  const imported = await importJWK(jwk, 'RS256');
  async function sign(claims: JWTPayload, header: Record<string, string> = {}): Promise<string> {
    const seconds = Math.floor(now().getTime() / 1000);
    return new SignJWT({
      iss: issuer,
      aud: AUDIENCE,
      iat: seconds,
      exp: seconds + 300,
      jti: crypto.randomUUID(),
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'test-key', ...header })
      .sign(privateKey);
  }
  return {
    jwks: { find: async (kid) => (kid === 'test-key' && !(imported instanceof Uint8Array) ? imported : undefined) },
    published: async () => ({ keys: [jwk] }),
    sign,
    token: (partner, scope = 'partner.read partner.write') =>
      sign({ sub: partner.clientId, client_id: partner.clientId, partner_id: partner.partnerId, scope }),
  };
}
