// How often a client and an address may ask for tokens. Counted in this process: with several, the limits multiply.
import { isIPv6 } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface Standing {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
}

export interface Limit {
  /** Counts one more request of this key. */
  take(key: string): Promise<Standing>;
}

export function perMinute(limit: number): Limit {
  const limiter = new RateLimiterMemory({ points: limit, duration: 60 });
  return {
    async take(key) {
      const outcome = await limiter.consume(key).catch((thrown: unknown) => {
        if (thrown instanceof RateLimiterRes) return thrown;
        throw thrown;
      });
      return {
        allowed: outcome.consumedPoints <= limit,
        limit,
        remaining: Math.max(0, outcome.remainingPoints),
        resetSeconds: Math.ceil(outcome.msBeforeNext / 1000),
      };
    },
  };
}

export function limitHeaders(name: string, standing: Standing): Record<string, string> {
  return {
    'RateLimit-Policy': `"${name}";q=${standing.limit};w=60`,
    RateLimit: `"${name}";r=${standing.remaining};t=${standing.resetSeconds}`,
    ...(standing.allowed ? {} : { 'Retry-After': String(standing.resetSeconds) }),
  };
}

/** One customer of a provider has a whole /64 of IPv6 to itself. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  if (address.startsWith('::ffff:')) return address.slice(7);
  const [head = '', tail = ''] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === '' ? [] : tail.split(':');
  const middle = address.includes('::') ? Array<string>(8 - start.length - end.length).fill('0') : [];
  return [...start, ...middle, ...end].slice(0, 4).join(':');
}
