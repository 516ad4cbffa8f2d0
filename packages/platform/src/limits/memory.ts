import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Limits, standingAfter } from './limit.ts';

/** Never refuses by itself, because the limit is not the same for every key. */
export const BOUNDLESS = Number.MAX_SAFE_INTEGER;

/** Counted in this process: with several, the limits multiply. */
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
      return standingAfter(limit, consumedPoints, msBeforeNext, weight);
    },
    async close() {},
  };
}
