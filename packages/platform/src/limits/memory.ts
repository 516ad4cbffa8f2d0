import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Limits, quotaAfter } from './limit.ts';

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
