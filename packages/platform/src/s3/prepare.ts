// Prepares a storage for the first upload. Idempotent.
import {
  CreateBucketCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketPolicyCommand,
  HeadBucketCommand,
  PutBucketNotificationConfigurationCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { allowConsole } from './cors.ts';
import { mergedPolicy, policyOf, type StorageUsers } from './policy.ts';
import { clientOf, credentialsOf, type StorageOptions } from './store.ts';

export interface StoragePlan extends StorageOptions {
  users: StorageUsers;
  /**
   * Where a server that pushes its events (Ceph) sends them. Without it AWS notifies EventBridge, and other servers
   * nobody.
   */
  eventsTo?: string | undefined;
  /**
   * Whether the server keeps an event until we have accepted it, which is preferred. Otherwise the uploader waits for
   * us, and a missed event is lost; but events are also sent in the first minute after the server's start.
   */
  eventsKept?: boolean;
  /** The origin of the console, whose pages read documents. */
  consoleOrigin?: string | undefined;
}

const TOPIC = 'onboarding-documents';

/** Returns what it did, one line per part. */
export async function prepareStorage(plan: StoragePlan): Promise<string[]> {
  const client = clientOf(plan, plan.endpoint);
  const done: string[] = [];
  try {
    for (const bucket of [plan.bucket, plan.quarantineBucket]) {
      done.push(`bucket ${bucket}: ${(await makeBucket(client, bucket)) ? 'made' : 'there already'}`);
    }
    await client.send(
      new PutBucketVersioningCommand({ Bucket: plan.bucket, VersioningConfiguration: { Status: 'Enabled' } }),
    );
    done.push(`versions of ${plan.bucket}: kept`);
    done.push(await setPolicy(client, plan));
    for (const bucket of [plan.bucket, plan.quarantineBucket]) {
      await blockPublicAccess(client, plan, bucket);
      done.push(`public access to ${bucket}: blocked`);
    }
    done.push(await allowConsole(client, plan.bucket, plan.consoleOrigin));
    done.push(await announceArrivals(client, plan));
    return done;
  } finally {
    client.destroy();
  }
}

async function makeBucket(client: S3Client, bucket: string): Promise<boolean> {
  try {
    // Checked first, because some servers create an existing bucket again without an error.
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return false;
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    return true;
  }
}

async function setPolicy(client: S3Client, plan: StoragePlan): Promise<string> {
  const { bucket } = plan;
  const merged = mergedPolicy(await readPolicy(client, bucket), policyOf(bucket, plan.users));
  const beside = merged.others === 0 ? '' : `, beside ${merged.others} statements of your own, which stay`;
  if (!merged.changed) return `policy of ${bucket}: there already${beside}`;
  // Ceph 16 considers a policy that allows anything to anyone as public, and would refuse it.
  await blockPublicAccess(client, plan, bucket, { policies: false });
  await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy: merged.text }));
  return `policy of ${bucket}: set${beside}`;
}

async function readPolicy(client: S3Client, bucket: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetBucketPolicyCommand({ Bucket: bucket }))).Policy;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw error;
  }
}

async function blockPublicAccess(
  client: S3Client,
  { endpoint }: StorageOptions,
  bucket: string,
  { policies }: { policies: boolean } = { policies: true },
): Promise<void> {
  const PublicAccessBlockConfiguration = {
    // With it Ceph 16 would refuse every upload. On other servers too the policy refuses the same, and public ACLs are
    // ignored.
    BlockPublicAcls: endpoint === undefined,
    IgnorePublicAcls: true,
    BlockPublicPolicy: policies,
    RestrictPublicBuckets: true,
  };
  await client.send(new PutPublicAccessBlockCommand({ Bucket: bucket, PublicAccessBlockConfiguration }));
}

async function announceArrivals(client: S3Client, plan: StoragePlan): Promise<string> {
  const { bucket, eventsTo } = plan;
  if (eventsTo !== undefined) {
    await pushArrivals(client, plan, eventsTo);
    return `arrivals in ${bucket}: pushed to ${new URL(eventsTo).origin}`;
  }
  if (plan.endpoint !== undefined) return `arrivals in ${bucket}: told to nobody, so they are found by looking`;
  // On AWS a put replaces everything, including configuration that others added.
  const { $metadata: _, ...present } = await client.send(
    new GetBucketNotificationConfigurationCommand({ Bucket: bucket }),
  );
  const NotificationConfiguration = { ...present, EventBridgeConfiguration: {} };
  await client.send(new PutBucketNotificationConfigurationCommand({ Bucket: bucket, NotificationConfiguration }));
  return `arrivals in ${bucket}: told to EventBridge`;
}

/** Ceph adds to the existing configuration, and replaces only an entry with the same Id. */
async function pushArrivals(client: S3Client, plan: StoragePlan, eventsTo: string): Promise<void> {
  const sns = new SNSClient({
    region: plan.region,
    ...(plan.endpoint === undefined ? {} : { endpoint: plan.endpoint }),
    ...credentialsOf(plan),
  });
  try {
    const persistent = String(plan.eventsKept ?? true);
    const { TopicArn } = await sns.send(
      new CreateTopicCommand({ Name: TOPIC, Attributes: { 'push-endpoint': eventsTo, persistent } }),
    );
    // The bucket has a copy of the topic's target, so it is set again even if it exists.
    const TopicConfigurations = [{ Id: TOPIC, TopicArn, Events: ['s3:ObjectCreated:*' as const] }];
    await client.send(
      new PutBucketNotificationConfigurationCommand({
        Bucket: plan.bucket,
        NotificationConfiguration: { TopicConfigurations },
      }),
    );
  } finally {
    sns.destroy();
  }
}
