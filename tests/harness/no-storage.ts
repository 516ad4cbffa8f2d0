// Settings of a storage, without starting one: servers/storage.ts does that.
import type { StorageOptions } from '@onboarding/platform/s3';

/** Authenticates the events of the tests' storages. Tests search for it wherever it must not appear. */
export const EVENTS_SECRET = 'storage-events-secret-7f3a9c1e5b2d8460';

/** Enough for issuing links, which needs no server. */
export const NO_STORAGE = {
  endpoint: 'http://127.0.0.1:9',
  region: 'us-east-1',
  bucket: 'documents',
  keptBucket: 'kept',
  quarantineBucket: 'quarantine',
  accessKey: 'testaccess',
  secretKey: 'testsecret-testsecret',
  links: { accessKey: 'testlinks', secretKey: 'testlinks-secret-testlinks' },
} satisfies StorageOptions;

/** The environment of a process that uses this storage. */
export function storageEnvironment(
  options: StorageOptions & { accessKey: string; secretKey: string },
): Record<string, string> {
  return {
    ...(options.endpoint === undefined ? {} : { S3_ENDPOINT: options.endpoint }),
    ...(options.publicEndpoint === undefined ? {} : { S3_PUBLIC_ENDPOINT: options.publicEndpoint }),
    S3_REGION: options.region,
    S3_BUCKET: options.bucket,
    S3_KEPT_BUCKET: options.keptBucket,
    S3_QUARANTINE_BUCKET: options.quarantineBucket,
    S3_ACCESS_KEY: options.accessKey,
    S3_SECRET_KEY: options.secretKey,
    ...(options.links === undefined
      ? {}
      : { S3_LINK_ACCESS_KEY: options.links.accessKey, S3_LINK_SECRET_KEY: options.links.secretKey }),
  };
}
