// The requests that every upload costs, without the library around them, which takes more CPU than they do. Whatever is not
// simply answered is left to the library, which tries again and tells failures apart.
import type { S3Client } from '@aws-sdk/client-s3';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { Agent, type Dispatcher, errors } from 'undici';
import { type Pattern, queryText, readPattern } from './links.ts';
import type { StorageMetrics } from './metrics.ts';
import { StorageUnavailable } from './objects.ts';

interface PlainRequest {
  /** As the metrics call it. */
  operation: 'GetObject' | 'HeadObject' | 'CopyObject';
  bucket: string;
  /** With no character that an address would have to escape. */
  key: string;
  headers?: Record<string, string>;
}

interface PlainRequests {
  /** Undefined for the library to do it. */
  ask(request: PlainRequest): Promise<Dispatcher.ResponseData | undefined>;
  close(): void;
}

const METHODS = { GetObject: 'GET', HeadObject: 'HEAD', CopyObject: 'PUT' } as const;
const SIGNED_SECONDS = 60;
const PLAIN_KEY = /^[\w./-]+$/;

/** With the time limits and the connections of the client. */
export function createPlainRequests(client: S3Client, metrics: StorageMetrics | undefined): PlainRequests {
  const { region, credentials, sha256 } = client.config;
  const signer = new S3RequestPresigner({ region, credentials, sha256 });
  const agent = new Agent({ connections: 64, connectTimeout: 2_000, headersTimeout: 15_000, bodyTimeout: 15_000 });
  const patterns = new Map<string, Promise<Pattern>>();

  function patternOf(bucket: string): Promise<Pattern> {
    const known = patterns.get(bucket) ?? readPattern(client, bucket);
    patterns.set(bucket, known);
    return known;
  }

  async function addressed({ operation, bucket, key, headers = {} }: PlainRequest) {
    const { protocol, hostname, port, pathPrefix } = await patternOf(bucket);
    const host = port === undefined ? hostname : `${hostname}:${port}`;
    const method = METHODS[operation];
    const signed = await signer.presign(
      {
        method,
        protocol,
        hostname,
        ...(port === undefined ? {} : { port }),
        path: pathPrefix + key,
        query: {},
        headers: { ...headers, host },
      },
      { expiresIn: SIGNED_SECONDS, unhoistableHeaders: new Set(Object.keys(headers)) },
    );
    const path = `${signed.path}?${queryText(signed.query ?? {})}`;
    return { origin: `${protocol}//${host}`, path, method, headers: signed.headers };
  }

  return {
    async ask(request) {
      if (!PLAIN_KEY.test(request.key)) return undefined;
      const stop = metrics?.time(request.operation);
      try {
        const answer = await agent.request(await addressed(request));
        if (answer.statusCode === 200) {
          stop?.('ok');
          return answer;
        }
        await answer.body.dump();
        return undefined;
      } catch (error) {
        // The library would wait as long again, three times.
        if (!(error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError))
          return undefined;
        stop?.('failed');
        throw new StorageUnavailable('The object storage does not answer', { cause: error });
      }
    },
    close: () => void agent.destroy(),
  };
}

/** What the library would have made of these headers. */
export function describedBy({ headers }: Dispatcher.ResponseData) {
  const text = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)));
  const modified = text('last-modified');
  const metadata = Object.keys(headers).filter((name) => name.startsWith('x-amz-meta-'));
  return {
    VersionId: text('x-amz-version-id'),
    ETag: text('etag'),
    ContentLength: number('content-length'),
    LastModified: modified === undefined ? undefined : new Date(modified),
    Metadata: Object.fromEntries(metadata.map((name) => [name, text(name) ?? ''])),
    TagCount: number('x-amz-tagging-count'),
    WebsiteRedirectLocation: text('x-amz-website-redirect-location'),
    ContentEncoding: text('content-encoding'),
  };
}
