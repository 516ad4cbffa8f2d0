// Upload links. The SDK repeats all its preparation for each link, but only the signature depends on the object. So the
// SDK creates one link as a template, and only its signer is used for the others.
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl, S3RequestPresigner } from '@aws-sdk/s3-request-presigner';

export interface UploadLink {
  key: string;
  contentType: string;
  at: Date;
  validSeconds: number;
}

/** By default the SDK signs only the host, so a link would accept any content type. */
const SIGNED = ['host', 'content-type'];
const PATTERN_KEY = 'pattern';

export function createLinkMaker(client: S3Client, bucket: string): (link: UploadLink) => Promise<string> {
  const { region, credentials, sha256 } = client.config;
  const signer = new S3RequestPresigner({ region, credentials, sha256 });
  let pattern: Pattern | undefined;

  return async ({ key, contentType, at, validSeconds }) => {
    pattern ??= await readPattern(client, bucket);
    const { protocol, hostname, port, pathPrefix, query } = pattern;
    const signed = await signer.presign(
      {
        method: 'PUT',
        protocol,
        hostname,
        ...(port === undefined ? {} : { port }),
        path: pathPrefix + key.split('/').map(escaped).join('/'),
        query: { ...query },
        headers: { 'content-type': contentType },
      },
      { expiresIn: validSeconds, signingDate: at, signableHeaders: new Set(SIGNED) },
    );
    const host = port === undefined ? hostname : `${hostname}:${port}`;
    return `${protocol}//${host}${signed.path}?${queryText(signed.query ?? {})}`;
  };
}

/** Signs with the SDK alone; a test compares both results. */
export function signedByLibrary(client: S3Client, bucket: string, { key, contentType, at, validSeconds }: UploadLink) {
  return getSignedUrl(client, new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType }), {
    expiresIn: validSeconds,
    signingDate: at,
    signableHeaders: new Set(SIGNED),
  });
}

interface Pattern {
  protocol: string;
  hostname: string;
  port: number | undefined;
  pathPrefix: string;
  query: Record<string, string>;
}

async function readPattern(client: S3Client, bucket: string): Promise<Pattern> {
  const link = { key: PATTERN_KEY, contentType: 'application/pdf', at: new Date(), validSeconds: 60 };
  const { protocol, hostname, port, pathname, searchParams } = new URL(await signedByLibrary(client, bucket, link));
  return {
    protocol,
    hostname,
    port: port === '' ? undefined : Number(port),
    pathPrefix: pathname.slice(0, -PATTERN_KEY.length),
    // The signature's parameters are created for each link.
    query: Object.fromEntries([...searchParams].filter(([name]) => !name.startsWith('X-Amz-'))),
  };
}

/** Escapes more than encodeURIComponent does, as signatures require. */
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

function queryText(query: Record<string, string | string[] | null>): string {
  return Object.keys(query)
    .toSorted()
    .map((name) => `${escaped(name)}=${escaped(String(query[name] ?? ''))}`)
    .join('&');
}
