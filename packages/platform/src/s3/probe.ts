// Whether the storage answers, also while nobody uploads anything.
import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { clientOf, type StorageOptions } from './store.ts';

const ANSWERS_WITHIN_MS = 2_500;

export interface StorageProbe {
  /** Whether it knows the bucket for uploads and accepts our keys. */
  answers(): Promise<boolean>;
  close(): void;
}

/** Its requests are not counted among those of our work, whose share of failures they would lower. */
export function createStorageProbe(options: StorageOptions): StorageProbe {
  const client = clientOf(options, options.endpoint);
  return {
    answers() {
      const abortSignal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
      return client.send(new HeadBucketCommand({ Bucket: options.bucket }), { abortSignal }).then(
        () => true,
        () => false,
      );
    },
    close: () => client.destroy(),
  };
}
