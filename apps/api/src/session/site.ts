// A site where users of one realm sign in with the OpenID provider: authorization code with PKCE.
import { type Realm, SITE_CLIENTS } from '@onboarding/contract';
import type { SessionPlace } from '@onboarding/domain/accounts';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Clock } from '@onboarding/platform/ids';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretBasic,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import type { SignInSite } from '../http/route.ts';
import { claimsSchema, judgeClaims, MAX_SIGN_IN_AGE_SECONDS } from './claims.ts';
import { ProviderUnavailable, SignInRefused, toSignInFailure } from './sign-in-failures.ts';

export const SIGN_IN_SECONDS = 600;
const TIMEOUT_SECONDS = 5;

export interface SiteSettings {
  realm: Realm;
  issuer: string;
  /** Where browsers reach the site, and the API below it. */
  origin: string;
  clientSecret: string;
  /** Plain http to the provider, for development on one machine. */
  insecure: boolean;
  place: SessionPlace;
}

interface StartedSignIn {
  location: string;
  /** The sealed state that must come back with the redirect. */
  sealed: string;
}

interface CompletedSignIn {
  accountId: string;
  secondFactorAt: Date;
  signedInAt: Date;
  signInId: string | undefined;
  returnTo: string;
}

export interface Site extends SignInSite {
  begin(returnTo: string, stepUp: boolean): Promise<StartedSignIn>;
  complete(url: string, sealed: string): Promise<CompletedSignIn>;
}

const underWay = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  stepUp: z.boolean(),
  startedAt: z.number(),
});
type UnderWay = z.infer<typeof underWay>;

export function createSite(settings: SiteSettings, keys: KeyRing, clock: Clock): Site {
  const { realm, origin, place } = settings;
  const boundTo = `sign-in ${realm}`;
  const redirectUri = `${origin}/api/session/${realm}/callback`;
  const provider = createProvider(settings);

  return {
    realm,
    origin,
    issuer: settings.issuer.replace(/\/$/, ''),
    place,
    async begin(returnTo, stepUp) {
      const configuration = await provider.find();
      const started: UnderWay = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        returnTo,
        stepUp,
        startedAt: clock.now().getTime(),
      };
      const location = await authorizationUrl(configuration, redirectUri, started);
      return {
        location: location.href,
        sealed: keys.seal('sign-in cookie', JSON.stringify(started), boundTo).toString('base64url'),
      };
    },
    async complete(url, sealed) {
      const started = unseal(keys, sealed, boundTo);
      if (clock.now().getTime() - started.startedAt > SIGN_IN_SECONDS * 1000) throw new SignInRefused('took too long');
      const configuration = await provider.find();
      const current = new URL(redirectUri);
      current.search = new URL(url, origin).search;
      const claims = await exchange(configuration, current, started);
      const times = judgeClaims(claims, realm, started, clock.now());
      return { accountId: claims.sub, ...times, signInId: claims.sign_in_id, returnTo: started.returnTo };
    },
    async discover() {
      await provider.find().catch(() => {});
    },
    endSessionUrl() {
      const configuration = provider.known();
      const home = `${origin}/`;
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return home;
      return buildEndSessionUrl(configuration, { client_id: SITE_CLIENTS[realm], post_logout_redirect_uri: home }).href;
    },
  };
}

async function authorizationUrl(
  configuration: Configuration,
  redirectUri: string,
  { state, nonce, verifier, stepUp }: UnderWay,
): Promise<URL> {
  return buildAuthorizationUrl(configuration, {
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    // With max_age the provider also returns the time of the sign-in.
    max_age: stepUp ? '0' : String(MAX_SIGN_IN_AGE_SECONDS),
    ...(stepUp ? { prompt: 'login' } : {}),
  });
}

/** Discovers the provider when it is first needed, and retries until it is found: the API starts without it. */
function createProvider({ realm, issuer, clientSecret, insecure }: SiteSettings) {
  let found: Configuration | undefined;
  let looking: Promise<Configuration> | undefined;
  async function look(): Promise<Configuration> {
    try {
      const execute = [enableNonRepudiationChecks, ...(insecure ? [allowInsecureRequests] : [])];
      const options = { execute, timeout: TIMEOUT_SECONDS };
      const client = ClientSecretBasic(clientSecret);
      found = await discovery(new URL(issuer), SITE_CLIENTS[realm], undefined, client, options);
      return found;
    } catch (error) {
      throw new ProviderUnavailable('The OpenID provider cannot be reached', { cause: error });
    } finally {
      looking = undefined;
    }
  }
  return {
    known: () => found,
    async find(): Promise<Configuration> {
      if (found !== undefined) return found;
      looking ??= look();
      return looking;
    },
  };
}

function unseal(keys: KeyRing, sealed: string, boundTo: string): UnderWay {
  try {
    return underWay.parse(
      JSON.parse(keys.unseal('sign-in cookie', Buffer.from(sealed, 'base64url'), boundTo).toString()),
    );
  } catch {
    throw new SignInRefused('not our cookie');
  }
}

async function exchange(
  configuration: Configuration,
  current: URL,
  started: UnderWay,
): Promise<z.infer<typeof claimsSchema>> {
  try {
    const tokens = await authorizationCodeGrant(configuration, current, {
      pkceCodeVerifier: started.verifier,
      expectedState: started.state,
      expectedNonce: started.nonce,
      idTokenExpected: true,
    });
    return claimsSchema.parse(tokens.claims());
  } catch (error) {
    throw toSignInFailure(error);
  }
}
