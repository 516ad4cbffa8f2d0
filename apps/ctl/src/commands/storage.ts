// The object storage of documents: buckets, versioning, policy, notifications.
import { addNoun } from '@onboarding/command';
import { prepareAnchors } from '@onboarding/platform/anchors';
import { prepareStorage } from '@onboarding/platform/s3';
import { explainDistrust } from '@onboarding/platform/trust';
import { storageOptions } from '@onboarding/settings';
import type { Command } from 'commander';
import { readStoragePreparation, refuseInRehearsal } from '../config.ts';
import { explained } from '../explained.ts';
import { CommandRefused, ServerUnavailable } from '../failure.ts';
import type { Perform } from '../task.ts';

const NOTES = `Creates the three buckets if they are missing, enables versioning of those for uploads and confirmed documents, sets their policies, blocks public access to all three, expires uploads after two days, and enables notifications about new files. It is safe to repeat; run it again whenever an address or a user changes. Your own policy statements and expiry rules are kept, and the output counts them.

STORAGE_LINK_USER is the ARN of the user of S3_LINK_ACCESS_KEY, with which the API signs upload links; on Ceph, for example, arn:aws:iam:::user/onboarding-links. STORAGE_SERVICE_USERS are the users of the S3_ACCESS_KEY of the API and the worker, separated by commas. STORAGE_EVENTS_URL, for Ceph, is the URL at which the storage sends events to the API, including the secret, for example https://api.example.com/api/storage/v1/events?token=... STORAGE_TOPICS_ENDPOINT is a gateway of that Ceph cluster with the notifications API enabled; disable that API on the gateways to which partners upload, because any key may use it.

Without STORAGE_EVENTS_URL, AWS is configured to send its events to EventBridge. Any other storage then sends no notifications, and new files are found by polling, within minutes.`;

export function addStorage(program: Command, perform: Perform): void {
  const storage = addNoun(program, 'storage', 'the object storage of documents');
  const prepare = storage
    .command('prepare')
    .description('prepare the buckets for documents, and the one for statements about audit trails')
    .option(
      '--direct',
      'for Ceph on a single machine: notify while the upload waits, and drop events that the API misses; by default, an event is stored until it is accepted',
    )
    .action(
      perform(async (task, { direct }: { direct?: boolean }) => {
        refuseInRehearsal(task.environment);
        const { anchors, ...config } = readStoragePreparation(task.environment);
        const steps = await asking(async () => {
          const done = await prepareStorage({
            ...storageOptions(config),
            users: { links: config.STORAGE_LINK_USER, services: config.STORAGE_SERVICE_USERS },
            eventsTo: config.STORAGE_EVENTS_URL,
            topicsEndpoint: config.STORAGE_TOPICS_ENDPOINT,
            eventsKept: direct !== true,
          });
          return anchors?.kind === 's3' ? [...done, await prepareAnchors(anchors)] : done;
        });
        task.answer({ done: steps }, steps.join('\n'));
      }),
    );
  explained(prepare, {
    notes: NOTES,
    reads:
      'S3_ENDPOINT (unset for AWS), S3_REGION, S3_BUCKET, S3_KEPT_BUCKET, S3_QUARANTINE_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY (of a user who may create buckets), STORAGE_LINK_USER, STORAGE_SERVICE_USERS, STORAGE_EVENTS_URL, STORAGE_TOPICS_ENDPOINT, AUDIT_ANCHORS and REHEARSAL',
    examples: ['', '--direct'],
  });
}

/** Reports errors by the names that the storage uses. */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const untrusted = explainDistrust(error);
    if (untrusted !== undefined) throw new CommandRefused(`The storage ${untrusted.found}. ${untrusted.cure}`);
    if (!(error instanceof Error && ('$metadata' in error || 'code' in error))) throw error;
    throw new ServerUnavailable(
      `The storage is unavailable or refused the request (${error.name}: ${error.message}). Check S3_ENDPOINT and the keys, then run this again.`,
    );
  }
}
