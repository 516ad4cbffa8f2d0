// Pages of the console read documents by their links. A browser lets them only if the bucket names the console's origin.
import {
  type CORSRule,
  GetBucketCorsCommand,
  GetObjectCommand,
  PutBucketCorsCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { clientOf, type StorageOptions } from './store.ts';

/** Marks our rule, so that preparing again finds it among an operator's own. */
const OURS = 'OnboardingConsole';

/** Returns what it did. */
export async function allowConsole(client: S3Client, bucket: string, origin: string | undefined): Promise<string> {
  if (origin === undefined) return `access of the console to ${bucket}: not set, because CONSOLE_URL is missing`;
  const others = (await readRules(client, bucket)).filter(({ ID }) => ID !== OURS);
  const ours = { ID: OURS, AllowedOrigins: [origin], AllowedMethods: ['GET'], MaxAgeSeconds: 600 };
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [...others, ours] } }));
  const beside = others.length === 0 ? '' : `; rules of your own, kept: ${others.length}`;
  return `access of the console to ${bucket}: allowed for ${origin}${beside}`;
}

async function readRules(client: S3Client, bucket: string): Promise<CORSRule[]> {
  try {
    return (await client.send(new GetBucketCorsCommand({ Bucket: bucket }))).CORSRules ?? [];
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return [];
    throw error;
  }
}

/** Asks as a browser would, which needs no right. */
export async function isConsoleAllowed(options: StorageOptions, origin: string, signal: AbortSignal): Promise<boolean> {
  const client = clientOf(options, options.endpoint);
  try {
    const link = await getSignedUrl(client, new GetObjectCommand({ Bucket: options.keptBucket, Key: 'any' }));
    const { origin: server, pathname } = new URL(link);
    const headers = { origin, 'access-control-request-method': 'GET' };
    const answer = await fetch(server + pathname, { method: 'OPTIONS', headers, signal });
    await answer.body?.cancel();
    return [origin, '*'].includes(answer.headers.get('access-control-allow-origin') ?? '');
  } finally {
    client.destroy();
  }
}
