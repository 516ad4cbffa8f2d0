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

export interface StorageOptions {
  endpoint?: string | undefined;
  publicEndpoint?: string | undefined;
  region: string;
  bucket: string;
  quarantineBucket: string;
  accessKey: string;
  secretKey: string;
  /** What upload links are signed with, for those who give out any. Never the key above: partners hold what it has signed. */
  links?: { accessKey: string; secretKey: string } | undefined;
}

export interface ObjectFacts {
  sizeBytes: number;
  versionId: string;
  etag: string;
  /** When it arrived, by the server's clock and without parts of a second. */
  lastModified: Date;
}

export interface OpenedObject extends ObjectFacts {
  /** What it carries that no upload by a link of ours leaves, unless somebody added to it. Such an object is not to be kept. */
  additions: string[];
  /** To be read once at most. */
  bytes: AsyncIterable<Uint8Array>;
  /** Gives the connection back when not all was read. Whoever opens an object closes it. */
  close(): void;
}

export interface ObjectStore {
  /** A link for one PUT of exactly this content type; made without asking the server. */
  uploadLink(link: UploadLink): Promise<string>;
  /** A link for reading one version, which the browser is told to save and never to show. */
  readLink(object: {
    key: string;
    versionId: string;
    contentType: string;
    fileName: string;
    at: Date;
    validSeconds: number;
  }): Promise<string>;
  /** Undefined when there is no such object, or no longer. */
  find(key: string): Promise<ObjectFacts | undefined>;
  /** What `find` tells, together with the bytes of that very version, for one request instead of two. */
  open(key: string): Promise<OpenedObject | undefined>;
  /** Undefined when there is no such version, or no longer. */
  read(key: string, versionId: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Puts a version where no link leads, then removes the object. Safe to repeat. */
  quarantine(key: string, versionId: string): Promise<void>;
  /** Every version of it. Safe to repeat. */
  remove(key: string): Promise<void>;
  /** Every version of it but this one, some thousands at a time; says whether there are more. Safe to repeat. */
  keepOnly(key: string, versionId: string): Promise<{ removed: number; more: boolean }>;
  /** Every version of every object whose key begins so, quarantined ones too; answers how many there were. Safe to repeat. */
  removeAll(prefix: string): Promise<number>;
  close(): void;
}

/** The server is away, or does not do what it must; not: there is no such object. */
export class StorageAway extends Error {
  override name = 'StorageAway';
}

export function openObjectStore(options: StorageOptions): ObjectStore {
  const client = clientOf(options, options.endpoint);
  const publicEndpoint = options.publicEndpoint ?? options.endpoint;
  const reads = clientOf(options, publicEndpoint);
  const uploads = options.links === undefined ? undefined : clientOf({ ...options, ...options.links }, publicEndpoint);
  const Bucket = options.bucket;

  /** One page of them, a thousand at most; answers how many it removed, none when none is left. */
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
    if (Errors.length > 0) throw new StorageAway(`The object storage kept ${Errors.length} versions`);
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
    // The listing goes by prefix, and one key may begin another.
    await removeVersions(Bucket, key, ({ Key }) => Key === key);
  }

  return {
    uploadLink: uploads === undefined ? noLinks : createLinkMaker(uploads, Bucket),
    readLink: ({ key, versionId, contentType, fileName, at, validSeconds }) =>
      getSignedUrl(
        reads,
        new GetObjectCommand({
          Bucket,
          Key: key,
          VersionId: versionId,
          ResponseContentType: contentType,
          // Whoever uploaded it may have asked for something else.
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
        // It may break before anybody reads it; whoever reads it then is told.
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
        // Gone: an earlier try came this far.
        if (!isMissing(error)) throw awayBecause(error);
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

/** Pages of versions that are removed in one go: nobody who uploads over and over keeps us busy for long. */
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
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Otherwise a link would carry the checksum of an empty body, and some servers refuse every upload by it.
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

interface Described {
  VersionId?: string | undefined;
  ETag?: string | undefined;
  ContentLength?: number | undefined;
  LastModified?: Date | undefined;
}

function factsOf({ VersionId, ETag, ContentLength, LastModified }: Described): ObjectFacts {
  if (VersionId === undefined) {
    throw new StorageAway('The object storage does not keep versions: prepare the bucket');
  }
  if (ETag === undefined || ContentLength === undefined || LastModified === undefined) {
    throw new StorageAway('The object storage does not say enough about an object');
  }
  return {
    sizeBytes: ContentLength,
    versionId: VersionId,
    etag: ETag.replaceAll('"', ''),
    lastModified: LastModified,
  };
}

/**
 * A link signs the type and the place only. Some servers (Ceph) take headers beside it that say more about the object, and
 * have no rule by which to refuse them.
 */
function additionsTo(object: GetObjectCommandOutput): string[] {
  const { ContentEncoding: encoding } = object;
  const found = {
    metadata: Object.keys(object.Metadata ?? {}).length > 0,
    tags: (object.TagCount ?? 0) > 0,
    redirect: object.WebsiteRedirectLocation !== undefined,
    // A browser would show something else than what was scanned.
    encoding: encoding !== undefined && encoding !== '' && encoding !== 'identity',
  };
  return Object.entries(found).flatMap(([name, is]) => (is ? [name] : []));
}

/** Undefined for an object that its uploader encrypted with a key of their own: nobody else can read it. */
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

/** What a listing tells of it. */
async function sealedObject(client: S3Client, bucket: string, key: string): Promise<OpenedObject | undefined> {
  const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key }));
  const newest = Versions.find(({ Key, IsLatest }) => Key === key && IsLatest === true);
  if (newest === undefined) return undefined;
  const facts = factsOf({ ...newest, ContentLength: newest.Size });
  return { ...facts, additions: ['encryption'], bytes: Readable.from([]), close: () => {} };
}

function bodyOf({ Body }: GetObjectCommandOutput): Readable {
  if (!(Body instanceof Readable)) throw new StorageAway('The object storage sent no body');
  return Body;
}

async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw awayBecause(error);
  }
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw awayBecause(error);
  }
}

async function* readable(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw awayBecause(error);
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof S3ServiceException &&
    (error.$metadata.httpStatusCode === 404 || ['NoSuchKey', 'NoSuchVersion', 'NotFound'].includes(error.name))
  );
}

/** Its own words stay behind: they can name keys and addresses. */
function awayBecause(error: unknown): StorageAway {
  if (error instanceof StorageAway) return error;
  const name = error instanceof Error ? error.name : 'unknown';
  return new StorageAway(`The object storage is away or refused (${name})`, { cause: error });
}
