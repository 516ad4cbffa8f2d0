// Handles every request of a signed-in person: one transaction, entered with the session, in which the response is built.
import type { Context } from '@onboarding/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entering, notSignedIn, sessionOwners } from './access.ts';
import { dashboardSuccess, JSON_TYPE } from './answer.ts';
import type { JsonRoute, LimitsOf, SignInSite, TokenAddresses, WebhookUrls } from './route.ts';

export interface SessionDependencies {
  context: Context;
  site: SignInSite | undefined;
  tokenAddresses: TokenAddresses;
  limitsOf: LimitsOf;
  webhookUrls: WebhookUrls;
}

export function handleSession(dependencies: SessionDependencies, route: JsonRoute) {
  const { context, site, tokenAddresses, limitsOf, webhookUrls } = dependencies;
  const serialise = dashboardSuccess(route.answer.schema);
  const enter = entering(route, context);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { sessionValue } = request;
    if (site === undefined || sessionValue === undefined) throw notSignedIn(route.realm);
    await route.prepare?.(site);
    const owner = sessionOwners.of(sessionValue);
    if (route.vet !== undefined) {
      // The URL is resolved only for a caller who may register one. The transaction below checks access again, because time
      // passes in between.
      await context.db.transaction((tx) => enter(tx, request, sessionValue), { repeatable: true, owner });
      await route.vet(webhookUrls, request.body);
    }
    const answer = await context.db.transaction(
      async (tx) => {
        const session = await enter(tx, request, sessionValue);
        const params = request.params as Record<string, string>;
        const { query, body } = request;
        const known = { context, session, sessionValue, address: request.address, site, tokenAddresses, limitsOf };
        const call = { ...known, params, query, body };
        const made = await route.handler(tx, call);
        return { headers: made.headers ?? {}, body: serialise(made) };
      },
      // Never read-only, because entering a session records its use.
      { repeatable: !route.writes, owner },
    );
    return reply.headers(answer.headers).header('cache-control', 'no-store').type(JSON_TYPE).send(answer.body);
  };
}
