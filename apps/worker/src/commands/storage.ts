// For an operator: makes an object storage ready for documents. node apps/worker/src/commands/storage.ts prepare
import { prepareAnchors } from '@onboarding/platform/anchors';
import { readArguments } from '@onboarding/platform/command';
import { ConfigError } from '@onboarding/platform/config';
import { prepareStorage, storageOptions } from '@onboarding/platform/s3';
import { readStorageCommandConfig } from '../config.ts';

const USAGE = `usage: node apps/worker/src/commands/storage.ts prepare [--direct]

  prepare   makes both buckets unless they are there, lets the one for documents keep versions, sets its policy, blocks
            public access to both, and lets the storage tell of what arrives; safe to run again, and to be run again when
            an address or a user has changed. Statements of your own in the policy stay, and are counted.
  --direct  for Ceph on one machine: tells while the uploader waits, at once from its first second on, and forgets what
            the API misses; otherwise an event is kept until it was taken

Takes S3_ENDPOINT (none for AWS), S3_REGION, S3_BUCKET, S3_QUARANTINE_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY from the
environment, of a user who may make buckets, and
  STORAGE_LINK_USER    the user of S3_LINK_ACCESS_KEY, by which the API signs upload links: its ARN, on Ceph for example
                       arn:aws:iam:::user/onboarding-links
  STORAGE_SERVICE_USERS
                       the users of S3_ACCESS_KEY of API and worker, separated by commas
  STORAGE_EVENTS_URL   for Ceph: the intake of the API as the storage reaches it, secret included, for example
                       https://api.example.com/api/storage/v1/events?token=...
Without it AWS is told to send its events to EventBridge, and any other storage is left to tell nobody: arrivals are then
found by looking, within minutes.`;

/** What an operator can do something about is said in words; what the storage refused, by its own name for it. */
function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && ('$metadata' in error || 'code' in error)) {
    return `The storage is away or refused (${error.name}: ${error.message}). Check S3_ENDPOINT and the keys, then run this again.`;
  }
  return error;
}

const given = readArguments({ help: { type: 'boolean' }, direct: { type: 'boolean' } });
const help = given?.values.help === true;
if (help || given?.positionals.join(' ') !== 'prepare') {
  console.log(USAGE);
  process.exit(help ? 0 : 1);
}
try {
  const config = readStorageCommandConfig();
  const done = await prepareStorage({
    ...storageOptions(config),
    users: { links: config.STORAGE_LINK_USER, services: config.STORAGE_SERVICE_USERS },
    eventsTo: config.STORAGE_EVENTS_URL,
    eventsKept: given.values.direct !== true,
  });
  console.log(done.join('\n'));
  if (config.anchors?.kind === 's3') console.log(await prepareAnchors(config.anchors));
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
