// Tries what an attacker with the link-signing key, or with a link, would try.
import { randomUUID } from 'node:crypto';
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import {
  CreateTopicCommand,
  GetTopicAttributesCommand,
  ListTopicsCommand,
  SNSServiceException,
} from '@aws-sdk/client-sns';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { ConfigError } from '../config/index.ts';
import { LINKED_PREFIX } from './policy.ts';
import { clientOf, type StorageOptions } from './store.ts';
import { TOPIC, topicsOf } from './topics.ts';

/** Tells an operator what is missing and what to do. */
export class StorageOpen extends ConfigError {
  override name = 'StorageOpen';
}

export const REMEDY = 'Run "onboardingctl storage prepare" with the rights of its owner, then start again.';
const LEAST_RIGHTS =
  'Give its user the rights of docs/operations.md (Object storage and virus scanner), which on Ceph are those of a subuser that can only write.';
const TOPICS_REMEDY =
  'Switch the API of notifications off where S3_ENDPOINT leads (rgw_enable_apis = s3), and prepare with STORAGE_TOPICS_ENDPOINT.';
/** Never the key of a document. */
const PROBE = 'start-up-check';
const BYTES = 'check';

interface Try {
  what: string;
  remedy: string;
  attempt(): Promise<unknown>;
}

/**
 * Does nothing in a process without a link key, or one that only reads. Leaves behind only what the storage wrongly allowed. Object names are unique,
 * because several processes may start at once.
 */
export async function requirePowerless(
  client: S3Client,
  options: StorageOptions,
  abortSignal: AbortSignal,
): Promise<void> {
  if (options.links === undefined || options.readOnly === true) return;
  const keys = { ...options, ...options.links };
  const links = clientOf(keys, options.endpoint);
  const name = `${PROBE}-${randomUUID()}`;
  const uploaded = { Bucket: options.bucket, Key: `${LINKED_PREFIX}${name}` };
  const kept = { Bucket: options.keptBucket, Key: name };
  const written: { Bucket: string; Key: string; VersionId: string | undefined }[] = [];
  async function write(by: S3Client, at: typeof uploaded): Promise<void> {
    const { VersionId } = await by.send(new PutObjectCommand({ ...at, Body: BYTES }), { abortSignal });
    written.push({ ...at, VersionId });
  }
  try {
    await refuse(triesIn(links, uploaded, options, abortSignal));
    // On some servers the uploader owns the object, so test that the link key cannot read even its own upload.
    await known(() => write(links, uploaded));
    await allowed(options.keptBucket, () => write(client, kept));
    const target = { ...uploaded, Key: `${uploaded.Key}-copy` };
    // AWS may answer 404 for the unknown upload before refusing the part, but it has just refused to start one.
    const isMissed = options.endpoint === undefined ? [404] : [];
    for (const source of [uploaded, kept]) await refuse(copiesOf(links, source, target, abortSignal), isMissed);
    // AWS has no topics at this endpoint, and its link user has no permissions beyond the policies checked above.
    if (options.endpoint !== undefined) await refuseTopics(keys, abortSignal);
  } finally {
    links.destroy();
    for (const one of written) await client.send(new DeleteObjectCommand(one)).catch(() => {});
  }
}

function triesIn(
  links: S3Client,
  at: { Bucket: string; Key: string },
  options: StorageOptions,
  abortSignal: AbortSignal,
): Try[] {
  const { bucket, keptBucket } = options;
  const send = { abortSignal };
  const beside = { Bucket: bucket, Key: PROBE };
  const kept = { Bucket: keptBucket, Key: PROBE };
  const tries: [string, () => Promise<unknown>][] = [
    [`read objects in ${bucket}`, () => links.send(new GetObjectCommand(at), send)],
    [`list objects in ${bucket}`, () => links.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), send)],
    [
      `make an object public in ${bucket}`,
      () => links.send(new PutObjectCommand({ ...at, ContentLength: 0, ACL: 'public-read' }), send),
    ],
    [
      `write beside ${LINKED_PREFIX} in ${bucket}`,
      () => links.send(new PutObjectCommand({ ...beside, ContentLength: 0 }), send),
    ],
    [`upload in parts to ${bucket}`, () => links.send(new CreateMultipartUploadCommand(at), send)],
    [`read objects in ${keptBucket}`, () => links.send(new GetObjectCommand(kept), send)],
    [
      `list objects in ${keptBucket}`,
      () => links.send(new ListObjectsV2Command({ Bucket: keptBucket, MaxKeys: 1 }), send),
    ],
    [`write to ${keptBucket}`, () => links.send(new PutObjectCommand({ ...kept, ContentLength: 0 }), send)],
  ];
  return tries.map(([what, attempt]) => ({ what, attempt, remedy: REMEDY }));
}

