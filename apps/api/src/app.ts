import { DomainError } from '@onboarding/domain';
import type { Scanner } from '@onboarding/platform/clamd';
import { type Clock, uuidv7 } from '@onboarding/platform/ids';
import type { Registry } from '@onboarding/platform/metrics';
import { type Health, observeRequests, openDoor, type Refusal, serveHealth } from '@onboarding/platform/service';
import type { FastifyInstance } from 'fastify';
import { complianceRoutes } from './compliance/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { Whereabouts } from './docs/openapi.ts';
import { serveReference } from './docs/reference.ts';
import { failureBody, JSON_TYPE, sendFailure } from './http/answer.ts';
import { answerError } from './http/failures.ts';
import { acceptJson } from './http/json-body.ts';
import { mount, type Surroundings } from './http/mount.ts';
import { openDocumentLook } from './partner/document-look.ts';
import { partnerRoutes } from './partner/routes.ts';
import { serveWithdrawn } from './partner/withdrawn.ts';
import { sandboxRoutes } from './sandbox/routes.ts';
import { serveHome } from './session/home.ts';
import { sessionRoutes } from './session/routes.ts';
import { serveSignIn } from './session/sign-in.ts';
import { type StorageEvents, serveStorageEvents } from './storage/intake.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_URL_LENGTH = 8 * 1024;
const OWN_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

export interface AppParts extends Omit<Surroundings, 'lookForDocuments'> {
  registry: Registry;
  /** For files that are handed in right after their upload. */
  scanner: Scanner;
  /** How many proxies of our own say whom they speak for; the address of a session is what they saw. */
  trustedProxies?: number;
  /** Without them, arrivals are only found by looking. */
  storageEvents?: StorageEvents | undefined;
  /** Whether partners may say how a review ends; never in production. */
  sandbox?: boolean;
  /** Whether browsers shall come by https only: everywhere but in development. */
  encryptedOnly?: boolean;
  /** Who helps integrators, as the reference says. */
  contact?: Whereabouts['contact'] | undefined;
}

export interface Api {
  app: FastifyInstance;
  health: Health;
}

/** The whole HTTP surface; main.ts gives it a port, tests use it without one. */
export async function buildApp(parts: AppParts): Promise<Api> {
  const {
    registry,
    scanner,
    trustedProxies = 0,
    storageEvents,
    sandbox = false,
    encryptedOnly = false,
    contact = { name: 'Integration support' },
    ...others
  } = parts;
  const { context, sites, onWritten = () => {} } = others;
  const lookForDocuments = openDocumentLook({ context, scanner, registry, onConfirmed: onWritten });
  const surroundings = { ...others, lookForDocuments };
  const app = openDoor(
    { logger: context.logger, encryptedOnly, unreadable },
    {
      genReqId: (request) => requestIdOf(request.headers['x-request-id'], context.clock),
      requestIdHeader: false,
      bodyLimit: MAX_BODY_BYTES,
      // Longer than any URL that gets here, so that an overlong parameter is simply not found.
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
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if ((request.raw.url?.length ?? 0) > MAX_URL_LENGTH) return done(new DomainError('Request.UrlTooLong'));
    // Before a byte of a body is read that is for nobody.
    done(request.is404 ? new DomainError('Route.NotFound') : undefined);
  });
  acceptJson(app);
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, { code: 'Route.NotFound' }));
  observeRequests(app, registry);
  const health = serveHealth(app, 'api', context.db, context.clock);
  mount(app, surroundings, [...partnerRoutes, ...sessionRoutes, ...dashboardRoutes, ...complianceRoutes]);
  if (sandbox) mountSandbox(app, surroundings);
  serveWithdrawn(app, surroundings.tokenAddresses.tokenEndpoint);
  serveSignIn(app, context, sites);
  serveHome(app);
  if (storageEvents !== undefined) serveStorageEvents(app, context, registry, storageEvents);
  serveReference(app, { tokenEndpoint: surroundings.tokenAddresses.tokenEndpoint, contact });
  await app.ready();
  return { app, health };
}

function mountSandbox(app: FastifyInstance, surroundings: Surroundings): void {
  if (surroundings.staffDb === undefined)
    throw new Error('Outcomes are simulated with the rights of analysts, and there are none');
  mount(app, surroundings, sandboxRoutes);
}

/** The caller's own id if it sent a proper one, so that both sides' logs can be put together. */
function requestIdOf(sent: string | string[] | undefined, clock: Clock): string {
  return typeof sent === 'string' && OWN_REQUEST_ID.test(sent) ? sent : uuidv7(clock.now());
}

/** What is not even HTTP is told so in the words of every other refusal. */
function unreadable(): Refusal {
  const requestId = crypto.randomUUID();
  const body = failureBody({ code: 'Request.Malformed' }, requestId);
  return { type: JSON_TYPE, body, headers: { 'x-request-id': requestId } };
}
