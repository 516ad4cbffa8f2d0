import { z } from 'zod';
import type { StorageOptions } from './store.ts';

/** The settings of every process that works with objects. */
export const storageSettings = {
  /** Left out for AWS itself. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be the http(s) address of the S3 server' }).optional(),
  /** How partners reach the same server, where that differs: links lead there. */
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z.string().min(3),
  /** Infected files end here, where no link leads. */
  S3_QUARANTINE_BUCKET: z.string().min(3),
  S3_ACCESS_KEY: z.string().min(1),
  S3_SECRET_KEY: z.string().min(1),
};

const shape = z.object(storageSettings);

export function storageOptions(config: z.infer<typeof shape>): StorageOptions {
  return {
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    quarantineBucket: config.S3_QUARANTINE_BUCKET,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
  };
}
