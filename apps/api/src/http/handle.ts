// Handles every request with a token: one transaction, entered as the partner, in which the response is built.
import { type ClientActor, type Context, DomainError } from '@onboarding/domain';
import { checkIdempotencyKey, type OnceOutcome, once, type StoredAnswer } from '@onboarding/domain/idempotency';
import { enterPartner } from '@onboarding/domain/partners';
import type { DocumentLook } from '@onboarding/domain/uploads';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE, serialiseSuccess } from './answer.ts';
import type { Received, TokenCaller, TokenRoute } from './route.ts';

export interface TokenDependencies {
  context: Context;
  documentLook: DocumentLook;
}

export function handle(dependencies: TokenDependencies, route: TokenRoute) {
  const { context } = dependencies;
  const serialise = serialiseSuccess(route.answer.schema);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { claims } = request;
    if (claims === undefined) throw new DomainError('Partner.NotAuthenticated');
    const { partnerId, clientId } = claims;
    const actor: ClientActor = { kind: 'Client', partnerId, clientId, requestId: request.id };
    const key = route.idempotent ? keyOf(request) : undefined;
    const call = await prepareCall(dependencies, route, request, actor);
    const work = async (tx: Tx): Promise<StoredAnswer> => {
      const answer = await route.handler(tx, call);
      const customerId = customerOf(answer.value) ?? call.params.customerId;
      return { status: 200, headers: answer.headers ?? {}, body: serialise(answer), customerId };
    };
    const respond = async (tx: Tx, attempt: number): Promise<OnceOutcome> => {
      if (key === undefined) return { answer: await work(tx), replayed: false };
      const scope = { partnerId: actor.partnerId, route: `${route.method} ${filledPath(route, call.params)}`, key };
      return once(tx, { ...scope, attempt, now: context.clock.now() }, request.body, () => work(tx));
    };
    const { answer, replayed } = await context.db.transaction(
      async (tx, attempt) => {
        // Pipelined and executed in this order. If the partner may not enter, that error takes precedence over the handler's.
        const [, outcome] = await settled([enterPartner(tx, actor.partnerId), respond(tx, attempt)]);
        return outcome;
      },
      { readOnly: !route.writes, repeatable: key !== undefined || !route.writes, owner: partnerId },
    );
    request.customerId = answer.customerId;
    if (replayed) reply.header('idempotent-replayed', 'true');
    if (route.method === 'GET' && isKnown(request.headers['if-none-match'], answer.headers.etag)) {
      return reply.status(304).headers(answer.headers).send();
    }
    return reply.status(answer.status).headers(answer.headers).type(JSON_TYPE).send(answer.body);
  };
}

async function prepareCall(
  { context, documentLook }: TokenDependencies,
  route: TokenRoute,
  request: FastifyRequest,
  actor: ClientActor,
) {
  const received: TokenCaller & Received = {
    context,
    actor,
    catalogue: await context.catalogue.current(),
    params: request.params as Record<string, string>,
    query: request.query,
    ifMatch: request.headers['if-match'],
    body: request.body,
  };
  const charged: DocumentLook = {
    ...documentLook,
    /** Charges the limit per document before checking. */
    async check(submitted) {
      await request.charge?.({ documents: submitted.documentIds.length });
      return documentLook.check(submitted);
    },
  };
  return { ...received, ...(await route.prepare?.(received, charged)) };
}

/**
 * The path with its parameters, so that an idempotency key is valid for one customer only. Encoded, because a parameter may
 * contain characters that the database cannot store.
 */
function filledPath({ path }: TokenRoute, params: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** Most responses about a customer contain its id, including that of a create; otherwise the path does. */
function customerOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('customerId' in value)) return undefined;
  return typeof value.customerId === 'string' ? value.customerId : undefined;
}

/** Whether the caller already has the current version (RFC 9110, weak comparison). */
function isKnown(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => strong(tag) === strong(etag));
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  return checkIdempotencyKey(Array.isArray(key) ? key.join(',') : key);
}
