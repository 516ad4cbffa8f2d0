// The objects of one bucket: reading and removing their versions.
import { Readable } from 'node:stream';
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createBatcher } from '../batching/index.ts';

export interface ObjectFacts {
  sizeBytes: number;
  versionId: string;
  etag: string;
  /** When it was uploaded, by the server's clock, in whole seconds. */
  lastModified: Date;
}

/** A range of bytes, starting at 0, both ends inclusive. */
export interface BytePart {
  start: number;
  end: number;
}

export interface OpenedVersion {
  /** The size of the whole version. */
  sizeBytes: number;
  /** Can be read only once, with backpressure. */
  bytes: AsyncIterable<Uint8Array>;
  /** Releases the connection if not everything was read. The caller of `openVersion` must call it. */
  close(): void;
}

/** The objects of one bucket. */
export interface Objects {
  /** One version, or a range of it; undefined if the version does not exist. */
  openVersion(
    key: string,
    versionId: string,
    options?: { part?: BytePart | undefined; signal?: AbortSignal | undefined },
  ): Promise<OpenedVersion | undefined>;
  /** Facts about the given version, by default the newest; undefined if it does not exist. */
  find(key: string, versionId?: string): Promise<ObjectFacts | undefined>;
  /** Undefined if the version does not exist. */
  read(key: string, versionId: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Removes every version; returns how many there were. Idempotent. */
  remove(key: string): Promise<number>;
  /** Removes one version. Idempotent; concurrent calls share a request. */
  removeVersion(key: string, versionId: string): Promise<void>;
  /** Removes every version of every object with this prefix; returns how many there were. Idempotent. */
  removeBelow(prefix: string): Promise<number>;
  /**
   * Removes every other version, and with `prefix` every other object below it, a few thousand at a time; returns whether there
   * are more. Idempotent.
   */
  keepOnly(key: string, versionId: string, prefix?: string): Promise<{ removed: number; more: boolean }>;
}

/** The server is unavailable or misbehaves; never thrown for a missing object. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** This process may only read. */
export class StorageReadOnly extends StorageUnavailable {
  override name = 'StorageReadOnly';
}

interface Version {
  Key: string;
  VersionId: string | undefined;
}

/** How many pages of versions are removed at a time, so that repeated uploads cannot keep us busy for long. */
const MOST_PAGES = 10;
/** How many versions a server deletes per request. */
const MOST_DELETED = 1000;

export function objectsIn(client: S3Client, Bucket: string): Objects {
  const removeTogether = createBatcher(
    async (versions: Version[]) => {
      await deleteVersions(client, Bucket, versions);
      return versions.map(() => undefined);
    },
    { maxItems: MOST_DELETED },
  );
  return {
    openVersion: (key, versionId, { part, signal } = {}) =>
      unlessMissing(async () => {
        const wanted = { Bucket, Key: key, VersionId: versionId };
        const Range = part === undefined ? undefined : `bytes=${part.start}-${part.end}`;
        const sending = signal === undefined ? {} : { abortSignal: signal };
        return openedVersion(await client.send(new GetObjectCommand({ ...wanted, Range }), sending));
      }),
    find: (key, versionId) =>
      unlessMissing(async () =>
        factsOf(await client.send(new HeadObjectCommand({ Bucket, Key: key, VersionId: versionId }))),
      ),
    read: (key, versionId) =>
      unlessMissing(async () =>
        readable(bodyOf(await client.send(new GetObjectCommand({ Bucket, Key: key, VersionId: versionId })))),
      ),
    // Listings are by prefix, and one key may be a prefix of another.
    remove: (key) => removeVersions(client, Bucket, key, ({ Key }) => Key === key),
    removeVersion: (key, versionId) => removeTogether({ Key: key, VersionId: versionId }),
    removeBelow: (prefix) => removeVersions(client, Bucket, prefix, () => true),
    async keepOnly(key, versionId, prefix) {
      const isMeant = ({ Key, VersionId }: Version) => (Key === key ? VersionId !== versionId : prefix !== undefined);
      let removed = 0;
      for (let page = 0; page < MOST_PAGES; page++) {
        const now = await removePage(client, Bucket, prefix ?? key, isMeant);
        if (now === 0) return { removed, more: false };
        removed += now;
      }
      return { removed, more: true };
    },
  };
}

/** Returns how many were removed. */
export async function removeVersions(
  client: S3Client,
  bucket: string,
  prefix: string,
  isMeant: (version: Version) => boolean,
): Promise<number> {
  let removed = 0;
  for (let more = true; more; ) {
    const now = await removePage(client, bucket, prefix, isMeant);
    more = now > 0;
    removed += now;
  }
  return removed;
}

/** Removes one page of at most a thousand versions; returns how many, 0 if none are left. */
async function removePage(
  client: S3Client,
  bucket: string,
  prefix: string,
  isMeant: (version: Version) => boolean,
): Promise<number> {
  const { Versions = [], DeleteMarkers = [] } = await asked(() =>
    client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix })),
  );
  const meant = [...Versions, ...DeleteMarkers].flatMap(({ Key, VersionId }) =>
    Key !== undefined && isMeant({ Key, VersionId }) ? [{ Key, VersionId }] : [],
  );
  if (meant.length > 0) await deleteVersions(client, bucket, meant);
  return meant.length;
}

