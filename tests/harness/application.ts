// An application that sends users to sign in, like the portal and the console, but without their sessions.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Realm } from '@onboarding/contract';
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';

export interface ApplicationSettings {
  realm: Realm;
  client: string;
  url: string;
  secret: string;
}

export interface Application {
  authorizeUrl(extra?: Record<string, string>): string;
  /** The claims for the code in the redirect back to the application. */
  claimsOf(backTo: string): Promise<JWTPayload>;
}

const VERIFIER = 'a-verifier-of-forty-three-characters-or-more-0123456789';

export function createApplication(issuer: string, { realm, client, url, secret }: ApplicationSettings): Application {
  const redirectUri = `${url}/api/session/${realm}/callback`;
  return {
    authorizeUrl(extra = {}) {
      const query = {
        client_id: client,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        state: 'some-state',
        code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
        code_challenge_method: 'S256',
        ...extra,
      };
      return `${issuer}/oauth2/authorize?${new URLSearchParams(query)}`;
    },
    async claimsOf(backTo) {
      const code = new URL(backTo).searchParams.get('code') ?? 'no code';
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
    },
  };
}

/** The same with pages: a link to sign in, one to sign out, and the claims about the person. */
export async function runApplication(
  issuer: string,
  settings: ApplicationSettings,
): Promise<{ close(): Promise<void> }> {
  const { authorizeUrl, claimsOf } = createApplication(issuer, settings);
  const signOut = new URLSearchParams({ client_id: settings.client, post_logout_redirect_uri: `${settings.url}/` });
  const server = createServer(async (request, response) => {
    const { pathname, searchParams, href } = new URL(request.url ?? '/', settings.url);
    if (pathname === '/sign-in') {
      response.writeHead(303, { location: authorizeUrl(Object.fromEntries(searchParams)) }).end();
      return;
    }
    const claims = pathname.endsWith('/callback') ? await claimsOf(href).catch(String) : undefined;
    response.setHeader('content-type', 'text/html').end(`<!doctype html><html lang="en"><title>Application</title>
      <h1>${claims === undefined ? 'Home' : 'Signed in'}</h1><pre>${JSON.stringify(claims)}</pre>
      <a href="/sign-in">Sign in</a> <a href="/sign-in?prompt=login">Confirm</a>
      <a href="${issuer}/oauth2/sign-out?${signOut}">Sign out</a> <a href="${issuer}/account">Account</a>`);
  });
  server.listen(Number(new URL(settings.url).port), '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
