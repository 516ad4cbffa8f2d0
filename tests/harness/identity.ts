// The identity service inside the test's own process, on a port of its own, with the mails at hand and a clock that tests
// move.
import { createHash } from 'node:crypto';
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics } from '@onboarding/platform/metrics';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { buildIdentity } from '../../apps/identity/src/app.ts';
import { freePort } from '../../scripts/free-port.ts';
import { openAccounts, type TestAccounts } from './accounts.ts';
import { keep } from './artefacts.ts';
import type { TestDatabase } from './database.ts';

export const SITES = {
  partner: {
    client: 'partner-portal',
    url: 'http://portal.localhost:1',
    secret: 'portal secret for tests, long enough',
  },
  staff: {
    client: 'staff-console',
    url: 'http://console.localhost:1',
    secret: 'console secret for tests, long enough',
  },
} as const;

export interface TestIdentity {
  issuer: string;
  people: TestAccounts;
  /** Where an application sends a browser to sign in. */
  authorizeUrl(realm: keyof typeof SITES, extra?: Record<string, string>): string;
  /** The claims that an application gets for the code in the address to which the browser was sent back. */
  claimsOf(realm: keyof typeof SITES, backTo: string): Promise<JWTPayload>;
  close(): Promise<void>;
}

const VERIFIER = 'a-verifier-of-forty-three-characters-or-more-0123456789';

export async function startTestIdentity(database: TestDatabase): Promise<TestIdentity> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const people = openAccounts(database, issuer);
  const registry = createMetrics('identity');
  const logger = createLogger(
    { service: 'identity', level: 'debug' },
    { write: (line) => keep('logs', `${database.name}.log`, line.trimEnd()) },
  );
  const { app } = await buildIdentity({
    context: { ...people.context, logger },
    registry,
    config: {
      ISSUER: issuer,
      TOKEN_AUDIENCE: 'onboarding-api',
      PORTAL_URL: SITES.partner.url,
      CONSOLE_URL: SITES.staff.url,
      PORTAL_CLIENT_SECRET: SITES.partner.secret,
      CONSOLE_CLIENT_SECRET: SITES.staff.secret,
      TRUSTED_PROXIES: 1,
      TOKENS_PER_MINUTE_PER_CLIENT: 1000,
      TOKENS_PER_MINUTE_PER_ADDRESS: 1000,
    },
  });
  await app.listen({ host: '127.0.0.1', port });
  const callback = (realm: keyof typeof SITES) => `${SITES[realm].url}/api/session/${realm}/callback`;
  return {
    issuer,
    people,
    authorizeUrl: (realm, extra = {}) => authorizeUrl(issuer, SITES[realm].client, callback(realm), extra),
    claimsOf: (realm, backTo) => exchange(issuer, realm, callback(realm), backTo),
    async close() {
      await app.close();
      await people.close();
      keep('metrics', `${database.name}.txt`, await registry.metrics());
    },
  };
}

function authorizeUrl(issuer: string, client: string, redirectUri: string, extra: Record<string, string>): string {
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
  const query = {
    client_id: client,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'some-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...extra,
  };
  return `${issuer}/oauth2/authorize?${new URLSearchParams(query)}`;
}

async function exchange(
  issuer: string,
  realm: keyof typeof SITES,
  redirectUri: string,
  backTo: string,
): Promise<JWTPayload> {
  const code = new URL(backTo).searchParams.get('code') ?? 'no code';
  const { client, secret } = SITES[realm];
  const credentials = [client, secret].map(encodeURIComponent).join(':');
  const answer = await fetch(`${issuer}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: VERIFIER,
    }),
  });
  const tokens = (await answer.json()) as { id_token?: string; error?: string };
  if (tokens.id_token === undefined) throw new Error(`No ID token: ${tokens.error}`);
  const jwks = (await (await fetch(`${issuer}/oauth2/jwks`)).json()) as JSONWebKeySet;
  const { payload } = await jwtVerify(tokens.id_token, createLocalJWKSet(jwks), { issuer, audience: client });
  return payload;
}
