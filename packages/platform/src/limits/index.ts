// Owns: counting requests against limits, in this process or in Redis. Refuses: to block requests when it cannot count.
import type { Logger } from '../logger/index.ts';
import type { Registry } from '../metrics/index.ts';
import type { Limits } from './limit.ts';
import { memoryLimits } from './memory.ts';
import { redisLimits } from './redis.ts';

export { addressKey } from './address.ts';
export { type Limit, type Limits, limitHeaders, type Weight } from './limit.ts';
export { memoryLimits } from './memory.ts';
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
