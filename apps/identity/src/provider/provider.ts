// The OpenID provider's configuration: what machines and users may do, and for how long.
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Realm, SESSION_HOURS, SITE_CLIENTS, TOKEN_SECONDS } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import {
  type ClientMetadata,
  type Configuration,
  errors,
  type FindAccount,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import type { SigningKey } from '../keys/signing-keys.ts';
import { ALL_SCOPES } from '../tokens/clients.ts';
import { TOKEN_PATH, type TokenEndpoint } from '../tokens/token-endpoint.ts';
import type { createAdapter } from './adapter.ts';

export interface ProviderParts {
  issuer: string;
  audience: string;
  portal: SiteClient;
  console: SiteClient;
  keys: KeyRing;
  signingKeys: SigningKey[];
  adapter: ReturnType<typeof createAdapter>;
  tokenEndpoint: TokenEndpoint;
  users: UserSide;
}

interface SiteClient {
  url: string;
  secret: string;
  /** Accepted too, while the secret is being replaced. */
  previous: string | undefined;
}

/** What the sign-in pages provide. */
export interface UserSide {
  findAccount: FindAccount;
  interactionUrl(uid: string): string;
  /** Requires a new sign-in if the signed-in person belongs to the other realm. */
  realmCheck: interactionPolicy.Check;
  /** The person signed out here: everything based on the provider's session ends with it. */
  ended(sessionUid: string): Promise<void>;
  errorPage(error: { error: string; error_description?: string | undefined }): string;
  signOutPage(form: string): string;
  signedOutPage(): string;
  /** `mayLeadTo`: the origins that a form on the page may finally redirect to. */
  pageHeaders(mayLeadTo?: readonly string[]): Record<string, string>;
}

const HOUR = 3600;
/** The API as a resource; its audience in tokens is a setting. */
const API = 'urn:onboarding:api';
/** In seconds. */
const LIFETIMES = {
  AccessToken: TOKEN_SECONDS,
  ClientCredentials: TOKEN_SECONDS,
  AuthorizationCode: 60,
  IdToken: 300,
  Interaction: HOUR,
  Session: SESSION_HOURS * HOUR,
  Grant: SESSION_HOURS * HOUR,
  RefreshToken: HOUR,
  DeviceCode: 600,
  BackchannelAuthenticationRequest: 600,
};

export function createProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configuration(parts));
  // Our own front (app.ts) has already corrected the address and the scheme.
  provider.proxy = true;
  parts.tokenEndpoint.install(provider);
  acceptPrevious(provider, { partner: parts.portal, staff: parts.console });
  provider.use(async (ctx, next) => {
    await next();
    showOwnSignOut(ctx, parts.users);
    const { session } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {};
    // The library sets it, but its type does not declare it.
    if (session !== undefined && 'destroyed' in session && session.destroyed === true)
      await parts.users.ended(session.uid);
  });
  return provider;
}

/** The library knows one secret of each client. */
function acceptPrevious(provider: Provider, sites: Record<Realm, SiteClient>): void {
  const previous = new Map(
    Object.entries(sites).map(([realm, site]) => [SITE_CLIENTS[realm as Realm], site.previous] as const),
  );
  const { prototype } = provider.Client;
  const isCurrent = prototype.compareClientSecret;
  prototype.compareClientSecret = async function compareBoth(this: typeof prototype, shown: string) {
    if (await isCurrent.call(this, shown)) return true;
    const earlier = previous.get(this.clientId);
    return earlier !== undefined && timingSafeEqual(digestOf(shown), digestOf(earlier));
  };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

function configuration(parts: ProviderParts): Configuration {
  const { users } = parts;
  const policy = interactionPolicy.base();
  policy.get('login')?.checks.add(users.realmCheck);
  // Both applications are our own, so no consent is needed.
  policy.remove('consent');
  return {
    adapter: parts.adapter,
    clients: [userClient('partner', parts.portal), userClient('staff', parts.console)],
    jwks: { keys: parts.signingKeys },
    routes: {
      authorization: '/oauth2/authorize',
      token: TOKEN_PATH,
      jwks: '/oauth2/jwks',
      end_session: '/oauth2/sign-out',
    },
    scopes: ['openid', ...ALL_SCOPES.split(' ')],
    claims: { openid: ['sub', 'realm', 'amr', 'sign_in_id', 'signed_in_at'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['private_key_jwt', 'client_secret_basic'],
    enabledJWA: {
      clientAuthSigningAlgValues: ['RS256'],
      idTokenSigningAlgValues: ['RS256'],
    },
    pkce: { required: () => true },
    // Our clients always send it. When the library fills it in, it fails (500) on a resumed sign-in that was never
    // started.
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: 10,
    extraClientMetadata: { properties: ['partner_id', 'certificate_ids', 'realm'] },
    assertJwtClientAuthClaimsAndHeader: parts.tokenEndpoint.guard,
    extraTokenClaims: (ctx) => ({ partner_id: ctx.oidc.client?.partner_id }),
    features: features(parts),
    findAccount: users.findAccount,
    interactions: { policy, url: (_ctx, interaction) => users.interactionUrl(interaction.uid) },
    loadExistingGrant: (ctx) => grantEverything(ctx),
    renderError: (ctx, out) => {
      // A caller of the token endpoint is a program, regardless of its Accept header.
      const forUsers = ctx.path.startsWith('/oauth2/authorize') || ctx.path.startsWith('/oauth2/sign-out');
      if (forUsers) ctx.set(users.pageHeaders());
      else ctx.type = 'json';
      ctx.body = forUsers ? users.errorPage(out) : out;
    },
    ttl: LIFETIMES,
    cookies: cookies(parts),
    clientBasedCORS: () => false,
  };
}

function features({ users, audience }: ProviderParts): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    // The API cannot check such proofs yet, so no token may be bound to one.
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, client) => (client?.realm === undefined ? API : []),
      getResourceServerInfo: (ctx, resource) => resourceServer(ctx, resource, audience),
      useGrantedResource: () => true,
    },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        const next = ctx.oidc.session?.state?.postLogoutRedirectUri;
        ctx.set(users.pageHeaders(typeof next === 'string' ? [new URL(next).origin] : []));
        ctx.body = users.signOutPage(form);
      },
      postLogoutSuccessSource: (ctx) => {
        ctx.set(users.pageHeaders());
        ctx.body = users.signedOutPage();
      },
    },
  };
}

