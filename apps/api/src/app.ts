import {
  BODY_MIB,
  CONSOLE_PATH,
  HANDBOOK_PATH,
  MIB_BYTES,
  OWN_REQUEST_ID,
  PORTAL_PATH,
  type Realm,
} from '@onboarding/contract';
import { type Context, DomainError } from '@onboarding/domain';
import { createCheckLimiter, createDocumentLook, type DocumentLook, type Inspector } from '@onboarding/domain/uploads';
import type { Scanner } from '@onboarding/platform/clamd';
import { type Clock, uuidv7 } from '@onboarding/platform/ids';
import { Counter, type Registry } from '@onboarding/platform/metrics';
import { type Health, observeRequests, openHttpServer, type Refusal, serveHealth } from '@onboarding/platform/service';
import type { FastifyInstance } from 'fastify';
import { complianceRoutes } from './compliance/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { Deployment } from './docs/openapi.ts';
import { REFERENCE_PATH, serveReference } from './docs/reference.ts';
import { failureBody, JSON_TYPE, sendFailure } from './http/answer.ts';
import { answerError } from './http/failures.ts';
import { acceptJson } from './http/json-body.ts';
import { type Dependencies, mount } from './http/mount.ts';
import { openRequestLog, type RequestLog } from './http/request-log.ts';
import { operationsRoutes } from './operations/routes.ts';
import { partnerRoutes } from './partner/routes.ts';
import { serveWithdrawn } from './partner/withdrawn.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { admitStaff } from './session/admit-staff.ts';
import { serveHome } from './session/home.ts';
import { sessionRoutes } from './session/routes.ts';
import { serveSignIn } from './session/sign-in.ts';
import type { Site } from './session/site.ts';
import { type PagesSource, servePages } from './site/serve-pages.ts';
import { type SiteSource, serveSite } from './site/serve-site.ts';
import { type StorageEvents, serveStorageEvents } from './storage/intake.ts';

const MAX_BODY_BYTES = BODY_MIB * MIB_BYTES;
const MAX_URL_LENGTH = 8 * 1024;

export interface AppParts extends Omit<Dependencies, 'documentLook' | 'requestLog' | 'sites'> {
  /** The sites where users sign in; a realm without one has no sign-in. */
  sites: Partial<Record<Realm, Site>>;
  registry: Registry;
  /** Defaults to one in the database. */
  requestLog?: RequestLog;
  /** For files that are submitted right after their upload. */
  scanner: Scanner;
  inspector: Inspector;
  /** How many of our own proxies add to X-Forwarded-For; the first of them saw the caller's address. */
  trustedProxies?: number;
  /** Without them, uploaded files are found by polling only. */
  storageEvents?: StorageEvents | undefined;
  /** Whether partners may simulate the outcome of a review; never in production. */
  sandbox?: boolean;
  /** Whether browsers must use https: everywhere except in development. */
  encryptedOnly?: boolean;
  /** Whether this is a copy with which a restore is rehearsed, as every response then says. */
  rehearsal?: boolean;
  /** The sites as they were built. */
  built?: Record<Realm, SiteSource>;
  /** The documentation as it was built. */
  pages?: PagesSource;
  /** The built operators' guide; undefined if it is not served. */
  handbook?: PagesSource | undefined;
  /** The support contact in the API reference. */
  contact?: Deployment['contact'] | undefined;
}

export interface Api {
  app: FastifyInstance;
  health: Health;
}

/** The whole HTTP surface; main.ts listens on a port, tests use it without one. */
export async function buildApp(parts: AppParts): Promise<Api> {
  const {
    registry,
    scanner,
    inspector,
    trustedProxies = 0,
    storageEvents,
    sandbox = false,
    encryptedOnly = false,
    rehearsal = false,
    built = { partner: () => undefined, staff: () => undefined },
    pages = () => undefined,
    handbook,
    contact = { name: 'Integration support' },
    requestLog = openRequestLog(parts.context, registry),
    ...others
  } = parts;
  const { context, sites } = others;
  const documentLook = openDocumentLook({ context, scanner, inspector, registry });
  const builds = { partner: () => built.partner()?.build, staff: () => built.staff()?.build };
  const dependencies = { ...others, documentLook, requestLog, builds };
  const app = openServer(context, { encryptedOnly, rehearsal, trustedProxies });
  app.addHook('onClose', () => requestLog.close());
  observeRequests(app, registry);
  const health = serveHealth(app, { service: 'api', db: context.db, clock: context.clock, registry });
  mount(app, dependencies, [
    ...partnerRoutes,
    ...sessionRoutes,
    ...dashboardRoutes,
    ...complianceRoutes,
    ...operationsRoutes,
  ]);
  if (sandbox) mountSandbox(app, dependencies);
  serveWithdrawn(app, dependencies.tokenAddresses.tokenEndpoint);
  serveSignIn(app, context, sites);
  serveHome(app, hostsOf(sites));
  serveSite(app, { path: PORTAL_PATH, source: built.partner });
  serveSite(app, { path: CONSOLE_PATH, source: built.staff });
  if (storageEvents !== undefined) serveStorageEvents(app, context, registry, storageEvents);
  servePages(app, { path: '/docs', source: pages, otherwise: REFERENCE_PATH });
  if (handbook === undefined) serveNothing(app, HANDBOOK_PATH);
  else {
    const admit = admitStaff({ context, site: sites.staff, limits: dependencies.limits });
    servePages(app, { path: HANDBOOK_PATH, source: handbook, otherwise: CONSOLE_PATH, admit });
  }
  serveReference(app, { tokenEndpoint: dependencies.tokenAddresses.tokenEndpoint, contact, encryptedOnly });
  await app.ready();
  return { app, health };
}

