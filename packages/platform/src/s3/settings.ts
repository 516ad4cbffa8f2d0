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

/** Those of who gives out upload links: a key that can upload and nothing else, for partners hold what it has signed. */
export const linkSettings = {
  S3_LINK_ACCESS_KEY: z.string().min(1),
  S3_LINK_SECRET_KEY: z.string().min(1),
};

const shape = z.object({ ...storageSettings, ...z.object(linkSettings).partial().shape });

export function storageOptions(config: z.infer<typeof shape>): StorageOptions {
  const { S3_LINK_ACCESS_KEY: accessKey, S3_LINK_SECRET_KEY: secretKey } = config;
  return {
    links: accessKey === undefined || secretKey === undefined ? undefined : { accessKey, secretKey },
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    quarantineBucket: config.S3_QUARANTINE_BUCKET,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
  };
}
