import type { ErrorCode, Realm } from '@onboarding/contract';
import { type Context, DomainError } from '@onboarding/domain';
import type { DocumentLook } from '@onboarding/domain/uploads';
import type { Db } from '@onboarding/platform/postgres';
import { traced } from '@onboarding/platform/service';
import type { TokenClaims, TokenVerifier } from '@onboarding/platform/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, demandScope, demandSession } from './access.ts';
import { sendFailure } from './answer.ts';
import { announce, deprecationHeaders } from './deprecation.ts';
import { handle } from './handle.ts';
import { EXPORT_LIMITS, EXPORT_WORDS, type ExportLimits, handleExport } from './handle-export.ts';
import { handleFile } from './handle-file.ts';
import { handleSession } from './handle-session.ts';
import { limitForgedCookies, limitPartner, limitSession, limitsOf, type RequestLimits } from './limits.ts';
import type { RequestLog } from './request-log.ts';
import type { Route, SignInSite, TokenAddresses, WebhookUrls } from './route.ts';
import { createSlots, FILE_LIMITS, FILE_WORDS, type FileLimits, type Slots } from './slots.ts';
import { type Envelope, PREFIX, SURFACES } from './surface.ts';

declare module 'fastify' {
  interface FastifyRequest {
    claims: TokenClaims | undefined;
    /** The value of the session cookie; the session may not exist. */
    sessionValue: string | undefined;
    /** The caller's address, read on arrival because a closed connection has none. */
    address: string;
  }
  interface FastifyContextConfig {
    /** The code for a body that is not JSON. */
    malformed?: ErrorCode;
    /** The envelope of its errors. */
    envelope?: Envelope;
  }
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** External dependencies of the routes. */
export interface Dependencies {
  context: Context;
  /** The database with the analysts' role; undefined in a deployment without analysts. */
  staffDb?: Db | undefined;
  /** The database with the operators' role; without it their routes refuse every request. */
  operationsDb?: Db | undefined;
  tokens: TokenVerifier;
  /** The sites where users sign in; a realm without one has no sign-in. */
  sites: Partial<Record<Realm, SignInSite>>;
  /** The current builds of the sites that this process serves. */
  builds?: Partial<Record<Realm, () => string | undefined>>;
  tokenAddresses: TokenAddresses;
  limits: RequestLimits;
  /** Shows partners the requests of their systems. */
  requestLog: RequestLog;
  /** Checks the files of submitted documents. */
  documentLook: DocumentLook;
  /** Checks the URLs that partners register for their events. */
  webhookUrls: WebhookUrls;
  /** How many files are sent at once; defaults to those of production. */
  files?: FileLimits;
  /** How many lists are exported at once, and how; defaults to those of production. */
  exports?: ExportLimits;
}

/** Serves a table of routes; other methods on its paths get 405 with the allowed ones. */
export function mount(app: FastifyInstance, dependencies: Dependencies, routes: readonly Route[]): void {
  const limitForgedCookie = limitForgedCookies(dependencies.limits);
  const slots = {
    files: createSlots(dependencies.files ?? FILE_LIMITS, FILE_WORDS),
    exports: createSlots(dependencies.exports ?? EXPORT_LIMITS, EXPORT_WORDS),
  };
  for (const route of routes) {
    app.route({
      method: route.method,
      url: toFastifyPath(route.path),
      config: {
        envelope: route.surface.envelope,
        ...(route.body === undefined ? {} : { malformed: route.body.malformed }),
      },
      ...announcing(route, serving(dependencies, route, limitForgedCookie, slots)),
    });
  }
  // Two operations may use different parameter names for the same path.
  for (const [path, methods] of Map.groupBy(routes, (route) => shapeOf(route.path))) {
    const served = methods.map((route) => route.method);
    const { envelope } = methods[0]?.surface ?? SURFACES.partner;
    // Refused before the body is read, because its content does not matter.
    app.route({
      method: METHODS.filter((method) => !served.some((one) => one === method)),
      url: toFastifyPath(path),
      config: { envelope },
      onRequest: async (_request, reply) =>
        sendFailure(reply, { code: 'Route.MethodNotAllowed', headers: { allow: served.join(', ') } }),
      handler: () => {},
    });
  }
}

/** Adds deprecation headers before anything else. Too short a notice keeps the process from starting. */
function announcing(route: Route, served: ReturnType<typeof serving>) {
  if (route.deprecated === undefined) return served;
  const headers = deprecationHeaders(`${route.method} ${route.path}`, route.deprecated, PREFIX);
  return { ...served, onRequest: [announce(headers), ...served.onRequest] };
}

function serving(
  dependencies: Dependencies,
  route: Route,
  limitForgedCookie: ReturnType<typeof limitForgedCookies>,
  slots: Record<'files' | 'exports', Slots>,
) {
  const { tokens, sites, tokenAddresses, limits, requestLog, webhookUrls, documentLook } = dependencies;
  const context = contextOf(dependencies, route);
  if ('scope' in route) {
    return {
      onRequest: [authenticate(tokens), limitPartner(limits, route), demandScope(route.scope)],
      handler: traced(handle({ context, documentLook }, route)),
      onResponse: requestLog.of(route),
    };
  }
  const site = sites[route.realm];
  const own = { context, site, tokenAddresses, limitsOf: limitsOf(limits), webhookUrls };
  const handlerOf = () => {
    const { openingMs } = dependencies.files ?? FILE_LIMITS;
    if ('file' in route) return handleFile({ ...own, slots: slots.files, openingMs }, route);
    const exportLimits = dependencies.exports ?? EXPORT_LIMITS;
    if ('export' in route) return handleExport({ ...own, exportSlots: slots.exports, exportLimits }, route);
    return handleSession(own, route);
  };
  return {
    onRequest: [
      tellBuild(dependencies.builds?.[route.realm]),
      demandSession(route, site, context, limitForgedCookie),
      limitSession(limits),
      ...(route.connection === 'operations' && dependencies.operationsDb === undefined ? [refuseUnconfigured] : []),
    ],
    handler: traced(handlerOf()),
  };
}

/** Sends the current build, so that a page of an older build can offer to reload. */
function tellBuild(build: () => string | undefined = () => undefined) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const current = build();
    if (current !== undefined) reply.header('x-build', current);
  };
}

/** For deployments without operators in the console. */
async function refuseUnconfigured(): Promise<void> {
  throw new DomainError('Operations.NotConfigured');
}

/**
 * Without a staff connection there are no staff sessions, and without an operations connection its routes refuse every request,
 * so no request gets this far.
 */
function contextOf({ context, staffDb, operationsDb }: Dependencies, route: Route): Context {
  const own = { partner: undefined, staff: staffDb, operations: operationsDb }[route.connection ?? 'partner'];
  return own === undefined ? context : { ...context, db: own };
}

/** The path without the names of its parameters, which is what the router matches. */
function shapeOf(path: string): string {
  let count = 0;
  return path.replaceAll(/\{\w+\}/g, () => `{parameter${++count}}`);
}

export function toFastifyPath(path: string): string {
  return PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1');
}
