import type { Scope } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';
import type { TokenVerifier } from '@onboarding/platform/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Identifies the caller by the bearer token, before the body is read. */
export function authenticate(tokens: TokenVerifier) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new DomainError('Partner.NotAuthenticated');
    const claims = await tokens.verify(token);
    request.claims = claims;
    request.caller = { partnerId: claims.partnerId, clientId: claims.clientId };
  };
}

export function demandScope(scope: Scope) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (request.claims?.scopes.has(scope) === true) return;
    throw new DomainError('Partner.ScopeMissing', {
      message: `This operation needs the scope ${scope}, which the token does not have. Request that scope when you get the token.`,
    });
  };
}
