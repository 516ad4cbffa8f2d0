// Makes leftover uploads expire: confirmed documents are kept in another bucket.
import {
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { LINKED_PREFIX } from './policy.ts';

/** Marks our rules, so that a later run distinguishes them from the operator's own rules. */
const OURS = 'OnboardingUploads';
/** Long enough to survive an outage of the scanner. */
const DAYS = 2;

const RULES: LifecycleRule[] = [
  {
    ID: `${OURS}Expire`,
    Status: 'Enabled',
    Filter: { Prefix: LINKED_PREFIX },
    Expiration: { Days: DAYS },
    NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  },
  {
    // Removes the delete marker of an expired object, which a rule with Days cannot do.
    ID: `${OURS}Marks`,
    Status: 'Enabled',
    Filter: { Prefix: LINKED_PREFIX },
    Expiration: { ExpiredObjectDeleteMarker: true },
  },
];

/** Returns what it did. */
export async function expireUploads(client: S3Client, Bucket: string): Promise<string> {
  const others = (await readRules(client, Bucket)).filter(({ ID = '' }) => !ID.startsWith(OURS));
  const LifecycleConfiguration = { Rules: [...others, ...RULES] };
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }));
  const beside = others.length === 0 ? '' : `; rules of your own, kept: ${others.length}`;
  return `uploads under ${LINKED_PREFIX} in ${Bucket}: expire after ${DAYS} days${beside}`;
}

async function readRules(client: S3Client, Bucket: string): Promise<LifecycleRule[]> {
  try {
    return (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules ?? [];
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return [];
    throw error;
  }
}
