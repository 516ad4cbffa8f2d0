import { REQUESTS_PER_SECOND, TOKENS_PER_MINUTE, UPLOAD_GIB_PER_DAY } from '@onboarding/contract';
import { z } from 'zod';
import { byDefault, otherwise, setting } from '../setting.ts';
import { integer, speaks } from '../types.ts';

/** A limit cannot be turned off; set it higher than anyone can reach instead. */
const count = integer(1, 1_000_000);

export const limitSettings = {
  REDIS_URL: setting({
    type: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL, or not be set' }),
    meaning: 'URL of the Redis server that stores rate limit counters for all processes',
    readBy: { api: otherwise('each process counts separately'), identity: otherwise('each process counts separately') },
    secret: true,
    example: 'rediss://:...@redis.internal:6380',
    isEncrypted: speaks('rediss:'),
    shared: true,
  }),
  RATE_LIMIT_READS: setting({
    type: count,
    meaning: 'reads per second for each partner without a limit of its own',
    readBy: { api: byDefault(REQUESTS_PER_SECOND.reads) },
  }),
  RATE_LIMIT_WRITES: setting({
    type: count,
    meaning: 'writes per second for each partner without a limit of its own',
    readBy: { api: byDefault(REQUESTS_PER_SECOND.writes) },
  }),
  RATE_LIMIT_UPLOAD_LINKS: setting({
    type: count,
    meaning: 'upload links per second for each partner without a limit of its own',
    readBy: { api: byDefault(REQUESTS_PER_SECOND['upload-links']) },
  }),
  UPLOAD_GIB_PER_DAY: setting({
    type: count,
    meaning:
      'GiB of documents that each partner may upload per day (UTC); then it gets no more upload links until midnight',
    readBy: { api: byDefault(UPLOAD_GIB_PER_DAY) },
  }),
  RATE_LIMIT_SESSION: setting({
    type: count,
    meaning: 'requests per second in one session',
    readBy: { api: byDefault(REQUESTS_PER_SECOND.session) },
  }),
  RATE_LIMIT_STRANGERS: setting({
    type: count,
    meaning: 'requests with a forged session cookie that one IP address may send per minute',
    readBy: { api: byDefault(60) },
  }),
  TOKENS_PER_MINUTE_PER_CLIENT: setting({
    type: count,
    meaning: 'token requests per client, counted after the signature is verified',
    readBy: { identity: byDefault(TOKENS_PER_MINUTE.client) },
  }),
  TOKENS_PER_MINUTE_PER_ADDRESS: setting({
    type: count,
    meaning: 'token requests per IP address',
    readBy: { identity: byDefault(TOKENS_PER_MINUTE.address) },
  }),
  VISITS_PER_MINUTE_PER_ADDRESS: setting({
    type: count,
    meaning: 'sign-in pages and steps per IP address, shared by everyone behind that address',
    readBy: { identity: byDefault(600) },
  }),
};
