// Rate limits and quotas.
import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';

export interface Limit {
  /** Shown in the headers, and part of the key: each name is counted separately. */
  name: string;
  points: number;
  /** The length of the window, which starts with its first request. */
  seconds: number;
}

export interface Quota {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

export interface Limits {
  /** Counts a request for this key. Never fails: if it cannot count, it allows the request. */
  take(key: string, limit: Limit, weight?: Weight): Promise<Quota>;
  close(): Promise<void>;
}

/** The cost of a request. A request is allowed while any quota is left, so an expensive one is never locked out. */
export interface Weight {
  /** Defaults to 1. */
  points: number;
  /** Points already counted for the same request, which do not count against it. */
  before?: number;
}

const LIGHT: Weight = { points: 1 };

export function quotaAfter(limit: Limit, taken: number, msLeft: number, weight: Weight = LIGHT): Quota {
  return {
    allowed: taken - weight.points - (weight.before ?? 0) < limit.points,
    limit: limit.points,
    remaining: Math.max(0, limit.points - taken),
    // Never 0, even if the window ends at this moment.
    resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
  };
}

/** RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers. */
export function limitHeaders({ name, seconds }: Limit, quota: Quota): Record<string, string> {
  return {
    'RateLimit-Policy': `"${name}";q=${quota.limit};w=${seconds}`,
    RateLimit: `"${name}";r=${quota.remaining};t=${quota.resetSeconds}`,
    ...(quota.allowed ? {} : { 'Retry-After': String(quota.resetSeconds) }),
  };
}

/** Never exceeded, because each key has its own limit. */
export const BOUNDLESS = Number.MAX_SAFE_INTEGER;

/** Counts in this process: with several processes, the limits multiply. */
export function memoryLimits(): Limits {
  const windows = new Map<number, RateLimiterMemory>();
  return {
    async take(key, limit, weight) {
      let window = windows.get(limit.seconds);
      if (window === undefined) {
        window = new RateLimiterMemory({ points: BOUNDLESS, duration: limit.seconds });
        windows.set(limit.seconds, window);
      }
      const { consumedPoints, msBeforeNext } = await window.consume(`${limit.name}:${key}`, weight?.points);
      return quotaAfter(limit, consumedPoints, msBeforeNext, weight);
    },
    async close() {},
  };
}

// Maps a caller's address to the key of its rate limit.

/** Providers assign a whole /64 to each IPv6 customer. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  if (address.startsWith('::ffff:')) return address.slice(7);
  const [head = '', tail = ''] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === '' ? [] : tail.split(':');
  const middle = address.includes('::') ? Array<string>(8 - start.length - end.length).fill('0') : [];
  return [...start, ...middle, ...end].slice(0, 4).join(':');
}
