// Rate limits: per partner and class of operation, and per session. A request is counted by its declared length before its body
// is read, and again if its values or documents make it more expensive.
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
    /** Counts the part of the request's weight that was not counted yet. */
    charge: ((cost: Cost) => Promise<void>) | undefined;
  }
}

/** The known cost of a request. */
interface Cost {
  bytes?: number;
  values?: number;
  /** Documents to check in the storage. */
  documents?: number;
  /** Searches for words. */
  searches?: number;
}

export interface RequestLimits {
  counts: Limits;
  /** The defaults; a partner can have other limits. */
  perSecond: Record<LimitClass | 'session', number>;
  partners: PartnerLimitsSource;
  /** Requests with a forged cookie, per address. */
  forgedCookiesPerMinute: number;
}

const OWN: Record<LimitClass, keyof PartnerLimits> = {
  reads: 'reads',
  writes: 'writes',
  'upload-links': 'uploadLinks',
};

const BYTES_PER_POINT = 64 * 1024;
const VALUES_PER_POINT = 250;
/** Heavier bodies are refused for their size anyway. */
const HEAVIEST_BODY = LIMITS.valuesPerRequest / VALUES_PER_POINT;
/** Checking a file takes a statement and a storage request: about half an ordinary request. */
const DOCUMENTS_PER_POINT = 2;
/** A search may examine hundreds of businesses to find a few. */
const POINTS_PER_SEARCH = 5;

/** The number of ordinary requests that a request counts as. */
function weightOf({ bytes = 0, values = 0, documents = 0, searches = 0 }: Cost): number {
  const body = Math.max(1, Math.ceil(bytes / BYTES_PER_POINT), Math.ceil(values / VALUES_PER_POINT));
  return (
    Math.min(body, HEAVIEST_BODY) + Math.ceil(documents / DOCUMENTS_PER_POINT) + searches * (POINTS_PER_SEARCH - 1)
  );
}

export function limitClassOf(route: Pick<TokenRoute, 'method' | 'limitClass'>): LimitClass {
  return route.limitClass ?? (route.method === 'GET' ? 'reads' : 'writes');
}

/** The limits of a partner's machines, as shown to its users. */
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

/** Query parameters that look through many customers. */
const SEARCHES = ['q', 'metadata'];

/** Runs after the token was verified, so that no caller can use up another partner's quota. */
export function limitPartner({ counts, perSecond, partners }: RequestLimits, route: TokenRoute) {
  const name = limitClassOf(route);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { claims } = request;
    if (claims === undefined) throw new DomainError('Partner.NotAuthenticated');
    const own = await partners.of(claims.partnerId);
    const points = own?.[OWN[name]] ?? perSecond[name];
    const searches = SEARCHES.some((parameter) => Object.hasOwn(request.query as object, parameter)) ? 1 : 0;
    await takeByWeight(counts, claims.partnerId, { name, points, seconds: 1 }, request, reply, { searches });
  };
}

/** For requests with a cookie that we never issued, per address. */
export function limitForgedCookies({ forgedCookiesPerMinute }: RequestLimits) {
  const limit: Limit = { name: 'strangers', points: forgedCookiesPerMinute, seconds: 60 };
  // In memory, because this limit must work without Redis.
  const counts = memoryLimits();
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
    take(counts, addressKey(request.address), limit, { points: 1 }, reply);
}

/** The existence of the session is checked later. */
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
  cost: Cost = {},
): Promise<void> {
  let known: Cost = { ...cost, bytes: Number(request.headers['content-length'] ?? 0) };
  let before = weightOf(known);
  await take(counts, key, limit, { points: before }, reply);
  request.charge = async (found) => {
    known = { ...known, ...found };
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
