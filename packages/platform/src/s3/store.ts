import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createLinkMaker, type UploadLink } from './links.ts';
import type { StorageMetrics } from './metrics.ts';

export interface StorageOptions {
  endpoint?: string | undefined;
  publicEndpoint?: string | undefined;
  region: string;
  bucket: string;
  quarantineBucket: string;
  /** Both, or neither: then the credentials are the machine's own, as AWS's tools find them. */
  accessKey?: string | undefined;
  secretKey?: string | undefined;
  /** Signs upload links, for processes that issue them. Never the key above: partners hold what it has signed. */
  links?: { accessKey: string; secretKey: string } | undefined;
}

export interface ObjectFacts {
  sizeBytes: number;
  versionId: string;
  etag: string;
  /** When it arrived, by the server's clock, without fractions of a second. */
  lastModified: Date;
}

export interface OpenedObject extends ObjectFacts {
  /** Properties that no upload by our links has unless someone added them. Such an object must not be kept. */
  additions: string[];
  /** Can be read once at most. */
  bytes: AsyncIterable<Uint8Array>;
  /** Returns the connection if not everything was read. The caller of `open` must call it. */
  close(): void;
}

export interface ObjectStore {
  /** A link for one PUT of exactly this content type; created without a request to the server. */
  uploadLink(link: UploadLink): Promise<string>;
  /** A link for reading one version; the browser saves the file and never displays it. */
  readLink(object: {
    key: string;
    versionId: string;
    contentType: string;
    fileName: string;
    at: Date;
    validSeconds: number;
  }): Promise<string>;
  /** The origin of every link; found without a request to the server. */
  linkOrigin(): Promise<string>;
  /** Undefined if there is no such object. */
  find(key: string): Promise<ObjectFacts | undefined>;
  /** What `find` returns, with the bytes of the same version, in one request. */
  open(key: string): Promise<OpenedObject | undefined>;
  /** Undefined if there is no such version. */
  read(key: string, versionId: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Copies a version to the quarantine bucket, then removes the object. Idempotent. */
  quarantine(key: string, versionId: string): Promise<void>;
  /** Removes every version. Idempotent. */
  remove(key: string): Promise<void>;
  /** Removes every other version, some thousands at a time; returns whether there are more. Idempotent. */
  keepOnly(key: string, versionId: string): Promise<{ removed: number; more: boolean }>;
  /** Removes every version of every object with this prefix, quarantined ones too; returns how many. Idempotent. */
  removeAll(prefix: string): Promise<number>;
  close(): void;
}

/** The server is unavailable or misbehaves. Does not mean that an object is missing. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

export function openObjectStore(options: StorageOptions, metrics?: StorageMetrics): ObjectStore {
  const client = clientOf(options, options.endpoint);
  // Not those that only sign links: nothing is sent.
  metrics?.watch(client);
  const publicEndpoint = options.publicEndpoint ?? options.endpoint;
  const reads = clientOf(options, publicEndpoint);
  const uploads = options.links === undefined ? undefined : clientOf({ ...options, ...options.links }, publicEndpoint);
  const Bucket = options.bucket;

  /** Removes one page of at most a thousand versions; returns how many, 0 if none are left. */
  async function removePage(bucket: string, prefix: string, isMeant: (version: Version) => boolean): Promise<number> {
    const { Versions = [], DeleteMarkers = [] } = await asked(() =>
      client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix })),
    );
    const Objects = [...Versions, ...DeleteMarkers].flatMap(({ Key, VersionId }) =>
      Key !== undefined && isMeant({ Key, VersionId }) ? [{ Key, VersionId }] : [],
    );
    if (Objects.length === 0) return 0;
    const { Errors = [] } = await asked(() =>
      client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } })),
    );
    if (Errors.length > 0) throw new StorageUnavailable(`The object storage kept ${Errors.length} versions`);
    return Objects.length;
  }

  async function removeVersions(
    bucket: string,
    prefix: string,
    isMeant: (version: Version) => boolean,
  ): Promise<number> {
    let removed = 0;
    for (let more = true; more; ) {
      const now = await removePage(bucket, prefix, isMeant);
      more = now > 0;
      removed += now;
    }
    return removed;
  }

  async function remove(key: string): Promise<void> {
    // The listing is by prefix, and one key may be the prefix of another.
    await removeVersions(Bucket, key, ({ Key }) => Key === key);
  }

  async function linkOrigin(): Promise<string> {
    return new URL(await getSignedUrl(reads, new GetObjectCommand({ Bucket, Key: 'any' }))).origin;
  }

  return {
    linkOrigin,
    uploadLink: uploads === undefined ? noLinks : createLinkMaker(uploads, Bucket),
    readLink: ({ key, versionId, contentType, fileName, at, validSeconds }) =>
      getSignedUrl(
        reads,
        new GetObjectCommand({
          Bucket,
          Key: key,
          VersionId: versionId,
          ResponseContentType: contentType,
          // The uploader may have set other headers.
          ResponseCacheControl: 'private, no-store',
          ResponseContentDisposition: `attachment; filename="${fileName.replaceAll(/[^A-Za-z0-9._-]/g, '_')}"`,
        }),
        { expiresIn: validSeconds, signingDate: at },
      ),
    find: (key) => unlessMissing(async () => factsOf(await client.send(new HeadObjectCommand({ Bucket, Key: key })))),
    open: (key) =>
      unlessMissing(async () => {
        const object = await unlessSealed(() => client.send(new GetObjectCommand({ Bucket, Key: key })));
        if (object === undefined) return sealedObject(client, Bucket, key);
        const body = bodyOf(object);
        // It may fail before anyone reads it; the reader then gets the error.
        body.on('error', () => {});
        try {
          const additions = additionsTo(object);
          return { ...factsOf(object), additions, bytes: readable(body), close: () => void body.destroy() };
        } catch (error) {
          body.destroy();
          throw error;
        }
      }),
    read: (key, versionId) =>
      unlessMissing(async () =>
        readable(bodyOf(await client.send(new GetObjectCommand({ Bucket, Key: key, VersionId: versionId })))),
      ),
    async quarantine(key, versionId) {
      try {
        await client.send(
          new CopyObjectCommand({
            Bucket: options.quarantineBucket,
            Key: key,
            CopySource: `${Bucket}/${key}?versionId=${encodeURIComponent(versionId)}`,
          }),
        );
      } catch (error) {
        // Already gone: an earlier attempt got this far.
        if (!isMissing(error)) throw storageUnavailable(error);
      }
      await remove(key);
    },
    remove,
    async keepOnly(key, versionId) {
      const isMeant = ({ Key, VersionId }: Version) => Key === key && VersionId !== versionId;
      let removed = 0;
      for (let page = 0; page < MOST_PAGES; page++) {
        const now = await removePage(Bucket, key, isMeant);
        if (now === 0) return { removed, more: false };
        removed += now;
      }
      return { removed, more: true };
    },
    async removeAll(prefix) {
      const removed = await removeVersions(Bucket, prefix, () => true);
      return removed + (await removeVersions(options.quarantineBucket, prefix, () => true));
    },
    close() {
      client.destroy();
      reads.destroy();
      uploads?.destroy();
    },
  };
}

