// How much at a time: a partner by kind of operation, a person by session. Counted before a byte of the body is read, by
// the length that the request declares, and once more when the body is here and turns out to be heavier than that.
import { LIMITS } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';
import type { PartnerLimits, PartnerLimitsSource } from '@onboarding/domain/partners';
import {
  addressKey,
  type Limit,
  type Limits,
  limitHeaders,
  memoryLimits,
  type Weight,
} from '@onboarding/platform/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LimitClass, TokenRoute } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts what the body weighs beyond what was counted for the request already. */
    charge: ((bytes: number, values: number) => Promise<void>) | undefined;
  }
}

export interface RequestLimits {
  counts: Limits;
  /** What everybody has, unless a partner has a limit of its own. */
  perSecond: Record<LimitClass | 'session', number>;
  partners: PartnerLimitsSource;
  /** How often one address may show a cookie that was made up. */
  strangersPerMinute: number;
}

const OWN: Record<LimitClass, keyof PartnerLimits> = {
  reads: 'reads',
  writes: 'writes',
  'upload-links': 'uploadLinks',
};

const BYTES_PER_POINT = 64 * 1024;
const VALUES_PER_POINT = 250;
/** What weighs more is refused for its size anyway. */
const HEAVIEST = LIMITS.valuesPerRequest / VALUES_PER_POINT;

/** What a body counts for: as much as so many ordinary requests would cost us. */
function weightOf(bytes: number, values: number): number {
  const weight = Math.max(1, Math.ceil(bytes / BYTES_PER_POINT), Math.ceil(values / VALUES_PER_POINT));
  return Math.min(weight, HEAVIEST);
}

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
    await takeByWeight(counts, claims.partnerId, { name, points, seconds: 1 }, request, reply);
  };
}

/** For whoever shows what we have never given out, by address. */
export function limitStrangers({ strangersPerMinute }: RequestLimits) {
  const limit: Limit = { name: 'strangers', points: strangersPerMinute, seconds: 60 };
  // In this process and not in Redis: what keeps strangers away must hold without it.
  const counts = memoryLimits();
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    take(counts, addressKey(request.ip), limit, { points: 1 }, reply);
}

/** Whether the session still lives is found out later. */
export function limitSession({ counts, perSecond }: RequestLimits) {
  const limit: Limit = { name: 'session', points: perSecond.session, seconds: 1 };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await takeByWeight(counts, request.sessionValue ?? '', limit, request, reply);
  };
}

async function takeByWeight(
  counts: Limits,
  key: string,
  limit: Limit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const before = weightOf(Number(request.headers['content-length'] ?? 0), 0);
  await take(counts, key, limit, { points: before }, reply);
  request.charge = async (bytes, values) => {
    const points = weightOf(bytes, values) - before;
    if (points > 0) await take(counts, key, limit, { points, before }, reply);
  };
}

async function take(counts: Limits, key: string, limit: Limit, weight: Weight, reply: FastifyReply): Promise<void> {
  const standing = await counts.take(key, limit, weight);
  reply.headers(limitHeaders(limit, standing));
  if (!standing.allowed) throw new DomainError('RateLimit.Exceeded', { retryAfterSeconds: standing.resetSeconds });
}
