// Every request of a signed-in person runs through here: one transaction, entered by the session, with the answer written
// in it.
import type { Context } from '@onboarding/domain';
import { enterSession, type PersonSession } from '@onboarding/domain/accounts';
import type { Tx } from '@onboarding/platform/postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dashboardSuccess, JSON_TYPE } from './answer.ts';
import type { LimitsOf, SessionRoute, SignInSite, TokenAddresses, WebhookUrls } from './route.ts';
import { admit, notSignedIn } from './session-access.ts';
import { createSessionOwners } from './session-owners.ts';

export interface SessionDependencies {
  context: Context;
  onWritten: () => void;
  site: SignInSite | undefined;
  tokenAddresses: TokenAddresses;
  limitsOf: LimitsOf;
  webhookUrls: WebhookUrls;
}

/** Of this process, for all routes. */
const owners = createSessionOwners();

export function handleSession(dependencies: SessionDependencies, route: SessionRoute) {
  const { context, onWritten, site, tokenAddresses, limitsOf, webhookUrls } = dependencies;
  const serialise = dashboardSuccess(route.answer.schema);

  async function enter(tx: Tx, request: FastifyRequest, sessionValue: string): Promise<PersonSession> {
    // A write is always somebody's doing.
    const background = route.method === 'GET' && request.headers['x-background'] === '1';
    const session = await enterSession(tx, sessionValue, route.realm, request.id, context.clock.now(), { background });
    if (session === undefined) throw notSignedIn(route.realm);
    const { person } = session;
    if (person.realm === 'partner') owners.note(sessionValue, person.partnerId);
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
    const owner = owners.of(sessionValue);
    if (route.vet !== undefined) {
      // The network is asked only for someone who may register a URL. The transaction below admits the caller again,
      // because time passes until then.
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
      // Never read-only: entering a session records that it was used.
      { repeatable: !route.writes, owner },
    );
    if (route.writes) onWritten();
    return reply.headers(answer.headers).header('cache-control', 'no-store').type(JSON_TYPE).send(answer.body);
  };
}
