// Statements in object storage, under a lock that even the holder of the keys cannot lift early.
import { createHash } from 'node:crypto';
import {
  CreateBucketCommand,
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  HeadBucketCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { clientOf, type StorageOptions } from '../s3/store.ts';
import type { AnchorTarget } from './target.ts';

export type LockedStorage = Pick<StorageOptions, 'endpoint' | 'region' | 'accessKey' | 'secretKey'> & {
  bucket: string;
  /** Ends in a slash, or is empty. */
  prefix: string;
  keepDays: number;
};

const DAY_MS = 86_400_000;

export function lockedTarget(storage: LockedStorage): AnchorTarget {
  const client = clientOf(storage, storage.endpoint);
  const { bucket: Bucket, prefix, keepDays } = storage;
  return {
    async write(number, line) {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: `${prefix}${String(number).padStart(10, '0')}.json`,
          Body: line,
          ContentType: 'application/json',
          // Object lock requires a checksum.
          ContentMD5: createHash('md5').update(line).digest('base64'),
          ObjectLockMode: 'COMPLIANCE',
          ObjectLockRetainUntilDate: new Date(Date.now() + keepDays * DAY_MS),
        }),
      );
    },
    read: () => readFirstVersions(client, storage),
    close: () => client.destroy(),
  };
}

/** A holder of the keys can add a newer version or a delete marker, but the first version stays. */
async function readFirstVersions(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix }: LockedStorage,
): Promise<string[]> {
  const first = new Map<string, { versionId: string | undefined; at: number }>();
  for (let after: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {}; after !== undefined; ) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, Prefix, ...after }),
    );
    // Versions of a key are listed newest first.
    for (const { Key = '', VersionId, LastModified } of page.Versions ?? []) {
      const at = LastModified?.getTime() ?? 0;
      if (at <= (first.get(Key)?.at ?? Number.POSITIVE_INFINITY)) first.set(Key, { versionId: VersionId, at });
    }
    const { IsTruncated, NextKeyMarker: KeyMarker = '', NextVersionIdMarker: VersionIdMarker = '' } = page;
    after = IsTruncated === true ? { KeyMarker, VersionIdMarker } : undefined;
  }
  const lines: string[] = [];
  for (const [Key, { versionId: VersionId }] of [...first].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
    lines.push((await Body?.transformToString()) ?? '');
  }
  return lines;
}

/** Creates the bucket if it is missing, because object lock is hard to enable later. Returns what it did. */
export async function prepareAnchors(storage: LockedStorage): Promise<string> {
  const client = clientOf(storage, storage.endpoint);
  const { bucket: Bucket } = storage;
  try {
    const made = await makeBucket(client, Bucket);
    const { ObjectLockConfiguration } = await client.send(new GetObjectLockConfigurationCommand({ Bucket }));
    if (ObjectLockConfiguration?.ObjectLockEnabled !== 'Enabled')
      throw new Error(`The bucket ${Bucket} gives no locks`);
    return `bucket ${Bucket} for statements about the audit trail: ${made ? 'made' : 'there already'}, with locks`;
  } finally {
    client.destroy();
  }
}

async function makeBucket(client: S3Client, Bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }));
    return false;
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket, ObjectLockEnabledForBucket: true }));
    return true;
  }
}
