// The parts of the API that depend on the settings alone.
import { join } from 'node:path';
import { HANDBOOK_PATH, PORTAL_PATH, type Realm } from '@onboarding/contract';
import type { Context } from '@onboarding/domain';
import type { SessionPlace } from '@onboarding/domain/accounts';
import { createScanner, noScanner, type Scanner } from '@onboarding/platform/clamd';
import { systemClock } from '@onboarding/platform/ids';
import { createGuard } from '@onboarding/platform/safe-http';
import { createJwksSource, createTokenVerifier, httpJwks, type TokenVerifier } from '@onboarding/platform/tokens';
import { guardOptions, simulatesReviews } from '@onboarding/settings';
import type { ApiConfig } from '../config.ts';
import { createSite, type Site } from '../session/site.ts';
import { openBuiltPages } from '../site/serve-pages.ts';
import { openBuiltSite } from '../site/serve-site.ts';

/** The maximum time that a PATCH waits for the scanner. */
const VERDICT_MS = 5_000;

/** `builtSites`: where `npm run build` puts the sites. */
export function partsFrom(config: ApiConfig, builtSites: string) {
  const development = config.ENVIRONMENT === 'development';
  const builtSite = (name: string) => openBuiltSite(join(builtSites, name), development);
  return {
    scanner: scannerOf(config),
    sandbox: simulatesReviews(config),
    encryptedOnly: !development,
    rehearsal: config.REHEARSAL,
    contact: {
      name: 'Integration support',
      ...(config.CONTACT_EMAIL === undefined ? {} : { email: config.CONTACT_EMAIL }),
    },
    trustedProxies: config.TRUSTED_PROXIES,
    built: { partner: builtSite('portal'), staff: builtSite('console') },
    pages: openBuiltPages(join(builtSites, 'docs'), development),
    handbook: config.OPERATORS_BOOK ? openBuiltPages(join(builtSites, 'handbook'), development) : undefined,
    webhookUrls: createGuard(guardOptions(config)),
    tokenAddresses: {
      issuer: config.TOKEN_ISSUER,
      tokenEndpoint: config.TOKEN_ENDPOINT ?? `${config.TOKEN_ISSUER}/oauth2/token`,
    },
  };
}

export function ratesOf(config: ApiConfig) {
  return {
    perSecond: {
      reads: config.RATE_LIMIT_READS,
      writes: config.RATE_LIMIT_WRITES,
      'upload-links': config.RATE_LIMIT_UPLOAD_LINKS,
      session: config.RATE_LIMIT_SESSION,
    },
    forgedCookiesPerMinute: config.RATE_LIMIT_STRANGERS,
  };
}

function scannerOf({ CLAMD_HOST: host, CLAMD_PORT: port }: ApiConfig): Scanner {
  return host === undefined ? noScanner : createScanner({ host, port, timeoutMs: VERDICT_MS });
}

/** As the sites show it to their users. */
function environmentOf(config: ApiConfig): SessionPlace['environment'] {
  if (config.REHEARSAL) return 'rehearsal';
  return simulatesReviews(config) ? 'sandbox' : config.ENVIRONMENT;
}

function handbookUrlOf({ CONSOLE_URL: origin, OPERATORS_BOOK: served }: ApiConfig): string | null {
  return origin === undefined || !served ? null : new URL(`${HANDBOOK_PATH}/`, origin).href;
}

export function sitesOf(
  config: ApiConfig,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
): Partial<Record<Realm, Site>> {
  const issuer = config.SIGN_IN_ISSUER ?? config.TOKEN_ISSUER;
  const shared = { issuer, insecure: config.ENVIRONMENT === 'development' };
  const place = {
    environment: environmentOf(config),
    accountUrl: config.ACCOUNT_URL ?? `${issuer}/account`,
    otherEnvironmentUrl: null,
    handbookUrl: null,
  };
  const other = config.OTHER_PORTAL_URL;
  const portal = { ...place, otherEnvironmentUrl: other === undefined ? null : new URL(`${PORTAL_PATH}/`, other).href };
  const consolePlace = { ...place, handbookUrl: handbookUrlOf(config) };
  const make = (realm: Realm, here: SessionPlace, url: string | undefined, clientSecret: string | undefined) =>
    url === undefined || clientSecret === undefined
      ? {}
      : {
          [realm]: createSite({ ...shared, realm, place: here, origin: url, clientSecret }, keys, clock),
        };
  return {
    ...make('partner', portal, config.PORTAL_URL, config.PORTAL_CLIENT_SECRET),
    ...make('staff', consolePlace, config.CONSOLE_URL, config.CONSOLE_CLIENT_SECRET),
  };
}

export function eventSecretsOf({
  STORAGE_EVENTS_SECRET: current,
  STORAGE_EVENTS_SECRET_PREVIOUS: previous,
}: ApiConfig) {
  // Without the current one, events are off, whatever is left of a rotation.
  return current === undefined ? [] : [current, ...(previous === undefined ? [] : [previous])];
}

export function tokenVerifierOf(config: ApiConfig): TokenVerifier {
  return createTokenVerifier({
    issuer: config.TOKEN_ISSUER,
    audience: config.TOKEN_AUDIENCE,
    jwks: createJwksSource(httpJwks(config.TOKEN_JWKS_URL), systemClock),
    clock: systemClock,
    algorithms: config.TOKEN_ALGORITHMS,
    type: config.TOKEN_TYPE,
    clientClaim: config.TOKEN_CLIENT_CLAIM,
    scopeClaim: config.TOKEN_SCOPE_CLAIM,
    partnerClaim: config.TOKEN_PARTNER_CLAIM,
    partnersByClient: config.TOKEN_PARTNERS_BY_CLIENT,
    maxAgeSeconds: config.TOKEN_MAX_AGE_SECONDS,
  });
}
