import { join } from 'node:path';
import { GIB_BYTES, HANDBOOK_PATH, PORTAL_PATH, type Realm } from '@onboarding/contract';
import type { Context } from '@onboarding/domain';
import type { SessionPlace } from '@onboarding/domain/accounts';
import { createPartnerLimitsSource } from '@onboarding/domain/partners';
import { createCatalogueSource, requireCountryDecisions } from '@onboarding/domain/requirements';
import { ARRIVALS_CHANNEL, createInspector } from '@onboarding/domain/uploads';
import { DISPATCHER_CHANNEL } from '@onboarding/domain/webhooks';
import { createScanner, noScanner, type Scanner } from '@onboarding/platform/clamd';
import { openKeyRing } from '@onboarding/platform/crypto';
import { systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { openLimits } from '@onboarding/platform/limits';
import { createNotifier } from '@onboarding/platform/postgres';
import { openObjectStore, requireProtection, storageMetrics } from '@onboarding/platform/s3';
import { createGuard } from '@onboarding/platform/safe-http';
import { endBecause, type Foundation, runService } from '@onboarding/platform/service';
import { createJwksSource, createTokenVerifier, httpJwks, type TokenVerifier } from '@onboarding/platform/tokens';
import { guardOptions, sharedLimitsAt, simulatesReviews, storageOptions } from '@onboarding/settings';
import { buildApp } from './app.ts';
import { type ApiConfig, readApiConfig } from './config.ts';
import { createSite, type Site } from './session/site.ts';
import { openBuiltPages } from './site/serve-pages.ts';
import { openBuiltSite } from './site/serve-site.ts';

/** Where `npm run build` puts the sites. */
const BUILT_SITES = join(import.meta.dirname, '../../../.build/sites');
/** The maximum time that a PATCH waits for the scanner. */
const VERDICT_MS = 5_000;
/** Few, because there are few operators. */
const OPERATORS_CONNECTIONS = 2;

await runService('api', readApiConfig, openApi);

async function openApi(foundation: Foundation, config: ApiConfig) {
  const { logger, registry, db, openPool } = foundation;
  const environment = config.ENVIRONMENT;
  await requireCountryDecisions(db, { environment, logger, onMissing: (error) => endBecause(logger, error) });
  const tokens = tokenVerifierOf(config);
  const protection = await requireProtection(storageOptions(config), {
    logger,
    onOpen: (error) => endBecause(logger, error),
  });
  const context = contextOf(foundation, config);
  const counts = await openLimits({ redisUrl: sharedLimitsAt(config), logger, registry });
  const notifier = createNotifier({ url: config.DATABASE_URL, channel: DISPATCHER_CHANNEL, logger });
  const arrivals = createNotifier({ url: config.DATABASE_URL, channel: ARRIVALS_CHANNEL, logger });
  const inspector = createInspector({ logger });
  const secrets = eventSecretsOf(config);
  const openOwnPool = (name: string, url: string | undefined, poolSize: number) =>
    url === undefined ? undefined : openPool({ name, url, poolSize });
  const staffDb = openOwnPool('api-staff', config.STAFF_DATABASE_URL, config.DATABASE_POOL_SIZE);
  const operationsDb = openOwnPool('api-operations', config.OPERATIONS_DATABASE_URL, OPERATORS_CONNECTIONS);
  const { app, health } = await buildApp({
    ...partsFrom(config),
    context,
    staffDb,
    operationsDb,
    onWritten: () => notifier.notify(),
    tokens,
    registry,
    inspector,
    storageEvents: secrets.length === 0 ? undefined : { secrets, onArrivals: () => arrivals.notify() },
    sites: sitesOf(config, context),
    limits: { counts, partners: createPartnerLimitsSource(db, systemClock), ...ratesOf(config) },
  });
  await app.listen({ host: config.HOST, port: config.PORT });
  return {
    drain: () => health.drain(),
    async close() {
      await app.close();
      await counts.close();
      await staffDb?.close();
      await operationsDb?.close();
      await Promise.all([notifier.close(), arrivals.close()]);
      protection.stop();
      context.storage.close();
      await inspector.close();
    },
  };
}

function eventSecretsOf({ STORAGE_EVENTS_SECRET: current, STORAGE_EVENTS_SECRET_PREVIOUS: previous }: ApiConfig) {
  // Without the current one, events are off, whatever is left of a rotation.
  return current === undefined ? [] : [current, ...(previous === undefined ? [] : [previous])];
}

function tokenVerifierOf(config: ApiConfig): TokenVerifier {
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

function contextOf({ db, logger, registry }: Foundation, config: ApiConfig) {
  return {
    db,
    jobs: createJobs(),
    clock: systemClock,
    keys: openKeyRing(config.KEY_RING),
    logger,
    catalogue: createCatalogueSource(db, systemClock),
    storage: openObjectStore(storageOptions(config), storageMetrics(registry)),
    openedDocuments: config.APPROVAL_NEEDS_OPENED_DOCUMENTS,
    uploadBytesPerDay: config.UPLOAD_GIB_PER_DAY * GIB_BYTES,
  };
}

/** The parts of the app that depend on the settings alone. */
function partsFrom(config: ApiConfig) {
  const development = config.ENVIRONMENT === 'development';
  const builtSite = (name: string) => openBuiltSite(join(BUILT_SITES, name), development);
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
    pages: openBuiltPages(join(BUILT_SITES, 'docs'), development),
    handbook: config.OPERATORS_BOOK ? openBuiltPages(join(BUILT_SITES, 'handbook'), development) : undefined,
    webhookUrls: createGuard(guardOptions(config)),
    tokenAddresses: {
      issuer: config.TOKEN_ISSUER,
      tokenEndpoint: config.TOKEN_ENDPOINT ?? `${config.TOKEN_ISSUER}/oauth2/token`,
    },
  };
}

function ratesOf(config: ApiConfig) {
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

function sitesOf(config: ApiConfig, { keys, clock }: Pick<Context, 'keys' | 'clock'>): Partial<Record<Realm, Site>> {
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