async function deleteVersions(client: S3Client, bucket: string, Objects: Version[]): Promise<void> {
  const { Errors = [] } = await asked(() =>
    client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })),
  );
  if (Errors.length > 0) throw new StorageUnavailable(`The object storage kept ${Errors.length} versions`);
}

interface Described {
  VersionId?: string | undefined;
  ETag?: string | undefined;
  ContentLength?: number | undefined;
  LastModified?: Date | undefined;
}

export function factsOf({ VersionId, ETag, ContentLength, LastModified }: Described): ObjectFacts {
  if (VersionId === undefined) {
    throw new StorageUnavailable('The object storage does not keep versions: prepare the bucket');
  }
  if (ETag === undefined || ContentLength === undefined || LastModified === undefined) {
    throw new StorageUnavailable('The object storage does not say enough about an object');
  }
  return {
    sizeBytes: ContentLength,
    versionId: VersionId,
    etag: ETag.replaceAll('"', ''),
    lastModified: LastModified,
  };
}

function openedVersion({
  Body,
  ContentLength,
  ContentRange,
}: Pick<GetObjectCommandOutput, 'Body' | 'ContentLength' | 'ContentRange'>): OpenedVersion {
  const body = bodyOf({ Body });
  // It may fail before anyone reads it; the reader then gets the error.
  body.on('error', () => {});
  const total = sizeOf({ ContentLength, ContentRange });
  if (total === undefined || !Number.isSafeInteger(total)) {
    body.destroy();
    throw new StorageUnavailable('The object storage does not say how large an object is');
  }
  return { sizeBytes: total, bytes: readable(body), close: () => void body.destroy() };
}

/** The size of the whole version, even if only a range was requested. */
export const sizeOf = ({
  ContentLength,
  ContentRange,
}: Pick<GetObjectCommandOutput, 'ContentLength' | 'ContentRange'>) =>
  ContentRange === undefined ? ContentLength : Number(ContentRange.split('/')[1]);

export function bodyOf({ Body }: { Body?: unknown }): Readable {
  if (!(Body instanceof Readable)) throw new StorageUnavailable('The object storage sent no body');
  return Body;
}

export async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw storageUnavailable(error);
  }
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw storageUnavailable(error);
  }
}

export async function* readable(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw storageUnavailable(error);
  }
}

export function isMissing(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    (error.$metadata.httpStatusCode === 404 || ['NoSuchKey', 'NoSuchVersion', 'NotFound'].includes(error.name))
  );
}

/** The original message is dropped: it can name keys and addresses. */
export function storageUnavailable(error: unknown): StorageUnavailable {
  if (error instanceof StorageUnavailable) return error;
  const name = error instanceof Error ? error.name : 'unknown';
  return new StorageUnavailable(`The object storage is unavailable or refused the request (${name})`, { cause: error });
}
