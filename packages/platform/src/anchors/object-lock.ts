// Stores anchors in object storage, under an object lock that even the holder of the keys cannot lift early.
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

/** How many versions are read concurrently. */
const READS_AT_ONCE = 16;

export function lockedTarget(storage: LockedStorage): AnchorTarget {
  const client = clientOf(storage, storage.endpoint);
  const { bucket: Bucket, prefix } = storage;
  const keyOf = (number: number) => `${prefix}${String(number).padStart(10, '0')}.json`;
  const get = (version: FirstVersion) => readVersion(client, Bucket, version);
  async function find(number: number): Promise<string | undefined> {
    for await (const version of firstVersions(client, storage, keyOf(number - 1)))
      return version.key === keyOf(number) ? get(version) : undefined;
    return undefined;
  }
  return {
    async write(number, line) {
      const kept = await find(number);
      if (kept === undefined) await client.send(putLocked(storage, keyOf(number), line));
      // Only the first version counts, and another process may have written it.
      if ((kept ?? (await find(number))) !== line) {
        throw new Error(`Another statement ${number} is stored already, and none is replaced`);
      }
    },
    async last(known) {
      let last: FirstVersion | undefined;
      // Do not rely on the known anchor still being there: if nothing is found after it, list everything.
      for (const after of known > 1 ? [keyOf(known - 1), undefined] : [undefined]) {
        for await (const version of firstVersions(client, storage, after)) last = version;
        if (last !== undefined) return { line: await get(last), storedAt: new Date(last.at) };
      }
      return 'none';
    },
    async *read() {
      let batch: FirstVersion[] = [];
      for await (const version of firstVersions(client, storage, undefined)) {
        batch.push(version);
        if (batch.length < READS_AT_ONCE) continue;
        yield* await Promise.all(batch.map(get));
        batch = [];
      }
      yield* await Promise.all(batch.map(get));
    },
    close: () => client.destroy(),
  };
}

function putLocked({ bucket, keepDays }: LockedStorage, key: string, line: string): PutObjectCommand {
  return new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: line,
    ContentType: 'application/json',
    // Object lock requires a checksum.
    ContentMD5: createHash('md5').update(line).digest('base64'),
    ObjectLockMode: 'COMPLIANCE',
    ObjectLockRetainUntilDate: new Date(Date.now() + keepDays * DAY_MS),
  });
}

interface FirstVersion {
  key: string;
  versionId: string | undefined;
  /** In milliseconds, by the server's clock. */
  at: number;
}

/**
 * The first version of each object, in key order, after the given key. A holder of the keys can add a newer version or a delete
 * marker, but cannot remove the first version.
 */
async function* firstVersions(
  client: S3Client,
  { bucket: Bucket, prefix: Prefix }: LockedStorage,
  afterKey: string | undefined,
): AsyncGenerator<FirstVersion> {
  let first: FirstVersion | undefined;
  let after: { KeyMarker?: string; VersionIdMarker?: string } | undefined =
    afterKey === undefined ? {} : { KeyMarker: afterKey };
  while (after !== undefined) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, Prefix, ...after }),
    );
    // The versions of a key are listed consecutively, newest first, and may continue on the next page.
    for (const { Key: key = '', VersionId: versionId, LastModified } of page.Versions ?? []) {
      // Some servers include the marker itself.
      if (afterKey !== undefined && key <= afterKey) continue;
      const at = LastModified?.getTime() ?? 0;
      if (first !== undefined && first.key !== key) yield first;
      if (first?.key !== key || at <= first.at) first = { key, versionId, at };
    }
    const { IsTruncated, NextKeyMarker: KeyMarker = '', NextVersionIdMarker: VersionIdMarker = '' } = page;
    after = IsTruncated === true ? { KeyMarker, VersionIdMarker } : undefined;
  }
  if (first !== undefined) yield first;
}

async function readVersion(client: S3Client, Bucket: string, { key: Key, versionId }: FirstVersion): Promise<string> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId: versionId }));
  return (await Body?.transformToString()) ?? '';
}

/** Throws if statements could not be stored there under a lock. */
export async function inspectLocks(storage: LockedStorage): Promise<void> {
  const client = clientOf(storage, storage.endpoint);
  try {
    await requireLocks(client, storage.bucket);
    for await (const _version of firstVersions(client, storage, undefined)) break;
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    throw new Error(`the bucket ${storage.bucket}: ${error.name}`, { cause: error });
  } finally {
    client.destroy();
  }
}

async function requireLocks(client: S3Client, Bucket: string): Promise<void> {
  const { ObjectLockConfiguration } = await client.send(new GetObjectLockConfigurationCommand({ Bucket }));
  if (ObjectLockConfiguration?.ObjectLockEnabled !== 'Enabled') throw new Error(`The bucket ${Bucket} gives no locks`);
}

/** Creates the bucket if it is missing, because object lock is hard to enable later. Returns what it did. */
export async function prepareAnchors(storage: LockedStorage): Promise<string> {
  const client = clientOf(storage, storage.endpoint);
  const { bucket: Bucket } = storage;
  try {
    const made = await makeBucket(client, Bucket);
    await requireLocks(client, Bucket);
    return `bucket ${Bucket} for statements about the audit trail: ${made ? 'created' : 'already exists'}, with locks`;
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
