// The API inside the test's own process, on a real PostgreSQL: everything except the port.

import type { Realm } from '@onboarding/contract';
import type { Context } from '@onboarding/domain';
import { createPartnerLimitsSource } from '@onboarding/domain/partners';
import { createCatalogueSource } from '@onboarding/domain/requirements';
import { createInspector, type Inspector } from '@onboarding/domain/uploads';
import { createScanner, noScanner, type ScannerOptions } from '@onboarding/platform/clamd';
import { openKeyRing } from '@onboarding/platform/crypto';
import type { Clock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { memoryLimits } from '@onboarding/platform/limits';
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics } from '@onboarding/platform/metrics';
import { type Db, databaseMetrics } from '@onboarding/platform/postgres';
import { openObjectStore, type StorageOptions } from '@onboarding/platform/s3';
import { createGuard, type GuardOptions } from '@onboarding/platform/safe-http';
import { createTokenVerifier, type JwksSource } from '@onboarding/platform/tokens';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { type AppParts, buildApp } from '../../apps/api/src/app.ts';
import type { ExportLimits } from '../../apps/api/src/http/handle-export.ts';
import type { RequestLimits } from '../../apps/api/src/http/limits.ts';
import type { FileLimits } from '../../apps/api/src/http/slots.ts';
import { createSite, type SiteSettings } from '../../apps/api/src/session/site.ts';
import type { StorageEvents } from '../../apps/api/src/storage/intake.ts';
import { keep } from './artefacts.ts';
import { openTestDb } from './connecting.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from './database.ts';
import { type KeptFiles, startKeptFiles } from './servers/kept-files.ts';
import { AUDIENCE, createTestIssuer, ISSUER, type TestIssuer } from './tokens.ts';
import { HOOK_URL, ORIGINS, PLENTY, TEST_KEY_RING } from './values.ts';

