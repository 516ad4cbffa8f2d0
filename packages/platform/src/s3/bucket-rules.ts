// Our own rules of the buckets. The operator's rules are kept.
import {
  type CORSRule,
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  type LifecycleRule,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { LINKED_PREFIX } from './policy.ts';

/** Marks our rules, so that a later run distinguishes them from the operator's own rules. */
const OUR_EXPIRY = 'OnboardingUploads';
/** Long enough to survive an outage of the scanner. */
const DAYS = 2;

const EXPIRY: LifecycleRule[] = [
  {
    ID: `${OUR_EXPIRY}Expire`,
    Status: 'Enabled',
    Filter: { Prefix: LINKED_PREFIX },
    Expiration: { Days: DAYS },
    NoncurrentVersionExpiration: { NoncurrentDays: 1 },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
  },
  {
    // Removes the delete marker of an expired object, which a rule with Days cannot do.
    ID: `${OUR_EXPIRY}Marks`,
    Status: 'Enabled',
    Filter: { Prefix: LINKED_PREFIX },
    Expiration: { ExpiredObjectDeleteMarker: true },
  },
];

/** Returns what it did. */
export async function expireUploads(client: S3Client, Bucket: string): Promise<string> {
  const others = (await readExpiry(client, Bucket)).filter(({ ID = '' }) => !ID.startsWith(OUR_EXPIRY));
  const LifecycleConfiguration = { Rules: [...others, ...EXPIRY] };
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }));
  const beside = others.length === 0 ? '' : `; rules of your own, kept: ${others.length}`;
  return `uploads under ${LINKED_PREFIX} in ${Bucket}: expire after ${DAYS} days${beside}`;
}

async function readExpiry(client: S3Client, Bucket: string): Promise<LifecycleRule[]> {
  try {
    return (await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules ?? [];
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return [];
    throw error;
  }
}

// Earlier releases let the console's pages read documents from the storage, with a rule in the buckets' CORS configuration. The
// API now serves documents itself, so preparing removes that rule, but none of the operator's own rules.

const OUR_ACCESS = 'OnboardingConsole';

/** Returns what it did; empty if there was nothing to do. */
export async function withdrawConsole(client: S3Client, Bucket: string): Promise<string[]> {
  const rules = await readAccess(client, Bucket);
  const others = rules.filter(({ ID }) => ID !== OUR_ACCESS);
  if (others.length === rules.length) return [];
  if (others.length === 0) await client.send(new DeleteBucketCorsCommand({ Bucket }));
  else await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: others } }));
  const beside = others.length === 0 ? '' : `; rules of your own, kept: ${others.length}`;
  return [`access of the console to ${Bucket}: withdrawn${beside}`];
}

async function readAccess(client: S3Client, bucket: string): Promise<CORSRule[]> {
  try {
    return (await client.send(new GetBucketCorsCommand({ Bucket: bucket }))).CORSRules ?? [];
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return [];
    throw error;
  }
}
