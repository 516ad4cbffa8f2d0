/** The stack's document storage and its scanner: an S3 server and clamd. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CEPH_USERS, type CephServer, findCeph, startCeph, stopCeph } from '../servers/ceph-server.ts';
import { type ClamdServer, findClamd, startClamd } from '../servers/clamd-server.ts';
import { StackFailure } from '../servers/failure.ts';
import { localUrl, requireFreePorts, type StackSettings } from './settings.ts';
import type { StackEnvironment, StackSecrets } from './state-files.ts';

interface Parts {
  readonly settings: StackSettings;
  readonly secrets: StackSecrets;
}

const REGION = 'us-east-1';

export async function ensureStorage({ settings, secrets }: Parts): Promise<CephServer> {
  const found = await findCeph(settings.storageDirectory);
  if (found === undefined) {
    // If only a part of it died, the others still hold their ports.
    await stopCeph(settings.storageDirectory);
    await requireFreePorts(settings, ['storage', 'storageMonitor', 'storageTopics']);
  }
  return startCeph({
    directory: settings.storageDirectory,
    host: settings.host,
    port: settings.ports.storage,
    monitorPort: settings.ports.storageMonitor,
    topicsPort: settings.ports.storageTopics,
    accessKey: secrets.storageAccessKey,
    secretKey: secrets.storageSecretKey,
    links: linkKeys(secrets),
    durable: true,
  });
}

export async function ensureScanner(settings: StackSettings): Promise<ClamdServer> {
  const found = await findClamd(settings.scannerDirectory);
  if (found === undefined) await requireFreePorts(settings, ['scanner']);
  return startClamd({ directory: settings.scannerDirectory, port: settings.ports.scanner });
}

/** Where statements about the audit trail are stored. */
export function anchorsOf({ name }: StackSettings): string {
  return `s3://audit-anchors/${name === 'sandbox' ? 'sandbox-statements' : 'statements'}`;
}

/** With the command that an operator uses. */
export async function prepareBuckets(parts: Parts): Promise<void> {
  const { settings, secrets } = parts;
  const command = join(settings.project, 'apps/ctl/src/main.ts');
  const events = `${localUrl(settings.ports.api)}/api/storage/v1/events?token=${secrets.storageEventsSecret}`;
  const env = {
    ...process.env,
    ...storageEnvironment(parts),
    STORAGE_LINK_USER: CEPH_USERS.links,
    STORAGE_SERVICE_USERS: CEPH_USERS.services.join(','),
    STORAGE_EVENTS_URL: events,
    STORAGE_TOPICS_ENDPOINT: localUrl(settings.ports.storageTopics),
    AUDIT_ANCHORS: anchorsOf(settings),
  };
  try {
    // Direct: Ceph starts to push stored events half a minute after its start, and here it starts often.
    await promisify(execFile)(process.execPath, [command, 'storage', 'prepare', '--direct'], { env });
  } catch (thrown) {
    const said = thrown instanceof Error && 'stderr' in thrown ? String(thrown.stderr).trim() : String(thrown);
    throw new StackFailure(`The storage could not be prepared: ${said}`);
  }
}

/** The settings for clients that talk to the stack's storage directly. */
export function storageAccess({ settings, secrets }: Parts): NonNullable<StackEnvironment['storage']> {
  return {
    endpoint: localUrl(settings.ports.storage),
    region: REGION,
    bucket: settings.name === 'sandbox' ? 'documents-sandbox' : 'documents',
    accessKey: secrets.storageAccessKey,
    secretKey: secrets.storageSecretKey,
    links: linkKeys(secrets),
  };
}

function linkKeys({ storageLinkAccessKey: accessKey, storageLinkSecretKey: secretKey }: StackSecrets) {
  return { accessKey, secretKey };
}

export function storageEnvironment(parts: Parts): Record<string, string> {
  const { endpoint, region, bucket, accessKey, secretKey } = storageAccess(parts);
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_KEPT_BUCKET: `${bucket}-kept`,
    S3_QUARANTINE_BUCKET: `${bucket}-quarantine`,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  };
}

/** Only for the API: the keys that sign upload links. */
export function linkEnvironment({ secrets }: Parts): Record<string, string> {
  return { S3_LINK_ACCESS_KEY: secrets.storageLinkAccessKey, S3_LINK_SECRET_KEY: secrets.storageLinkSecretKey };
}

export function scannerEnvironment({ settings }: Parts): Record<string, string> {
  return { CLAMD_HOST: '127.0.0.1', CLAMD_PORT: String(settings.ports.scanner) };
}
