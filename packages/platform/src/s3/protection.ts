// Checks the access policy of a storage at start-up: it must refuse what upload links must not allow, otherwise the holder
// of a link could read the uploads of others.
import {
  GetBucketPolicyCommand,
  GetPublicAccessBlockCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Logger } from '../logger/index.ts';
import { missingFrom, refusalsOf } from './policy.ts';
import { REMEDY, requirePowerless, StorageOpen } from './powerless.ts';
import { clientOf, type StorageOptions } from './store.ts';

const FIRST_LOOK_MS = 5_000;
const AGAIN_MS = 15_000;

interface ProtectionWatcher {
  logger: Logger;
  onOpen: (error: StorageOpen) => void;
}

export interface ProtectionWatch {
  stop(): void;
}

/**
 * Throws StorageOpen if the access policy is incomplete. An unavailable storage does not prevent the start, because it accepts
 * no uploads either: it is checked until it responds, and `onOpen` is called if the policy is incomplete then.
 */
export async function requireProtection(
  options: StorageOptions,
  { logger, onOpen }: ProtectionWatcher,
): Promise<ProtectionWatch> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  async function lookAgain(): Promise<void> {
    try {
      await checkProtection(options, AbortSignal.timeout(AGAIN_MS));
      logger.info('storage available and protected');
    } catch (error) {
      if (stopped) return;
      if (error instanceof StorageOpen) onOpen(error);
      else later();
    }
  }
  function later(): void {
    timer = setTimeout(() => void lookAgain(), AGAIN_MS);
    timer.unref();
  }
  try {
    await checkProtection(options, AbortSignal.timeout(FIRST_LOOK_MS));
  } catch (error) {
    if (error instanceof StorageOpen) throw error;
    const reason = error instanceof Error ? error.name : 'unknown';
    logger.warn({ reason }, 'storage unavailable: its access policy could not be checked; checking again');
    later();
  }
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Throws StorageOpen if the policy is incomplete, or the error of a failed request. */
export async function checkProtection(options: StorageOptions, abortSignal: AbortSignal): Promise<void> {
  const client = clientOf(options, options.endpoint);
  try {
    const { bucket, keptBucket, quarantineBucket } = options;
    for (const one of [bucket, keptBucket, quarantineBucket]) await requireNothingPublic(client, one, abortSignal);
    await requireRefusals(client, bucket, abortSignal);
    await requirePowerless(client, options, abortSignal);
  } finally {
    client.destroy();
  }
}

async function requireNothingPublic(client: S3Client, bucket: string, abortSignal: AbortSignal): Promise<void> {
  const { PublicAccessBlockConfiguration: set } = await unlessRefused(
    () => client.send(new GetPublicAccessBlockCommand({ Bucket: bucket }), { abortSignal }),
    { bucket, right: 's3:GetBucketPublicAccessBlock', missing: {} },
  );
  // Without BlockPublicAcls: with it, Ceph 16 would refuse every upload. The policy has the same effect.
  const wanted = ['IgnorePublicAcls', 'BlockPublicPolicy', 'RestrictPublicBuckets'] as const;
  if (wanted.every((name) => set?.[name] === true)) return;
  throw new StorageOpen(`The bucket ${bucket} can be opened to the public: its public access block is off. ${REMEDY}`);
}

async function requireRefusals(client: S3Client, bucket: string, abortSignal: AbortSignal): Promise<void> {
  const { Policy } = await unlessRefused(
    () => client.send(new GetBucketPolicyCommand({ Bucket: bucket }), { abortSignal }),
    { bucket, right: 's3:GetBucketPolicy', missing: { Policy: undefined } },
  );
  const missing = missingFrom(Policy, refusalsOf(bucket));
  if (missing.length === 0) return;
  throw new StorageOpen(
    `The policy of the bucket ${bucket} lacks ${missing.join(', ')}: an upload link could read documents of others. ${REMEDY}`,
  );
}

/** An unset value is `missing`. If the check is denied, the error names the permission it needs. */
async function unlessRefused<T>(
  ask: () => Promise<T>,
  { bucket, right, missing }: { bucket: string; right: string; missing: T | Partial<T> },
): Promise<T | Partial<T>> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    const { httpStatusCode } = error.$metadata;
    if (httpStatusCode === 404) return missing;
    if (httpStatusCode !== 403) throw error;
    throw new StorageOpen(
      `S3_ACCESS_KEY may not read the access policy of the bucket ${bucket} (${error.name}): check the key, or give it ${right}.`,
    );
  }
}
