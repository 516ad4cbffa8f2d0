import { REQUESTS_PER_SECOND, TOKENS_PER_MINUTE } from '@onboarding/contract';
import { z } from 'zod';
import { speaks } from '../connections.ts';
import { byDefault, otherwise, setting } from '../setting.ts';
import { integer } from '../types.ts';

/** A limit cannot be turned off; set a number that nobody reaches instead. */
const count = integer(1, 1_000_000);

export const limitSettings = {
  REDIS_URL: setting({
    type: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL, or not be set' }),
    meaning: 'shared counters of rate limits',
    readBy: { api: otherwise('each process counts its own'), identity: otherwise('each process counts its own') },
    secret: true,
    example: 'rediss://:...@redis.internal:6380',
    isEncrypted: speaks('rediss:'),
    shared: true,
  }),
  RATE_LIMIT_READS: setting({
    type: count,
    meaning: 'reads of a partner per second, unless its row says otherwise',
    readBy: { api: byDefault(REQUESTS_PER_SECOND.reads) },
  }),
  RATE_LIMIT_WRITES: setting({
    type: count,
    meaning: 'writes of a partner per second',
    readBy: { api: byDefault(REQUESTS_PER_SECOND.writes) },
  }),
  RATE_LIMIT_UPLOAD_LINKS: setting({
    type: count,
    meaning: 'upload links of a partner per second',
    readBy: { api: byDefault(REQUESTS_PER_SECOND['upload-links']) },
  }),
  RATE_LIMIT_SESSION: setting({
    type: count,
    meaning: 'requests of one session of a person per second',
    readBy: { api: byDefault(REQUESTS_PER_SECOND.session) },
  }),
  RATE_LIMIT_STRANGERS: setting({
    type: count,
    meaning: 'forged session cookies that one address may send per minute',
    readBy: { api: byDefault(60) },
  }),
  TOKENS_PER_MINUTE_PER_CLIENT: setting({
    type: count,
    meaning: 'token requests of one client, counted once the signature is verified',
    readBy: { identity: byDefault(TOKENS_PER_MINUTE.client) },
  }),
  TOKENS_PER_MINUTE_PER_ADDRESS: setting({
    type: count,
    meaning: 'token requests of one address',
    readBy: { identity: byDefault(TOKENS_PER_MINUTE.address) },
  }),
  VISITS_PER_MINUTE_PER_ADDRESS: setting({
    type: count,
    meaning: 'sign-in pages and steps that one address may request per minute; everyone behind one address shares it',
    readBy: { identity: byDefault(600) },
  }),
};