function cookies({ issuer, keys }: ProviderParts): Configuration['cookies'] {
  return {
    names: cookieNames(issuer),
    // Every key of the ring, the current one first, so that cookies survive a rotation.
    keys: keys.keyedHashes('identity cookies').map(({ hash }) => hash.toString('base64url')),
    long: { httpOnly: true, sameSite: 'lax', overwrite: true, signed: true },
    short: { httpOnly: true, sameSite: 'lax', overwrite: true, signed: true },
  };
}

/**
 * With these prefixes browsers require Secure and accept the cookie from no other host. Cookies of a running sign-in
 * are limited to its path, so that two tabs do not interfere; __Host- would apply to the whole host.
 */
function cookieNames(issuer: string): { session: string; interaction: string; resume: string } {
  const encrypted = issuer.startsWith('https:');
  const below = encrypted ? '__Secure-' : '';
  return {
    session: `${encrypted ? '__Host-' : ''}provider-session`,
    interaction: `${below}interaction`,
    resume: `${below}resume`,
  };
}

function userClient(realm: Realm, site: SiteClient): ClientMetadata {
  return {
    client_id: SITE_CLIENTS[realm],
    client_secret: site.secret,
    realm,
    redirect_uris: [`${site.url}/api/session/${realm}/callback`],
    post_logout_redirect_uris: [`${site.url}/`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: 'openid',
    require_auth_time: true,
  };
}

/** No requested scope means all; a scope that the client does not have is an error, not dropped. */
async function resourceServer(ctx: KoaContextWithOIDC, resource: string, audience: string) {
  const { params, client } = ctx.oidc;
  if (resource !== API || client?.realm !== undefined || params === undefined) {
    throw new errors.InvalidTarget('There is no such resource. Omit the parameter.');
  }
  const asked = typeof params.scope === 'string' ? params.scope.split(' ').filter(Boolean) : [];
  if (asked.length === 0) params.scope = client?.scope;
  const unknown = asked.find((scope) => !ALL_SCOPES.split(' ').includes(scope));
  if (unknown !== undefined) {
    throw new errors.InvalidScope(
      `There is no such scope. Request ${ALL_SCOPES.replace(' ', ', ')} or both, or omit the parameter to get all.`,
      unknown,
    );
  }
  return {
    scope: ALL_SCOPES,
    audience,
    accessTokenFormat: 'jwt' as const,
    accessTokenTTL: TOKEN_SECONDS,
    jwt: { sign: { alg: 'RS256' as const } },
  };
}

async function grantEverything(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid');
  await grant.save();
  return grant;
}

/**
 * When someone who is not signed in signs out, the library shows a page that submits itself with an inline script. Ours
 * needs no script and has the headers of every page.
 */
function showOwnSignOut(ctx: Pick<KoaContextWithOIDC, 'path' | 'body' | 'set' | 'response'>, users: UserSide): void {
  if (ctx.path !== '/oauth2/sign-out' || typeof ctx.body !== 'string') return;
  if (ctx.response.get('content-security-policy')) return;
  const form = /<form .*<\/form>/s.exec(ctx.body)?.[0];
  if (form === undefined) return;
  ctx.set(users.pageHeaders());
  ctx.body = users.signOutPage(form.replace(/<noscript>.*<\/noscript>/s, '').replace('<form ', '<form id="sign-out" '));
}
