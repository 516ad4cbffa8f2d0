// What a storage needs before the first upload. Safe to run again: whatever is as wanted stays as it is.
import {
  CreateBucketCommand,
  GetBucketNotificationConfigurationCommand,
  HeadBucketCommand,
  PutBucketNotificationConfigurationCommand,
  PutBucketVersioningCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { CreateTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { clientOf, type StorageOptions } from './store.ts';

export interface StoragePlan extends StorageOptions {
  /** Where a server that pushes its events by itself (Ceph) shall push them; none where they come by EventBridge. */
  eventsTo?: string | undefined;
}

const TOPIC = 'onboarding-documents';

/** Answers what it did, a line for each part. */
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
    done.push(await announceArrivals(client, plan));
    return done;
  } finally {
    client.destroy();
  }
}

async function makeBucket(client: S3Client, bucket: string): Promise<boolean> {
  try {
    // Looked for first, because some servers make a bucket again without saying that it was there.
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return false;
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    return true;
  }
}

async function announceArrivals(client: S3Client, plan: StoragePlan): Promise<string> {
  const { bucket, eventsTo } = plan;
  if (eventsTo === undefined) {
    await client.send(
      new PutBucketNotificationConfigurationCommand({
        Bucket: bucket,
        NotificationConfiguration: { EventBridgeConfiguration: {} },
      }),
    );
    return `arrivals in ${bucket}: told to EventBridge`;
  }
  const sns = new SNSClient({
    region: plan.region,
    ...(plan.endpoint === undefined ? {} : { endpoint: plan.endpoint }),
    credentials: { accessKeyId: plan.accessKey, secretAccessKey: plan.secretKey },
  });
  // Persistent: the server keeps an event until we have taken it. Otherwise the uploader would wait for us, and an event
  // that we miss would be gone. Making a topic of the same name again replaces where it leads.
  const { TopicArn } = await sns.send(
    new CreateTopicCommand({ Name: TOPIC, Attributes: { 'push-endpoint': eventsTo, persistent: 'true' } }),
  );
  sns.destroy();
  const { TopicConfigurations = [] } = await client.send(
    new GetBucketNotificationConfigurationCommand({ Bucket: bucket }),
  );
  // Ceph adds to what is there instead of replacing it.
  if (!TopicConfigurations.some(({ Id }) => Id === TOPIC)) {
    await client.send(
      new PutBucketNotificationConfigurationCommand({
        Bucket: bucket,
        NotificationConfiguration: {
          TopicConfigurations: [{ Id: TOPIC, TopicArn, Events: ['s3:ObjectCreated:*'] }],
        },
      }),
    );
  }
  return `arrivals in ${bucket}: pushed to our intake`;
}