/** A server without routes: ids, limits and errors of every request. */
function openServer(
  { logger, clock }: AppParts['context'],
  {
    encryptedOnly,
    rehearsal,
    trustedProxies,
  }: Required<Pick<AppParts, 'encryptedOnly' | 'rehearsal' | 'trustedProxies'>>,
): FastifyInstance {
  const app = openHttpServer(
    { logger, encryptedOnly, rehearsal, unreadable },
    {
      genReqId: (request) => requestIdOf(request.headers['x-request-id'], clock),
      requestIdHeader: false,
      bodyLimit: MAX_BODY_BYTES,
      // Longer than any accepted URL, so that an overlong parameter gets 404 instead of a router error.
      routerOptions: { maxParamLength: MAX_URL_LENGTH },
      trustProxy: (_address: string, hop: number) => hop < trustedProxies,
      frameworkErrors: (_error, request, reply) => {
        void sendFailure(reply.header('x-request-id', request.id), { code: 'Request.Malformed' });
      },
    },
  );
  app.decorateRequest('claims', undefined);
  app.decorateRequest('sessionValue', undefined);
  app.decorateRequest('charge', undefined);
  app.decorateRequest('problems', undefined);
  app.decorateRequest('customerId', undefined);
  app.decorateRequest('address', '');
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    request.address = request.ip;
    if ((request.raw.url?.length ?? 0) > MAX_URL_LENGTH) return done(new DomainError('Request.UrlTooLong'));
    // Before the body is read.
    done(request.is404 ? new DomainError('Route.NotFound') : undefined);
  });
  acceptJson(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, { code: 'Route.NotFound' }));
  return app;
}

/** Answers 404 below the path, where the console's page would otherwise appear. */
function serveNothing(app: FastifyInstance, path: string): void {
  for (const url of [path, `${path}/*`]) app.get(url, (_request, reply) => reply.callNotFound());
}

/** Maps each host to the path of its only site; empty if both sites share a host. */
function hostsOf({ partner, staff }: AppParts['sites']): ReadonlyMap<string, string> {
  if (partner?.origin === staff?.origin) return new Map();
  const paths = [
    { site: partner, path: PORTAL_PATH },
    { site: staff, path: CONSOLE_PATH },
  ];
  return new Map(paths.flatMap(({ site, path }) => (site === undefined ? [] : [[new URL(site.origin).host, path]])));
}

function mountSandbox(app: FastifyInstance, dependencies: Dependencies): void {
  if (dependencies.staffDb === undefined)
    throw new Error('A sandbox needs STAFF_DATABASE_URL: outcomes are simulated with the rights of analysts');
  mount(app, dependencies, sandboxRoutes);
}

/** The caller's own id if it is valid, so that the logs of both sides can be correlated. */
function requestIdOf(sent: string | string[] | undefined, clock: Clock): string {
  return typeof sent === 'string' && OWN_REQUEST_ID.test(sent) ? sent : uuidv7(clock.now());
}

/** The answer to a request that is not HTTP: an error like every other. */
function unreadable(): Refusal {
  const requestId = crypto.randomUUID();
  const body = failureBody({ code: 'Request.Malformed' }, requestId);
  return { type: JSON_TYPE, body, headers: { 'x-request-id': requestId } };
}

interface LookParts {
  context: Context;
  scanner: Scanner;
  inspector: Inspector;
  registry: Registry;
}

/** Checks files that a PATCH submits right after their upload. Counts the outcomes. */
function openDocumentLook({ context, scanner, inspector, registry }: LookParts): DocumentLook {
  const outcomes = new Counter({
    name: 'onboarding_document_looks_total',
    help: 'Checks of documents submitted with a PATCH, by outcome; a worker finishes the rest',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return createDocumentLook({
    context: { ...context, scanner, inspector, limiter: createCheckLimiter() },
    onOutcome: (outcome) => outcomes.inc({ outcome }),
  });
}
