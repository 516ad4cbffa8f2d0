// Whether a storage refuses what upload links must not be able to do. Looked at when a process starts: on a storage without
// these walls whoever has a link could read what others have uploaded.
import {
  GetBucketPolicyCommand,
  GetObjectCommand,
  GetPublicAccessBlockCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { ConfigError } from '../config/index.ts';
import type { Logger } from '../logger/index.ts';
import { LINKED_PREFIX, missingFrom, refusalsOf } from './policy.ts';
import { clientOf, type StorageOptions } from './store.ts';

/** For an operator: what is missing and what to do. */
export class StorageOpen extends ConfigError {
  override name = 'StorageOpen';
}

const REMEDY = 'Run "node apps/worker/src/commands/storage.ts prepare" with the rights of its owner, then start again.';
const FIRST_LOOK_MS = 5_000;
const AGAIN_MS = 15_000;
/** No key of a document, so that nobody looks for it. */
const PROBE = 'start-up-check';

export interface WallWatch {
  stop(): void;
}

/**
 * Throws StorageOpen when the storage lacks a wall. One that is away keeps nobody from starting, for nobody can upload there
 * either: it is asked again until it answers, and `onOpen` is told should a wall be missing then.
 */
export async function requireWalls(
  options: StorageOptions,
  { logger, onOpen }: { logger: Logger; onOpen: (error: StorageOpen) => void },
): Promise<WallWatch> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  async function lookAgain(): Promise<void> {
    try {
      await checkWalls(options, AbortSignal.timeout(AGAIN_MS));
      logger.info('the storage answers and has its walls');
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
    await checkWalls(options, AbortSignal.timeout(FIRST_LOOK_MS));
  } catch (error) {
    if (error instanceof StorageOpen) throw error;
    const reason = error instanceof Error ? error.name : 'unknown';
    logger.warn({ reason }, 'the storage is away, so its walls could not be looked at; looking again');
    later();
  }
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** Throws StorageOpen, or whatever asking throws. */
export async function checkWalls(options: StorageOptions, abortSignal: AbortSignal): Promise<void> {
  const client = clientOf(options, options.endpoint);
  const links = options.links === undefined ? undefined : clientOf({ ...options, ...options.links }, options.endpoint);
  try {
    const { bucket, quarantineBucket } = options;
    for (const one of [bucket, quarantineBucket]) await requireNothingPublic(client, one, abortSignal);
    await requireRefusals(client, bucket, abortSignal);
    if (links !== undefined) await requirePowerless(links, bucket, abortSignal);
  } finally {
    client.destroy();
    links?.destroy();
  }
}

async function requireNothingPublic(client: S3Client, bucket: string, abortSignal: AbortSignal): Promise<void> {
  const { PublicAccessBlockConfiguration: set } = await unlessRefused(
    () => client.send(new GetPublicAccessBlockCommand({ Bucket: bucket }), { abortSignal }),
    { bucket, right: 's3:GetBucketPublicAccessBlock', missing: {} },
  );
  // Not BlockPublicAcls: Ceph 16 would refuse every upload. What it refuses, the policy refuses as well.
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

/** As somebody would try it who has got hold of the key that signs links. What is let through leaves an empty object. */
async function requirePowerless(links: S3Client, bucket: string, abortSignal: AbortSignal): Promise<void> {
  const at = { Bucket: bucket, Key: `${LINKED_PREFIX}${PROBE}` };
  const tries: [string, () => Promise<unknown>][] = [
    ['read objects', () => links.send(new GetObjectCommand(at), { abortSignal })],
    ['list objects', () => links.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), { abortSignal })],
    [
      'let everybody read an object',
      () => links.send(new PutObjectCommand({ ...at, ContentLength: 0, ACL: 'public-read' }), { abortSignal }),
    ],
    [
      `write beside ${LINKED_PREFIX}`,
      () => links.send(new PutObjectCommand({ ...at, Key: PROBE, ContentLength: 0 }), { abortSignal }),
    ],
  ];
  for (const [what, attempt] of tries) {
    if (await isRefused(attempt)) continue;
    throw new StorageOpen(
      `S3_LINK_ACCESS_KEY may ${what} in ${bucket}: it must be able to upload below ${LINKED_PREFIX} and nothing else. ${REMEDY}`,
    );
  }
}

async function isRefused(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return false;
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    if (error.name === 'InvalidAccessKeyId' || error.name === 'SignatureDoesNotMatch') {
      throw new StorageOpen(
        `The storage does not know S3_LINK_ACCESS_KEY with S3_LINK_SECRET_KEY (${error.name}): check both.`,
      );
    }
    const { httpStatusCode = 500 } = error.$metadata;
    if (httpStatusCode >= 500) throw error;
    return httpStatusCode === 403;
  }
}

/** What is not set is `missing`. Not being allowed to look is told with the right that it takes. */
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
      `S3_ACCESS_KEY may not look at the walls of the bucket ${bucket} (${error.name}): check the key, or give it ${right}.`,
    );
  }
}
