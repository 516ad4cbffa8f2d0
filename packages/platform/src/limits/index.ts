// Owns: counting requests against limits, in this process or in Redis. Refuses: to block requests when it cannot count.
import type { Logger } from '../logger/index.ts';
import type { Registry } from '../metrics/index.ts';
import { type Limits, memoryLimits } from './limit.ts';
import { redisLimits } from './redis.ts';

export { addressKey, type Limit, type Limits, limitHeaders, memoryLimits, type Weight } from './limit.ts';
export { pingRedis, redisLimits } from './redis.ts';

export interface LimitsOptions {
  /** Lets processes share their counts; without it each process counts separately. */
  redisUrl: string | undefined;
  logger: Logger;
  registry: Registry;
}

export async function openLimits({ redisUrl, logger, registry }: LimitsOptions): Promise<Limits> {
  return redisUrl === undefined ? memoryLimits() : redisLimits({ url: redisUrl, logger, registry });
}
