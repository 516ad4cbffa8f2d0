// The partners as clients of the OpenID provider. Read for every request, so that a revoked certificate or a
// deactivated partner counts immediately; under load many reads are batched.
import { X509Certificate } from 'node:crypto';
import { SCOPES } from '@onboarding/contract';
import { type ClientCertificate, findTokenClients, type TokenClient } from '@onboarding/domain/credentials';
import { createBatcher } from '@onboarding/platform/batching';
import type { Clock } from '@onboarding/platform/ids';
import type { Limit } from '@onboarding/platform/limits';
import type { Db } from '@onboarding/platform/postgres';
import type { ClientMetadata, JWK } from 'oidc-provider';

export interface ClientSource {
  find(clientId: string): Promise<TokenClient | undefined>;
  findMetadata(clientId: string): Promise<ClientMetadata | undefined>;
}

export const ALL_SCOPES = SCOPES.join(' ');
const REMEMBERED_KEYS = 10_000;
/** Anything else cannot exist, and a zero byte would fail the whole batch. */
const CLIENT_ID = /^[\x21-\x7e]{1,100}$/;

export function createClientSource(db: Db, clock: Clock): ClientSource {
  const find = createBatcher(
    (clientIds: string[]) =>
      db.transaction((tx) => findTokenClients(tx, clientIds, clock.now()), { readOnly: true, repeatable: true }),
    { runsAtOnce: 2 },
  );
  const jwks = new Map<string, JWK>();
  function jwkOf(certificate: ClientCertificate): JWK {
    const known = jwks.get(certificate.thumbprint);
    if (known !== undefined) return known;
    const { n, e } = new X509Certificate(certificate.pem).publicKey.export({ format: 'jwk' });
    const jwk = { kty: 'RSA', kid: certificate.thumbprint, alg: 'RS256', use: 'sig', n, e } as JWK;
    const [oldest] = jwks.keys();
    if (jwks.size >= REMEMBERED_KEYS && oldest !== undefined) jwks.delete(oldest);
    jwks.set(certificate.thumbprint, jwk);
    return jwk;
  }
  return {
    find: async (clientId) => (CLIENT_ID.test(clientId) ? find(clientId) : undefined),
    async findMetadata(clientId) {
      const client = await this.find(clientId);
      if (client === undefined || !client.active) return undefined;
      // The library caches a parsed client by the text of its metadata, so the same client must yield the same text.
      return {
        client_id: client.clientId,
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'RS256',
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
        scope: ALL_SCOPES,
        jwks: { keys: client.certificates.map(jwkOf) },
        partner_id: client.partnerId,
        certificate_ids: Object.fromEntries(client.certificates.map((one) => [one.thumbprint, one.certificateId])),
      };
    },
  };
}

/** How often a client and an address may request tokens. */
export interface TokenLimits {
  client: Limit;
  address: Limit;
}

export function tokenLimits(perMinute: { client: number; address: number }): TokenLimits {
  return {
    client: { name: 'client', points: perMinute.client, seconds: 60 },
    address: { name: 'address', points: perMinute.address, seconds: 60 },
  };
}
