// Rate limits: of a partner by class of operation, of a person by session. A request is counted before its body is
// read, by the declared length, and again if it turns out to cost more: by its values, or by the documents it names.
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
import type { LimitClass, LimitsOf, TokenRoute } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts what the request weighs beyond what was already counted for it. */
    charge: ((cost: Cost) => Promise<void>) | undefined;
  }
}

/** What a request costs us, as far as it is known. */
interface Cost {
  bytes?: number;
  values?: number;
  /** Those that are looked for in the storage. */
  documents?: number;
}

export interface RequestLimits {
  counts: Limits;
  /** The defaults; a partner can have other limits. */
  perSecond: Record<LimitClass | 'session', number>;
  partners: PartnerLimitsSource;
  /** Requests with a forged cookie, by address. */
  strangersPerMinute: number;
}

const OWN: Record<LimitClass, keyof PartnerLimits> = {
  reads: 'reads',
  writes: 'writes',
  'upload-links': 'uploadLinks',
};

const BYTES_PER_POINT = 64 * 1024;
const VALUES_PER_POINT = 250;
/** A body that is heavier is refused for its size anyway. */
const HEAVIEST_BODY = LIMITS.valuesPerRequest / VALUES_PER_POINT;
/** To look for a file takes a statement and a question to the storage: about half of an ordinary request. */
const DOCUMENTS_PER_POINT = 2;

/** How many ordinary requests one counts for, by what it costs us. */
function weightOf({ bytes = 0, values = 0, documents = 0 }: Cost): number {
  const body = Math.max(1, Math.ceil(bytes / BYTES_PER_POINT), Math.ceil(values / VALUES_PER_POINT));
  return Math.min(body, HEAVIEST_BODY) + Math.ceil(documents / DOCUMENTS_PER_POINT);
}

export function limitClassOf(route: Pick<TokenRoute, 'method' | 'limitClass'>): LimitClass {
  return route.limitClass ?? (route.method === 'GET' ? 'reads' : 'writes');
}

/** The limits of a partner's machines, as its people see them. */
export function limitsOf({ perSecond, partners }: RequestLimits): LimitsOf {
  return async (partnerId) => {
    const own = partnerId === undefined ? undefined : await partners.of(partnerId);
    return {
      readsPerSecond: own?.reads ?? perSecond.reads,
      writesPerSecond: own?.writes ?? perSecond.writes,
      uploadLinksPerSecond: own?.uploadLinks ?? perSecond['upload-links'],
    };
  };
}

/** After the token was verified, so that nobody can use up the quota of another partner. */
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

/** For requests with a cookie that we never issued, by address. */
export function limitStrangers({ strangersPerMinute }: RequestLimits) {
  const limit: Limit = { name: 'strangers', points: strangersPerMinute, seconds: 60 };
  // In memory and not in Redis: this limit must hold without it.
  const counts = memoryLimits();
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    take(counts, addressKey(request.address), limit, { points: 1 }, reply);
}

/** Whether the session still exists is checked later. */
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
  let known: Cost = { bytes: Number(request.headers['content-length'] ?? 0) };
  let before = weightOf(known);
  await take(counts, key, limit, { points: before }, reply);
  request.charge = async (cost) => {
    known = { ...known, ...cost };
    const points = weightOf(known) - before;
    if (points <= 0) return;
    await take(counts, key, limit, { points, before }, reply);
    before += points;
  };
}

async function take(counts: Limits, key: string, limit: Limit, weight: Weight, reply: FastifyReply): Promise<void> {
  const quota = await counts.take(key, limit, weight);
  reply.headers(limitHeaders(limit, quota));
  if (!quota.allowed) throw new DomainError('RateLimit.Exceeded', { retryAfterSeconds: quota.resetSeconds });
}