interface Version {
  Key: string;
  VersionId: string | undefined;
}

/** Pages of versions removed at a time, so that repeated uploads do not keep us busy for long. */
const MOST_PAGES = 10;

async function noLinks(): Promise<never> {
  throw new Error('There is no key to sign upload links with');
}

export function clientOf(
  { region, accessKey, secretKey }: Pick<StorageOptions, 'region' | 'accessKey' | 'secretKey'>,
  endpoint: string | undefined,
): S3Client {
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...credentialsOf({ accessKey, secretKey }),
    // Otherwise a link would contain the checksum of an empty body, and some servers would refuse every upload with it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 15_000,
      httpsAgent: { maxSockets: 64 },
      httpAgent: { maxSockets: 64 },
    },
  });
}

/** Without keys, the SDK asks where it runs: environment, profile, web identity, container or instance. */
export function credentialsOf({ accessKey, secretKey }: Pick<StorageOptions, 'accessKey' | 'secretKey'>) {
  return accessKey === undefined || secretKey === undefined
    ? {}
    : { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } };
}

interface Described {
  VersionId?: string | undefined;
  ETag?: string | undefined;
  ContentLength?: number | undefined;
  LastModified?: Date | undefined;
}

function factsOf({ VersionId, ETag, ContentLength, LastModified }: Described): ObjectFacts {
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

/**
 * A link signs only the content type and the key. Some servers (Ceph) accept further headers that change the object,
 * and have no rule to refuse them.
 */
function additionsTo(object: GetObjectCommandOutput): string[] {
  const { ContentEncoding: encoding } = object;
  const found = {
    metadata: Object.keys(object.Metadata ?? {}).length > 0,
    tags: (object.TagCount ?? 0) > 0,
    redirect: object.WebsiteRedirectLocation !== undefined,
    // A browser would show something other than what was scanned.
    encoding: encoding !== undefined && encoding !== '' && encoding !== 'identity',
  };
  return Object.entries(found).flatMap(([name, is]) => (is ? [name] : []));
}

/** Undefined for an object that the uploader encrypted with their own key: nobody else can read it. */
async function unlessSealed<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const sealed =
      error instanceof S3ServiceException &&
      error.$metadata.httpStatusCode === 400 &&
      ['InvalidArgument', 'InvalidRequest'].includes(error.name);
    if (sealed) return undefined;
    throw error;
  }
}

/** The facts from a listing. */
async function sealedObject(client: S3Client, bucket: string, key: string): Promise<OpenedObject | undefined> {
  const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key }));
  const newest = Versions.find(({ Key, IsLatest }) => Key === key && IsLatest === true);
  if (newest === undefined) return undefined;
  const facts = factsOf({ ...newest, ContentLength: newest.Size });
  return { ...facts, additions: ['encryption'], bytes: Readable.from([]), close: () => {} };
}

function bodyOf({ Body }: GetObjectCommandOutput): Readable {
  if (!(Body instanceof Readable)) throw new StorageUnavailable('The object storage sent no body');
  return Body;
}

async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
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

async function* readable(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw storageUnavailable(error);
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    (error.$metadata.httpStatusCode === 404 || ['NoSuchKey', 'NoSuchVersion', 'NotFound'].includes(error.name))
  );
}

/** The original message is dropped: it can name keys and addresses. */
function storageUnavailable(error: unknown): StorageUnavailable {
  if (error instanceof StorageUnavailable) return error;
  const name = error instanceof Error ? error.name : 'unknown';
  return new StorageUnavailable(`The object storage is unavailable or refused the request (${name})`, { cause: error });
}
