// Prepares a storage for the first upload. Idempotent.
import {
  CreateBucketCommand,
  GetBucketNotificationConfigurationCommand,
  GetBucketPolicyCommand,
  HeadBucketCommand,
  PutBucketNotificationConfigurationCommand,
  PutBucketOwnershipControlsCommand,
  PutBucketPolicyCommand,
  PutBucketVersioningCommand,
  PutPublicAccessBlockCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { CreateTopicCommand } from '@aws-sdk/client-sns';
import { expireUploads, withdrawConsole } from './bucket-rules.ts';
import { keptPolicyOf, mergedPolicy, policyOf, type Statement, type StorageUsers } from './policy.ts';
import { clientOf, type StorageOptions } from './store.ts';
import { TOPIC, topicsOf } from './topics.ts';

export interface StoragePlan extends StorageOptions {
  users: StorageUsers;
  /**
   * Where a server that pushes its events (Ceph) sends them. Without it, AWS notifies EventBridge and other servers send
   * no events.
   */
  eventsTo?: string | undefined;
  /**
   * The gateway of such a server that has the notification API; defaults to `endpoint`. Partners should not be able to reach it:
   * on Ceph every key may use that API, even the one that signs links.
   */
  topicsEndpoint?: string | undefined;
  /**
   * Whether the server keeps an event until we have accepted it, which is preferred. Otherwise the uploader waits for
   * us and a missed event is lost, but events are also sent in the first minute after the server starts.
   */
  eventsKept?: boolean;
}

/** Returns what it did, one line per step. */
export async function prepareStorage(plan: StoragePlan): Promise<string[]> {
  const client = clientOf(plan, plan.endpoint);
  const { bucket, keptBucket, quarantineBucket, users } = plan;
  const isAws = plan.endpoint === undefined;
  const done: string[] = [];
  try {
    for (const one of [bucket, keptBucket, quarantineBucket]) {
      done.push(`bucket ${one}: ${(await makeBucket(client, one)) ? 'created' : 'already exists'}`);
      // Makes the bucket's owner the owner of all uploads. Other servers do not support it; there the uploader is the owner.
      if (isAws) await ownEverything(client, one);
    }
    for (const one of [bucket, keptBucket]) {
      await client.send(
        new PutBucketVersioningCommand({ Bucket: one, VersioningConfiguration: { Status: 'Enabled' } }),
      );
      done.push(`versioning of ${one}: enabled`);
    }
    done.push(await setPolicy(client, plan, bucket, policyOf(bucket, users, { isAws })));
    done.push(await setPolicy(client, plan, keptBucket, keptPolicyOf(keptBucket, users)));
    for (const one of [bucket, keptBucket, quarantineBucket]) {
      await blockPublicAccess(client, plan, one);
      done.push(`public access to ${one}: blocked`);
    }
    done.push(await expireUploads(client, bucket));
    for (const one of [bucket, keptBucket]) done.push(...(await withdrawConsole(client, one)));
    done.push(await announceArrivals(client, plan));
    return done;
  } finally {
    client.destroy();
  }
}

async function ownEverything(client: S3Client, Bucket: string): Promise<void> {
  const OwnershipControls = { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' as const }] };
  await client.send(new PutBucketOwnershipControlsCommand({ Bucket, OwnershipControls }));
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

async function setPolicy(
  client: S3Client,
  plan: StoragePlan,
  bucket: string,
  wanted: readonly Statement[],
): Promise<string> {
  const merged = mergedPolicy(await readPolicy(client, bucket), wanted);
  const beside = merged.others === 0 ? '' : `; statements of your own, kept: ${merged.others}`;
  if (!merged.changed) return `policy of ${bucket}: already set${beside}`;
  // Ceph 16 considers any policy with an Allow statement public, and would refuse it.
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
    // With it, Ceph 16 would refuse every upload. On all servers except AWS, the policy has the same effect and public ACLs
    // are ignored.
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
    await pushArrivals(plan, eventsTo);
    return `notifications of ${bucket}: sent to ${new URL(eventsTo).origin}`;
  }
  if (plan.endpoint !== undefined) return `notifications of ${bucket}: none, so new files are found by polling`;
  // On AWS a put replaces everything, including configuration that others added.
  const { $metadata: _, ...present } = await client.send(
    new GetBucketNotificationConfigurationCommand({ Bucket: bucket }),
  );
  const NotificationConfiguration = { ...present, EventBridgeConfiguration: {} };
  await client.send(new PutBucketNotificationConfigurationCommand({ Bucket: bucket, NotificationConfiguration }));
  return `notifications of ${bucket}: sent to EventBridge`;
}

/** Ceph adds to the existing configuration, and replaces only an entry with the same Id. */
async function pushArrivals(plan: StoragePlan, eventsTo: string): Promise<void> {
  const endpoint = plan.topicsEndpoint ?? plan.endpoint;
  const client = clientOf(plan, endpoint);
  const sns = topicsOf(plan, endpoint);
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
    client.destroy();
    sns.destroy();
  }
}
