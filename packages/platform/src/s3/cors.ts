// Earlier releases let the console's pages read documents from the storage, with a rule in the buckets' CORS configuration. The
// API now serves documents itself, so preparing removes that rule, but none of the operator's own rules.
import {
  type CORSRule,
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  PutBucketCorsCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';

const OURS = 'OnboardingConsole';

/** Returns what it did; empty if there was nothing to do. */
export async function withdrawConsole(client: S3Client, Bucket: string): Promise<string[]> {
  const rules = await readRules(client, Bucket);
  const others = rules.filter(({ ID }) => ID !== OURS);
  if (others.length === rules.length) return [];
  if (others.length === 0) await client.send(new DeleteBucketCorsCommand({ Bucket }));
  else await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: others } }));
  const beside = others.length === 0 ? '' : `; rules of your own, kept: ${others.length}`;
  return [`access of the console to ${Bucket}: withdrawn${beside}`];
}

async function readRules(client: S3Client, bucket: string): Promise<CORSRule[]> {
  try {
    return (await client.send(new GetBucketCorsCommand({ Bucket: bucket }))).CORSRules ?? [];
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return [];
    throw error;
  }
}