/** Ceph treats a PUT with both headers as the copy of a part, without checking the policy of the source. */
function copiesOf(
  links: S3Client,
  source: { Bucket: string; Key: string },
  target: { Bucket: string; Key: string },
  abortSignal: AbortSignal,
): Try[] {
  const CopySource = `${source.Bucket}/${source.Key}`;
  const range = { 'x-amz-copy-source': `/${CopySource}`, 'x-amz-copy-source-range': `bytes=0-${BYTES.length - 1}` };
  const part = { ...target, UploadId: PROBE, PartNumber: 1, CopySource, CopySourceRange: 'bytes=0-1' };
  const what = `copy objects of ${source.Bucket} by a link`;
  return [
    {
      what,
      remedy: LEAST_RIGHTS,
      attempt: () => byLink(links, target, { 'x-amz-copy-source': `/${CopySource}` }, abortSignal),
    },
    { what: `${what}, with a range`, remedy: LEAST_RIGHTS, attempt: () => byLink(links, target, range, abortSignal) },
    {
      what: `copy parts of objects of ${source.Bucket}`,
      remedy: LEAST_RIGHTS,
      attempt: () => links.send(new UploadPartCopyCommand(part), { abortSignal }),
    },
  ];
}

/** Like the holder of a link: the added headers are not signed. */
async function byLink(
  links: S3Client,
  target: { Bucket: string; Key: string },
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const url = await getSignedUrl(links, new PutObjectCommand(target), { expiresIn: 60 });
  const { status: httpStatusCode, body } = await fetch(url, { method: 'PUT', headers, signal });
  await body?.cancel();
  if (httpStatusCode < 300) return;
  throw new S3ServiceException({ name: 'Refused', $fault: 'client', $metadata: { httpStatusCode } });
}

async function refuseTopics(
  keys: Parameters<typeof topicsOf>[0] & StorageOptions,
  abortSignal: AbortSignal,
): Promise<void> {
  const topics = topicsOf(keys, keys.endpoint);
  const TopicArn = `arn:aws:sns:default::${TOPIC}`;
  try {
    await refuse(
      [
        { what: 'list topics', attempt: () => topics.send(new ListTopicsCommand({}), { abortSignal }) },
        {
          what: 'read topics, whose addresses have the secret of events',
          attempt: () => topics.send(new GetTopicAttributesCommand({ TopicArn }), { abortSignal }),
        },
        { what: 'create topics', attempt: () => topics.send(new CreateTopicCommand({ Name: PROBE }), { abortSignal }) },
      ].map((one) => ({ ...one, remedy: TOPICS_REMEDY })),
      // The server does not have this API.
      [405, 501],
    );
  } finally {
    topics.destroy();
  }
}

async function refuse(tries: readonly Try[], alsoRefusals: readonly number[] = []): Promise<void> {
  for (const { what, remedy, attempt } of tries) {
    const status = await known(() => statusOf(attempt));
    if (status === 403 || alsoRefusals.includes(status)) continue;
    throw new StorageOpen(
      `S3_LINK_ACCESS_KEY may ${what}: it must be able to upload below ${LINKED_PREFIX} and nothing else. ${remedy}`,
    );
  }
}

/** Throws if the server fails or the key is wrong. */
async function statusOf(attempt: () => Promise<unknown>): Promise<number> {
  try {
    await attempt();
    return 200;
  } catch (error) {
    if (!(error instanceof S3ServiceException || error instanceof SNSServiceException)) throw error;
    const { httpStatusCode = 500 } = error.$metadata;
    if (httpStatusCode >= 500 && httpStatusCode !== 501) throw error;
    if (['InvalidAccessKeyId', 'SignatureDoesNotMatch'].includes(error.name)) throw error;
    return httpStatusCode;
  }
}

/** Explains a key that is wrong or may not even upload. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    if (error.name === 'InvalidAccessKeyId' || error.name === 'SignatureDoesNotMatch') {
      throw new StorageOpen(
        `The storage does not know S3_LINK_ACCESS_KEY with S3_LINK_SECRET_KEY (${error.name}): check both.`,
      );
    }
    if (error.$metadata.httpStatusCode !== 403) throw error;
    throw new StorageOpen(`S3_LINK_ACCESS_KEY may not upload below ${LINKED_PREFIX}. ${REMEDY}`);
  }
}

async function allowed<T>(bucket: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 403) throw error;
    throw new StorageOpen(`S3_ACCESS_KEY may not write to ${bucket}, so no document could be confirmed. ${REMEDY}`);
  }
}
