// How often somebody may do something, and what is left of it.

export interface Limit {
  /** Shown in the headers, and part of the key: the same caller is counted for each name apart. */
  name: string;
  points: number;
  /** The window begins with the first request in it. */
  seconds: number;
}

export interface Standing {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

export interface Limits {
  /** Counts one more request of this key. Never fails: when it cannot count, it allows. */
  take(key: string, limit: Limit, weight?: Weight): Promise<Standing>;
  close(): Promise<void>;
}

/** What a request counts for. Whatever it is, the request is allowed while anything is left: a heavy one is never shut out. */
export interface Weight {
  /** One, unless said. */
  points: number;
  /** What was taken for the same request before, which does not speak against it. */
  before?: number;
}

const LIGHT: Weight = { points: 1 };

export function standingAfter(limit: Limit, taken: number, msLeft: number, weight: Weight = LIGHT): Standing {
  return {
    allowed: taken - weight.points - (weight.before ?? 0) < limit.points,
    limit: limit.points,
    remaining: Math.max(0, limit.points - taken),
    // A window that ends this very moment is not worth coming back for before the next second.
    resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
  };
}

/** RateLimit and RateLimit-Policy as the IETF draft writes them (draft-ietf-httpapi-ratelimit-headers). */
export function limitHeaders({ name, seconds }: Limit, standing: Standing): Record<string, string> {
  return {
    'RateLimit-Policy': `"${name}";q=${standing.limit};w=${seconds}`,
    RateLimit: `"${name}";r=${standing.remaining};t=${standing.resetSeconds}`,
    ...(standing.allowed ? {} : { 'Retry-After': String(standing.resetSeconds) }),
  };
}
