// How much at a time: a partner by kind of operation, a person by session. Counted before a byte of the body is read.
import { DomainError } from '@onboarding/domain';
import type { PartnerLimits, PartnerLimitsSource } from '@onboarding/domain/partners';
import { type Limit, type Limits, limitHeaders } from '@onboarding/platform/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LimitClass, TokenRoute } from './route.ts';

export interface RequestLimits {
  counts: Limits;
  /** What everybody has, unless a partner has a limit of its own. */
  perSecond: Record<LimitClass | 'session', number>;
  partners: PartnerLimitsSource;
}

const OWN: Record<LimitClass, keyof PartnerLimits> = {
  reads: 'reads',
  writes: 'writes',
  'upload-links': 'uploadLinks',
};

export function limitClassOf(route: Pick<TokenRoute, 'method' | 'limitClass'>): LimitClass {
  return route.limitClass ?? (route.method === 'GET' ? 'reads' : 'writes');
}

/** After the token was verified, so that nobody can use up what is another's. */
export function limitPartner({ counts, perSecond, partners }: RequestLimits, route: TokenRoute) {
  const name = limitClassOf(route);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { claims } = request;
    if (claims === undefined) throw new DomainError('Partner.NotAuthenticated');
    const own = await partners.of(claims.partnerId);
    const points = own?.[OWN[name]] ?? perSecond[name];
    await take(counts, claims.partnerId, { name, points, seconds: 1 }, reply);
  };
}

/** Whether the cookie leads to a session is found out later; a made-up one is counted for itself. */
export function limitSession({ counts, perSecond }: RequestLimits) {
  const limit: Limit = { name: 'session', points: perSecond.session, seconds: 1 };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await take(counts, request.sessionValue ?? '', limit, reply);
  };
}

async function take(counts: Limits, key: string, limit: Limit, reply: FastifyReply): Promise<void> {
  const standing = await counts.take(key, limit);
  reply.headers(limitHeaders(limit, standing));
  if (!standing.allowed) throw new DomainError('RateLimit.Exceeded', { retryAfterSeconds: standing.resetSeconds });
}
