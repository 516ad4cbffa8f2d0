// Tokens without the identity service, so that a benchmark of the API measures the API.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface TokenIssuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  mint(claims: { clientId: string; partnerId: string; scope: string; audience: string }): Promise<string>;
  close(): Promise<void>;
}

/** Serves its public key from this process; the API fetches it now and then. */
export async function startTokenIssuer(port: number): Promise<TokenIssuer> {
  const issuer = `http://127.0.0.1:${port}`;
  const { publicKey, privateKey } = await generateKeyPair('RS256', { modulusLength: 2048 });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const published = JSON.stringify({ keys: [{ ...jwk, kid, alg: 'RS256', use: 'sig' }] });
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(published);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    mint: ({ clientId, partnerId, scope, audience }) =>
      new SignJWT({ client_id: clientId, partner_id: partnerId, scope })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(clientId)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime('300s')
        .sign(privateKey),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
