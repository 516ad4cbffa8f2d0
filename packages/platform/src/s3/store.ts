// Our own access to the document storage: uploads, kept documents and quarantine.
import {
  CopyObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  type GetObjectCommandOutput,
  ListObjectVersionsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createLinkMaker, type UploadLink } from './links.ts';
import type { StorageMetrics } from './metrics.ts';
import {
  bodyOf,
  factsOf,
  isMissing,
  type ObjectFacts,
  type Objects,
  objectsIn,
  readable,
  removeVersions,
  StorageReadOnly,
  sizeOf,
  storageUnavailable,
  unlessMissing,
} from './objects.ts';

export interface StorageOptions {
  endpoint?: string | undefined;
  publicEndpoint?: string | undefined;
  region: string;
  /** The bucket for uploads. Also contains documents that were confirmed before the kept bucket existed. */
  bucket: string;
  /** Checked documents, owned by us: the user that signs links has no permission there. */
  keptBucket: string;
  quarantineBucket: string;
  /** Set both or neither: without them the machine's own credentials are used, in the standard AWS order. */
  accessKey?: string | undefined;
  secretKey?: string | undefined;
  /** Signs upload links, in processes that issue them. Never the key above, because partners hold what this one signed. */
  links?: { accessKey: string; secretKey: string } | undefined;
  /** Refuses everything that changes the storage, upload links too. */
  readOnly?: boolean | undefined;
}

export interface OpenedObject extends ObjectFacts {
  /** Properties that the uploader added, since our links set none of them. Such an object must not be kept. */
  additions: string[];
  /** Can be read only once. Undefined if not requested, or if only the uploader can read them. */
  bytes: AsyncIterable<Uint8Array> | undefined;
  /** Releases the connection if not everything was read. The caller of `open` must call it. */
  close(): void;
}

/** The inherited methods work on uploads. */
export interface ObjectStore extends Objects {
  /** A link to PUT a file of exactly this content type; created without a request to the server. */
  uploadLink(link: UploadLink): Promise<string>;
  /** Everything that `find` returns and more, by default with the bytes of the same version, in one request. */
  open(key: string, options?: { withBytes?: boolean }): Promise<OpenedObject | undefined>;
  /** The objects in the kept bucket. */
  kept: Objects;
  /**
   * Copies a version to the kept bucket and returns the copy; undefined if the version does not exist. The bytes do not leave the
   * storage. `to.key` must be new, because the newest version there is assumed to be the copy.
   */
  keep(
    from: { key: string; versionId: string; etag: string },
    to: { key: string; contentType: string },
  ): Promise<ObjectFacts | undefined>;
  /** Copies a version to the quarantine bucket, then removes the object. Idempotent. */
  quarantine(key: string, versionId: string): Promise<void>;
  /** Removes every version of every object with one of these prefixes, in all buckets; returns how many. Idempotent. */
  removeAll(prefixes: readonly string[]): Promise<number>;
  close(): void;
}

export function openObjectStore(options: StorageOptions, metrics?: StorageMetrics): ObjectStore {
  const client = clientOf(options, options.endpoint);
  // Not the client that only signs links, because it sends nothing.
  metrics?.watch(client);
  const publicEndpoint = options.publicEndpoint ?? options.endpoint;
  const uploads = options.links === undefined ? undefined : clientOf({ ...options, ...options.links }, publicEndpoint);
  const Bucket = options.bucket;
  const incoming = objectsIn(client, Bucket);
  const kept = objectsIn(client, options.keptBucket);

  return {
    ...incoming,
    kept,
    uploadLink: uploads === undefined ? noLinks : createLinkMaker(uploads, Bucket),
    open: (key, { withBytes = true } = {}) => unlessMissing(() => openObject(client, { Bucket, Key: key }, withBytes)),
    keep: (from, to) =>
      unlessMissing(async () => {
        await client.send(keepCommand(options, from, to));
        // Ceph does not return the version of a copy.
        return kept.find(to.key);
      }),
    async quarantine(key, versionId) {
      const CopySource = sourceOf(Bucket, { key, versionId });
      try {
        await client.send(new CopyObjectCommand({ Bucket: options.quarantineBucket, Key: key, CopySource }));
      } catch (error) {
        // Already gone: an earlier attempt got this far.
        if (!isMissing(error)) throw storageUnavailable(error);
      }
      await incoming.remove(key);
    },
    async removeAll(prefixes) {
      let removed = 0;
      for (const bucket of [Bucket, options.keptBucket, options.quarantineBucket]) {
        for (const prefix of prefixes) removed += await removeVersions(client, bucket, prefix, () => true);
      }
      return removed;
    },
    close() {
      client.destroy();
      uploads?.destroy();
    },
  };
}

