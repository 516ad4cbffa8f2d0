import type { ErrorCode, Realm } from '@onboarding/contract';
import type { Context } from '@onboarding/domain';
import type { DocumentLook } from '@onboarding/domain/uploads';
import type { Db } from '@onboarding/platform/postgres';
import { traced } from '@onboarding/platform/service';
import type { TokenClaims, TokenVerifier } from '@onboarding/platform/tokens';
import type { FastifyInstance } from 'fastify';
import type { Site } from '../session/site.ts';
import { type Envelope, sendFailure } from './answer.ts';
import { authenticate, demandScope } from './authenticate.ts';
import { announce, deprecationHeaders } from './deprecation.ts';
import { handle } from './handle.ts';
import { handleSession } from './handle-session.ts';
import { limitPartner, limitSession, limitStrangers, type RequestLimits } from './limits.ts';
import type { Route, TokenAddresses, Vetting } from './route.ts';
import { demandSession } from './session-access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    claims: TokenClaims | undefined;
    /** The value of the session's cookie, which may or may not lead to a session. */
    sessionValue: string | undefined;
  }
  interface FastifyContextConfig {
    /** The code for a body that is no JSON. */
    malformed?: ErrorCode;
    /** How its failures are wrapped. */
    envelope?: Envelope;
  }
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const PREFIX = '/api';

export interface Surroundings {
  context: Context;
  /** The database as our analysts may see it; missing where none of them works. */
  staffDb?: Db | undefined;
  tokens: TokenVerifier;
  /** The sites where people sign in; a realm without one lets nobody in. */
  sites: Partial<Record<Realm, Site>>;
  tokenAddresses: TokenAddresses;
  limits: RequestLimits;
  /** Looks for the files of documents that are handed in. */
  lookForDocuments: DocumentLook;
  /** Judges where a partner wants its events. */
  webhookUrls: Vetting['webhookUrls'];
  /** Called after each write is committed: there may be events to send. Must neither wait nor fail. */
  onWritten?: () => void;
}

/** Serves a table of routes; a path of the table with another method answers 405 and names the right ones. */
export function mount(app: FastifyInstance, surroundings: Surroundings, routes: readonly Route[]): void {
  const limitStranger = limitStrangers(surroundings.limits);
  for (const route of routes) {
    app.route({
      method: route.method,
      url: toFastifyPath(route.path),
      config: {
        envelope: envelopeOf(route),
        ...(route.body === undefined ? {} : { malformed: route.body.malformed }),
      },
      ...announcing(route, serving(surroundings, route, limitStranger)),
    });
  }
  // Two operations may call the parameter of the same path differently.
  for (const [path, methods] of Map.groupBy(routes, (route) => shapeOf(route.path))) {
    const served = methods.map((route) => route.method);
    const envelope = methods.map(envelopeOf)[0] ?? 'partner';
    // Refused before the body is read: nothing of such a request matters.
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

/** A deprecated operation says so first; one whose callers had too little notice stops the start. */
function announcing(route: Route, served: ReturnType<typeof serving>) {
  if (route.deprecated === undefined) return served;
  const headers = deprecationHeaders(`${route.method} ${route.path}`, route.deprecated, PREFIX);
  return { ...served, onRequest: [announce(headers), ...served.onRequest] };
}

function serving(surroundings: Surroundings, route: Route, limitStranger: ReturnType<typeof limitStrangers>) {
  const { tokens, sites, tokenAddresses, limits, webhookUrls, lookForDocuments, onWritten = () => {} } = surroundings;
  const context = contextOf(surroundings, route);
  if ('scope' in route) {
    return {
      onRequest: [authenticate(tokens), limitPartner(limits, route), demandScope(route.scope)],
      handler: traced(handle({ context, onWritten, lookForDocuments }, route)),
    };
  }
  const site = sites[route.realm];
  return {
    onRequest: [demandSession(route, site, context, limitStranger), limitSession(limits)],
    handler: traced(handleSession({ context, onWritten, site, tokenAddresses, webhookUrls }, route)),
  };
}

/** Without the analysts' connection nobody is let in to what needs it, so none of it gets this far. */
function contextOf({ context, staffDb }: Surroundings, route: Route): Context {
  return route.connection === 'staff' && staffDb !== undefined ? { ...context, db: staffDb } : context;
}

function envelopeOf(route: Route): Envelope {
  return 'scope' in route ? 'partner' : 'dashboard';
}

/** The path without the names of its parameters: what a URL is matched by. */
export function shapeOf(path: string): string {
  let count = 0;
  return path.replaceAll(/\{\w+\}/g, () => `{parameter${++count}}`);
}

export function toFastifyPath(path: string): string {
  return PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1');
}
