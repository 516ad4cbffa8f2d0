// Owns: counting requests against limits, in this process or in Redis. Refuses: to stand in the way when it cannot count.
import { z } from 'zod';
import type { Logger } from '../logger/index.ts';
import type { Registry } from '../metrics/index.ts';
import type { Limits } from './limit.ts';
import { memoryLimits } from './memory.ts';
import { redisLimits } from './redis.ts';

export { addressKey } from './address.ts';
export { type Limit, type Limits, limitHeaders, type Standing, type Weight } from './limit.ts';
export { memoryLimits } from './memory.ts';
export { redisLimits } from './redis.ts';

/** Where processes count together; each counts for itself when it is not set. */
export const redisSetting = z
  .url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL, or not be set' })
  .optional();

export interface LimitsOptions {
  redisUrl: string | undefined;
  logger: Logger;
  registry: Registry;
}

export async function openLimits({ redisUrl, logger, registry }: LimitsOptions): Promise<Limits> {
  return redisUrl === undefined ? memoryLimits() : redisLimits({ url: redisUrl, logger, registry });
}
