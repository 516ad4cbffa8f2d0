// Every request of a signed-in person runs through here: one transaction, entered by the session, and the answer written
// in it.
import type { Context } from '@onboarding/domain';
import { enterSession, type PersonSession } from '@onboarding/domain/accounts';
import type { Tx } from '@onboarding/platform/postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Site } from '../session/site.ts';
import { dashboardSuccess, JSON_TYPE } from './answer.ts';
import type { SessionRoute, TokenAddresses, Vetting } from './route.ts';
import { admit, notSignedIn } from './session-access.ts';

export interface SessionSurroundings {
  context: Context;
  onWritten: () => void;
  site: Site | undefined;
  tokenAddresses: TokenAddresses;
  webhookUrls: Vetting['webhookUrls'];
}

export function handleSession(surroundings: SessionSurroundings, route: SessionRoute) {
  const { context, onWritten, site, tokenAddresses, webhookUrls } = surroundings;
  const serialise = dashboardSuccess(route.answer.schema);

  async function enter(tx: Tx, request: FastifyRequest, sessionValue: string): Promise<PersonSession> {
    const session = await enterSession(tx, sessionValue, route.realm, request.id, context.clock.now());
    if (session === undefined) throw notSignedIn(route.realm);
    const { person } = session;
    request.caller = {
      accountId: person.accountId,
      ...(person.realm === 'partner' ? { partnerId: person.partnerId } : {}),
    };
    admit(route, session, context);
    return session;
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { sessionValue } = request;
    if (site === undefined || sessionValue === undefined) throw notSignedIn(route.realm);
    await route.prepare?.(site);
    if (route.vet !== undefined) {
      // Nobody else may have us ask the network for them. The transaction below admits again: time has passed until then.
      await context.db.transaction((tx) => enter(tx, request, sessionValue), { repeatable: true });
      await route.vet({ webhookUrls, body: request.body });
    }
    const answer = await context.db.transaction(
      async (tx) => {
        const session = await enter(tx, request, sessionValue);
        const params = request.params as Record<string, string>;
        const { query, body } = request;
        const call = { context, session, sessionValue, address: request.ip, site, tokenAddresses, params, query, body };
        const made = await route.handler(tx, call);
        return { headers: made.headers ?? {}, body: serialise(made) };
      },
      // Never read-only: entering a session notes that it was used.
      { repeatable: !route.writes },
    );
    if (route.writes) onWritten();
    return reply.headers(answer.headers).header('cache-control', 'no-store').type(JSON_TYPE).send(answer.body);
  };
}
