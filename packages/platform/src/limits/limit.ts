// Rate limits and quotas.

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