async function openObject(
  client: S3Client,
  wanted: { Bucket: string; Key: string },
  withBytes: boolean,
): Promise<OpenedObject | undefined> {
  const object = await unlessSealed(() => (withBytes ? getAll(client, wanted) : getFirstByte(client, wanted)));
  if (object === undefined) return sealedObject(client, wanted.Bucket, wanted.Key);
  const body = bodyOf(object);
  // It may fail before anyone reads it; the reader then gets the error.
  body.on('error', () => {});
  try {
    const facts = { ...factsOf({ ...object, ContentLength: sizeOf(object) }), additions: additionsTo(object) };
    if (!withBytes) body.destroy();
    return { ...facts, bytes: withBytes ? readable(body) : undefined, close: () => void body.destroy() };
  } catch (error) {
    body.destroy();
    throw error;
  }
}

const getAll = (client: S3Client, wanted: GetObjectCommandInput) => client.send(new GetObjectCommand(wanted));

/** Not a HEAD, because some servers then omit what `additionsTo` checks. An empty object has no first byte. */
async function getFirstByte(client: S3Client, wanted: GetObjectCommandInput): Promise<GetObjectCommandOutput> {
  try {
    return await getAll(client, { ...wanted, Range: 'bytes=0-0' });
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) return getAll(client, wanted);
    throw error;
  }
}

function keepCommand(
  { bucket, keptBucket }: StorageOptions,
  from: { key: string; versionId: string; etag: string },
  to: { key: string; contentType: string },
): CopyObjectCommand {
  return new CopyObjectCommand({
    Bucket: keptBucket,
    Key: to.key,
    CopySource: sourceOf(bucket, from),
    CopySourceIfMatch: from.etag,
    // Drops all metadata that the uploader added.
    MetadataDirective: 'REPLACE',
    ContentType: to.contentType,
  });
}

const sourceOf = (bucket: string, { key, versionId }: { key: string; versionId: string }) =>
  `${bucket}/${key}?versionId=${encodeURIComponent(versionId)}`;

async function noLinks(): Promise<never> {
  throw new Error('There is no key to sign upload links with');
}

export function clientOf(
  { region, accessKey, secretKey, readOnly }: Pick<StorageOptions, 'region' | 'accessKey' | 'secretKey' | 'readOnly'>,
  endpoint: string | undefined,
): S3Client {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...credentialsOf({ accessKey, secretKey }),
    // Otherwise a link would contain the checksum of an empty body, and some servers would refuse every upload.
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
  if (readOnly === true) refuseWrites(client);
  return client;
}

const READS = /^(Get|Head|List)/;

/** Refuses by name, in the client: a command that a later change adds is refused too, unless its name says that it reads. */
function refuseWrites(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (!READS.test(commandName))
          throw new StorageReadOnly(`The storage is only read in a rehearsal (${commandName})`);
        return next(args);
      },
    { step: 'initialize', name: 'refuseWrites', priority: 'high' },
  );
}

/** Without keys, the SDK uses its environment: variables, profile, web identity, container or instance. */
export function credentialsOf({ accessKey, secretKey }: Pick<StorageOptions, 'accessKey' | 'secretKey'>) {
  return accessKey === undefined || secretKey === undefined
    ? {}
    : { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } };
}

/**
 * A link signs only the content type and the key. Some servers (Ceph) accept further headers that change the object,
 * and no policy can refuse them.
 */
function additionsTo(
  object: Pick<GetObjectCommandOutput, 'ContentEncoding' | 'Metadata' | 'TagCount' | 'WebsiteRedirectLocation'>,
): string[] {
  const { ContentEncoding: encoding } = object;
  const found = {
    metadata: Object.keys(object.Metadata ?? {}).length > 0,
    tags: (object.TagCount ?? 0) > 0,
    redirect: object.WebsiteRedirectLocation !== undefined,
    // A browser would show other content than was scanned.
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

/** Takes the facts from a listing, because the object cannot be read. */
async function sealedObject(client: S3Client, bucket: string, key: string): Promise<OpenedObject | undefined> {
  const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: bucket, Prefix: key }));
  const newest = Versions.find(({ Key, IsLatest }) => Key === key && IsLatest === true);
  if (newest === undefined) return undefined;
  const facts = factsOf({ ...newest, ContentLength: newest.Size });
  return { ...facts, additions: ['encryption'], bytes: undefined, close: () => {} };
}
