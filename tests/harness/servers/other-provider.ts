// A second OpenID provider that differs from ours in everything an issuer may choose: paths, algorithms, claim names, token
// format. It signs everyone in as the person that the test sets.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { freePort } from '../../../scripts/free-port.ts';
import { ORIGINS } from '../values.ts';

export const SITE_SECRET = 'the secret that a site shares with the other provider';
const MACHINE_SECRET = 'the secret of a machine';

export interface OtherProvider {
  issuer: string;
  jwksUrl: string;
  audience: string;
  /** Set by the test. */
  state: {
    algorithm: 'ES256' | 'PS256' | 'RS256';
    person: { accountId: string; realm?: string | undefined; amr: string[] };
    /** Additional claims of the next machine tokens. */
    claims: Record<string, unknown>;
    type: string;
    refuse: boolean;
  };
  token(clientId?: string): Promise<string>;
  /** Follows a sign-in as a browser would, up to the redirect back to the site. */
  follow(location: string, jar?: Map<string, string>): Promise<URL>;
  close(): Promise<void>;
}

export const MACHINES = ['machine-one', 'machine-two'] as const;
const AUDIENCE = 'https://api.onboarding.test';

export interface OtherProviderOptions {
  port?: number;
  /** The origins of its sites. */
  origins?: { partner: string; staff: string };
}

export async function runOtherProvider(options: OtherProviderOptions = {}): Promise<OtherProvider> {
  const origins = options.origins ?? ORIGINS;
  const port = options.port ?? (await freePort());
  const issuer = `http://127.0.0.1:${port}/realms/other`;
  const state: OtherProvider['state'] = {
    algorithm: 'ES256',
    person: { accountId: crypto.randomUUID(), realm: 'partner', amr: ['pwd', 'otp', 'mfa'] },
    claims: {},
    type: 'JWT',
    refuse: false,
  };
  const provider = new Provider(issuer, configurationOf(state, origins));
  // Its reports about refused requests are for its own operators.
  provider.on('server_error', () => {});
  const serve = provider.callback();
  const server: Server = createServer((request, response) => {
    request.url = (request.url ?? '').replace(/^\/realms\/other/, '') || '/';
    if (request.url.startsWith('/interaction/')) void finish(provider, state, request, response);
    else {
      // As an application that mounts the provider sets its path.
      Object.assign(request, { originalUrl: `/realms/other${request.url}`, baseUrl: '/realms/other' });
      void serve(request, response);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    jwksUrl: `${issuer}/certs`,
    audience: AUDIENCE,
    state,
    token: (clientId = MACHINES[0]) => askForToken(issuer, clientId),
    follow,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function configurationOf(state: OtherProvider['state'], origins: Record<'partner' | 'staff', string>): Configuration {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const site = (client_id: string, realm: 'partner' | 'staff') => ({
    client_id,
    client_secret: SITE_SECRET,
    redirect_uris: [`${origins[realm]}/api/session/${realm}/callback`],
    post_logout_redirect_uris: [`${origins[realm]}/`],
  });
  return {
    jwks: {
      keys: [
        { ...rsa, kid: 'rsa-key' },
        { ...ec, kid: 'ec-key' },
      ],
    },
    routes: {
      jwks: '/certs',
      token: '/protocol/token',
      authorization: '/protocol/auth',
      end_session: '/protocol/logout',
    },
    clients: [
      site('partner-portal', 'partner'),
      site('staff-console', 'staff'),
      ...MACHINES.map((client_id) => ({
        client_id,
        client_secret: MACHINE_SECRET,
        redirect_uris: [],
        response_types: [],
        grant_types: ['client_credentials'],
      })),
    ],
    claims: { openid: ['sub', 'realm', 'amr', 'auth_time'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, realm: state.person.realm }) }),
    loadExistingGrant,
    ttl: { Interaction: 600, Grant: 600, Session: 3_600, AccessToken: 600, IdToken: 600, ClientCredentials: 900 },
    cookies: { keys: ['a key of the other provider'] },
    interactions: { url: (_context, interaction) => `/realms/other/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = form;
        },
      },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'partner.read partner.write',
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 900,
          jwt: { sign: { alg: state.algorithm } },
        }),
      },
    },
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256', 'ES256', 'PS256'],
    },
    formats: {
      customizers: {
        jwt(_context, _token, jwt) {
          const { client_id: azp, scope, ...payload } = jwt.payload;
          jwt.header = { typ: state.type };
          jwt.payload = { ...payload, azp, scp: String(scope ?? '').split(' '), ...state.claims };
        },
      },
    },
  };
}

/** Everyone who may sign in has consented. */
async function loadExistingGrant(context: KoaContextWithOIDC) {
  const { provider, client, session } = context.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid');
  grant.addResourceScope(AUDIENCE, 'partner.read');
  await grant.save();
  return grant;
}

async function finish(
  provider: Provider,
  state: OtherProvider['state'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result = state.refuse
    ? { error: 'access_denied', error_description: 'cancelled' }
    : { login: { accountId: state.person.accountId, amr: state.person.amr } };
  await provider.interactionFinished(request, response, result);
}

async function askForToken(issuer: string, clientId: string): Promise<string> {
  const answer = await fetch(`${issuer}/protocol/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(MACHINE_SECRET)}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials&scope=partner.read%20partner.write',
  });
  const body = (await answer.json()) as { access_token?: string };
  if (body.access_token === undefined) throw new Error(`The other provider answered ${JSON.stringify(body)}`);
  return body.access_token;
}

async function follow(location: string, jar = new Map<string, string>()): Promise<URL> {
  let next = location;
  for (let step = 0; step < 10; step++) {
    if (Object.values(ORIGINS).some((origin) => next.startsWith(`${origin}/`))) return new URL(next);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const to = answer.headers.get('location');
    if (to === null)
      throw new Error(`The other provider answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    next = new URL(to, next).href;
  }
  throw new Error('The sign-in goes round in circles');
}
