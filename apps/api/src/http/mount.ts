import type { ErrorCode } from '@onboarding/contract';
import type { Context } from '@onboarding/domain';
import { traced } from '@onboarding/platform/service';
import type { TokenClaims, TokenVerifier } from '@onboarding/platform/tokens';
import type { FastifyInstance } from 'fastify';
import { sendFailure } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { handle } from './handle.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    claims: TokenClaims | undefined;
  }
  interface FastifyContextConfig {
    /** The code for a body that is no JSON. */
    malformed?: ErrorCode;
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const PREFIX = '/api';

/** Serves a table of routes; a path of the table with another method answers 405 and names the right ones. */
export function mount(app: FastifyInstance, context: Context, tokens: TokenVerifier, routes: readonly Route[]): void {
  for (const route of routes) {
    app.route({
      method: route.method,
      url: toFastifyPath(route.path),
      config: route.body === undefined ? {} : { malformed: route.body.malformed },
      onRequest: authenticate(tokens, route.scope),
      handler: traced(handle(context, route)),
    });
  }
  for (const [path, methods] of Map.groupBy(routes, (route) => route.path)) {
    const served = methods.map((route) => route.method);
    // Refused before the body is read: nothing of such a request matters.
    app.route({
      method: METHODS.filter((method) => !served.some((one) => one === method)),
      url: toFastifyPath(path),
      onRequest: async (_request, reply) =>
        sendFailure(reply, { code: 'Route.MethodNotAllowed', headers: { allow: served.join(', ') } }),
      handler: () => {},
    });
  }
}

function toFastifyPath(path: string): string {
  return PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1');
}
