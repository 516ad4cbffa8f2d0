// Reports what a storage lacks, for operators who check before starting anything.
import { GetBucketVersioningCommand, HeadBucketCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { explainDistrust } from '../trust/index.ts';
import { StorageOpen } from './powerless.ts';
import { checkProtection } from './protection.ts';
import { clientOf, type StorageOptions } from './store.ts';

const PREPARE = 'Prepare the storage (docs/operations.md, Object storage and virus scanner).';

export interface StorageLack {
  problem: string;
  cure: string;
}

/** Has no effects beyond those of an API start. Throws only if aborted. */
export async function inspectStorage(options: StorageOptions, signal: AbortSignal): Promise<StorageLack[]> {
  const client = clientOf(options, options.endpoint);
  try {
    const buckets = await Promise.all(
      [options.bucket, options.keptBucket, options.quarantineBucket].map((bucket) =>
        bucketLack(client, bucket, signal),
      ),
    );
    const lacking = buckets.flatMap((lack) => lack ?? []);
    // A storage that does not answer is one fault, not one for each bucket.
    const missing = lacking.filter(({ problem }, at) => lacking.findIndex((one) => one.problem === problem) === at);
    // The other checks need the buckets.
    if (missing.length > 0) return missing;
    const lacks = [
      await versioningLack(client, options.bucket, signal),
      await versioningLack(client, options.keptBucket, signal),
      await protectionLack(options, signal),
    ];
    return lacks.flatMap((lack) => lack ?? []);
  } finally {
    client.destroy();
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

async function bucketLack(
  client: S3Client,
  Bucket: string,
  abortSignal: AbortSignal,
): Promise<StorageLack | undefined> {
  try {
    await client.send(new HeadBucketCommand({ Bucket }), { abortSignal });
    return undefined;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404)
      return { problem: `has no bucket ${Bucket}`, cure: `Correct its name, or create it. ${PREPARE}` };
    if (status === 403) {
      const cure =
        "Check S3_ACCESS_KEY and S3_SECRET_KEY, or the machine's role, and that STORAGE_SERVICE_USERS names it.";
      return { problem: `refuses these keys access to the bucket ${Bucket}`, cure };
    }
    if (error instanceof Error && error.name === 'CredentialsProviderError') {
      const problem = 'has no keys, and this machine has no role';
      return { problem, cure: 'Set S3_ACCESS_KEY and S3_SECRET_KEY, or give the machine a role.' };
    }
    const untrusted = explainDistrust(error);
    if (untrusted !== undefined) return { problem: untrusted.found, cure: untrusted.cure };
    const cure = 'Check S3_ENDPOINT, the network, and that the storage is running.';
    return { problem: `cannot be reached (${kindOf(error)})`, cure };
  }
}

async function versioningLack(
  client: S3Client,
  Bucket: string,
  abortSignal: AbortSignal,
): Promise<StorageLack | undefined> {
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket }), { abortSignal });
    if (Status === 'Enabled') return undefined;
    return {
      problem: `does not version the bucket ${Bucket}: checked files could be replaced`,
      cure: PREPARE,
    };
  } catch (error) {
    // The services lack the permission to check; the first upload will show it.
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 403) return undefined;
    throw error;
  }
}

async function protectionLack(options: StorageOptions, signal: AbortSignal): Promise<StorageLack | undefined> {
  try {
    await checkProtection(options, signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof StorageOpen)) throw error;
    return { problem: `is open: ${error.message}`, cure: PREPARE };
  }
}