export interface TestApi {
  app: FastifyInstance;
  context: Context;
  /** The processes in which it inspects files. */
  inspector: Inspector;
  issuer: TestIssuer;
  partner: TestPartner;
  token: string;
  /** The work that each transaction woke. */
  woken(): readonly string[][];
  /** A call as `partner`, or with other headers. */
  call(method: Method, path: string, options?: CallOptions): Promise<LightMyRequestResponse>;
  create(body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string;
}

const TOKEN_GOOD_FOR_MS = 200_000;

const HOOK_HOSTS = new Map([
  [new URL(HOOK_URL).hostname, 9],
  ['other.partner.example', 9],
]);

export interface TestApiOptions {
  /** Where users sign in; by default nothing answers there. */
  signIn?: Partial<Pick<SiteSettings, 'issuer' | 'origin' | 'clientSecret'>> | 'none';
  clock?: Clock;
  poolSize?: number;
  trustedProxies?: number;
  beforeStatement?: (name: string, connection: object) => void;
  /** Per second; defaults to far more than a test sends. */
  limits?: Partial<RequestLimits['perSecond']>;
  /** Where webhook receivers are looked up; by default there is one at HOOK_URL. */
  webhookUrls?: Partial<GuardOptions>;
  /** The storage; by default it only has the file of each document that `setDocument` has confirmed. */
  storage?: StorageOptions;
  /** How many files are sent at once; defaults to those of production. */
  files?: FileLimits;
  /** How many lists are exported at once, and how; defaults to those of production. */
  exports?: ExportLimits;
  /** Scans submitted files; defaults to no scanner. */
  scanner?: ScannerOptions;
  /** Credentials of accepted storage events; defaults to none. */
  storageEvents?: StorageEvents;
  /** Without the connection of operators; defaults to false. */
  withoutOperations?: boolean;
  /** Whether partners may simulate the outcome of a review; defaults to false. */
  sandbox?: boolean;
  /** Whether requests are logged for their partner; defaults to true. Its statements come between those of later requests. */
  requestLog?: boolean;
  /** Whether analysts must have opened what they approve; defaults to true, as in production. */
  openedDocuments?: boolean;
  /** How many bytes a partner may upload per day; defaults to no limit. */
  uploadBytesPerDay?: number;
  /** The built sites; defaults to none. */
  built?: NonNullable<AppParts['built']>;
  /** The built operators' guide; not served by default. */
  handbook?: NonNullable<AppParts['handbook']>;
  /** Whose tokens it trusts, instead of the test's own issuer. */
  trusts?: { issuer: string; jwks: JwksSource };
}

/** Limits that no test reaches unless it sets its own. */
export function plentyOfRequests(db: Db, clock: Clock, own: Partial<RequestLimits['perSecond']> = {}): RequestLimits {
  return {
    counts: memoryLimits(),
    perSecond: { reads: PLENTY, writes: PLENTY, 'upload-links': PLENTY, session: PLENTY, ...own },
    partners: createPartnerLimitsSource(db, clock),
    forgedCookiesPerMinute: PLENTY,
  };
}

const NO_REQUEST_LOG = { of: () => async () => {}, close: async () => {} };

export async function startTestApi(database: TestDatabase, options: TestApiOptions = {}): Promise<TestApi> {
  const clock = options.clock ?? { now: () => new Date() };
  const logger = createLogger(
    { service: 'api', level: 'debug' },
    { write: (line) => keep('logs', `${database.name}.log`, line.trimEnd()) },
  );
  const registry = createMetrics('api');
  const { beforeStatement } = options;
  const woken: string[][] = [];
  const connection = {
    onWoken: (works: ReadonlySet<string>) => void woken.push([...works]),
    poolSize: options.poolSize ?? 10,
    metrics: databaseMetrics(registry),
    ...(beforeStatement === undefined ? {} : { beforeStatement }),
  };
  const db = openTestDb(database.appUrl, connection);
  const staffDb = openTestDb(database.staffUrl, connection);
  const operationsDb = openTestDb(database.operationsUrl, connection);
  const kept = options.storage === undefined ? await startKeptFiles() : undefined;
  const issuer = await createTestIssuer({ now: () => clock.now() });
  const context: Context = {
    db,
    jobs: createJobs(),
    clock,
    keys: openKeyRing(TEST_KEY_RING),
    logger,
    catalogue: createCatalogueSource(db, clock),
    storage: openObjectStore(storageOf(options, kept)),
    openedDocuments: options.openedDocuments ?? true,
    uploadBytesPerDay: options.uploadBytesPerDay ?? Number.POSITIVE_INFINITY,
  };
  const site = (realm: Realm) =>
    createSite(
      {
        realm,
        issuer: 'http://127.0.0.1:9',
        origin: ORIGINS[realm],
        clientSecret: 'a secret of the tests',
        insecure: true,
        place: {
          environment: 'development',
          accountUrl: 'https://id.test/account',
          otherEnvironmentUrl: null,
          handbookUrl: null,
        },
        ...(options.signIn === 'none' ? {} : options.signIn),
      },
      context.keys,
      clock,
    );
  const trusted = options.trusts ?? { issuer: ISSUER, jwks: issuer.jwks };
  const tokens = createTokenVerifier({ ...trusted, audience: AUDIENCE, clock });
  const inspector = createInspector({ logger: context.logger });
  const { app } = await buildApp({
    context,
    staffDb,
    ...(options.withoutOperations === true ? {} : { operationsDb }),
    tokens,
    registry,
    scanner: options.scanner === undefined ? noScanner : createScanner(options.scanner),
    inspector,
    ...(options.files === undefined ? {} : { files: options.files }),
    ...(options.exports === undefined ? {} : { exports: options.exports }),
    ...(options.sandbox === undefined ? {} : { sandbox: options.sandbox }),
    ...(options.built === undefined ? {} : { built: options.built }),
    ...(options.handbook === undefined ? {} : { handbook: options.handbook }),
    ...(options.trustedProxies === undefined ? {} : { trustedProxies: options.trustedProxies }),
    sites: options.signIn === 'none' ? {} : { partner: site('partner'), staff: site('staff') },
    limits: plentyOfRequests(db, clock, options.limits),
    storageEvents: options.storageEvents,
    ...(options.requestLog === false ? { requestLog: NO_REQUEST_LOG } : {}),
    webhookUrls: createGuard({ ports: [443, 8443], allowed: HOOK_HOSTS, ...options.webhookUrls }),
    tokenAddresses: { issuer: ISSUER, tokenEndpoint: `${ISSUER}/oauth2/token` },
  });
  const partner = await database.addPartner();
  const token = await issuer.token(partner);

  let own = { token, madeAt: performance.now() };
  /** A token lasts 300 s, and a test file takes longer on a slow machine. */
  async function ownToken(): Promise<string> {
    if (performance.now() - own.madeAt > TOKEN_GOOD_FOR_MS) {
      own = { token: await issuer.token(partner), madeAt: performance.now() };
    }
    return own.token;
  }

  async function call(method: Method, path: string, given: CallOptions = {}): Promise<LightMyRequestResponse> {
    const headers = { authorization: `Bearer ${given.token ?? (await ownToken())}`, ...given.headers };
    if (given.body === undefined) return app.inject({ method, url: `/api${path}`, headers });
    const payload = typeof given.body === 'string' ? given.body : JSON.stringify(given.body);
    return app.inject({
      method,
      url: `/api${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
  }
  return {
    app,
    context,
    inspector,
    issuer,
    partner,
    token,
    woken: () => woken,
    call,
    create: (body, headers = {}) => call('POST', '/partner/v1/business-profiles', { body, headers }),
    async close() {
      await app.close();
      keep('metrics', `${database.name}.txt`, await registry.metrics());
      await db.close();
      await staffDb.close();
      await operationsDb.close();
      context.storage.close();
      await inspector.close();
      await kept?.close();
    },
  };
}

function storageOf({ storage }: TestApiOptions, kept: KeptFiles | undefined): StorageOptions {
  if (storage !== undefined) return storage;
  if (kept === undefined) throw new Error('The API has no storage');
  return kept.options;
}

/** A separate database and API for a test file, created before its tests and removed after them. */
export function useTestApi(
  ready: (made: { api: TestApi; database: TestDatabase }) => void,
  options: TestApiOptions = {},
): void {
  let made: { api: TestApi; database: TestDatabase } | undefined;
  beforeAll(async () => {
    const database = await cloneDatabase();
    made = { database, api: await startTestApi(database, options) };
    ready(made);
  });
  afterAll(async () => {
    await made?.api.close();
    await made?.database.close();
  });
}
